import type { VideoJob } from '../../../../shared/video.ts'
import { hasEnded } from '../jobs.ts'

/** What can be done with a job. */
export type JobChoice =
  | 'cancel'
  | 'askNow'
  | 'askAgain'
  | 'fetchAgain'
  | 'sendAgain'
  | 'resubmit'
  | 'edit'
  | 'save'
  | 'moveTop'
  | 'moveUp'
  | 'moveDown'
  | 'copyPrompt'
  | 'copyDetails'
  | 'delete'

export interface JobChoices {
  /** Buttons on the card: what the state calls for. */
  readonly first: readonly JobChoice[]
  /** Everything else, in the menu. */
  readonly more: readonly JobChoice[]
}

/** What a job's state calls for. */
function firstChoices(job: VideoJob): readonly JobChoice[] {
  const again: readonly JobChoice[] = job.canAskAgain ? [job.taskId === null ? 'fetchAgain' : 'askAgain'] : []
  switch (job.status) {
    case 'queued':
      return job.retryAt === null ? ['cancel'] : ['askNow', 'cancel']
    case 'submitting':
      return ['cancel']
    case 'pending':
    case 'processing':
      return ['askNow', 'cancel']
    case 'downloading':
      return job.retryAt === null ? ['cancel'] : ['askNow', 'cancel']
    case 'done':
      return []
    case 'failed':
      return [...again, 'edit']
    case 'cancelled':
    case 'expired':
      return [...again, 'resubmit']
    case 'unknown':
      return [...again, 'sendAgain']
    default:
      return job.status satisfies never
  }
}

const always: readonly JobChoice[] = ['resubmit', 'edit', 'copyPrompt', 'copyDetails']
const moves: readonly JobChoice[] = ['moveTop', 'moveUp', 'moveDown']

/** What can be done with a job as it is. */
export function choicesFor(job: VideoJob): JobChoices {
  const first = firstChoices(job)
  const more = [
    ...(job.status === 'done' ? (['save'] as const) : []),
    ...(job.status === 'queued' ? moves : []),
    // what nobody knows to be made is not made twice by a slip of the hand: it has its own question
    ...always.filter((choice) => !(job.status === 'unknown' && choice === 'resubmit')),
    ...(hasEnded(job.status) ? (['delete'] as const) : []),
  ]
  return { first, more: more.filter((choice) => !first.includes(choice)) }
}
