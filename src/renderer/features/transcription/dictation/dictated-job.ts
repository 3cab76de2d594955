import type { AppError } from '../../../../shared/errors.ts'
import type { TranscriptionJob } from '../../../../shared/transcript.ts'
import type { DictationState } from '../../../platform/feature.ts'

/** A dictation, from the microphone to its text. */
export interface Dictating {
  readonly stage: DictationState['stage']
  readonly why: string
  /** The starting point of a retry: the recording, the job created from it, or the job's transcript. */
  readonly recordingId: string | null
  readonly jobId: string | null
  readonly transcriptId: string | null
  /** True if its answer was lost, so that it may have been charged. */
  readonly isLost: boolean
}

/** How a job ended: with a transcript, or with an error, which is null if it was stopped. */
export type JobEnd =
  | { readonly transcriptId: string }
  | { readonly transcriptId: null; readonly error: AppError | null; readonly isLost: boolean }

/**
 * Returns how the job of a dictation ended; null while it runs, for the job of another one, and once its transcript is
 * known. The end of a job may be reported more than once, and its text must arrive once.
 */
export function dictatedJobEnd({ jobId, stage, transcriptId }: Dictating, job: TranscriptionJob): JobEnd | null {
  if (job.id !== jobId || stage !== 'transcribing' || transcriptId !== null || job.endedAt === null) return null
  return job.status === 'done' && job.transcriptId !== null
    ? { transcriptId: job.transcriptId }
    : { transcriptId: null, error: job.error, isLost: job.status === 'unknown' }
}
