import type { VideoJob } from '../../../../shared/video.ts'
import { hasAnswered } from '../../../platform/errors/gateway-sentence.ts'

/** State of a job as shown on a card; finer than its status. */
export type JobState =
  | 'queued'
  | 'retrying'
  | 'resting'
  | 'submitting'
  | 'pending'
  | 'processing'
  | 'word'
  | 'downloading'
  | 'done'
  | 'failed'
  | 'refused'
  | 'cancelled'
  | 'expired'
  | 'unknown'
  | 'unclear'

/** Appearance of a state. It is never shown by colour alone, because its words say it too. */
export type Tone = 'run' | 'good' | 'quiet' | 'ask' | 'bad'

const neverReached: ReadonlySet<string> = new Set(['offline', 'address_not_found', 'refused', 'proxy_unset'])

/** Returns the shown state of a job. */
export function stateOf(job: VideoJob): JobState {
  switch (job.status) {
    case 'queued':
      if (job.retryAt === null) return 'queued'
      return job.error !== null && neverReached.has(job.error.code) ? 'resting' : 'retrying'
    case 'pending':
    case 'processing':
      return job.wordUnknown && job.word !== null ? 'word' : job.status
    case 'failed':
      // it was never accepted: the gateway refused the submission
      return job.taskId === null && job.error?.status != null ? 'refused' : 'failed'
    case 'unknown':
      // an answer arrived, but it does not state the job's outcome
      return hasAnswered(job.error) ? 'unclear' : 'unknown'
    case 'submitting':
    case 'downloading':
    case 'done':
    case 'cancelled':
    case 'expired':
      return job.status
    default:
      return job.status satisfies never
  }
}

/** Returns the appearance of a state. */
export function toneOf(state: JobState): Tone {
  switch (state) {
    case 'queued':
    case 'pending':
    case 'cancelled':
      return 'quiet'
    case 'submitting':
    case 'processing':
    case 'downloading':
      return 'run'
    case 'retrying':
    case 'resting':
    case 'word':
    case 'unknown':
    case 'unclear':
    case 'expired':
      return 'ask'
    case 'done':
      return 'good'
    case 'failed':
    case 'refused':
      return 'bad'
    default:
      return state satisfies never
  }
}
