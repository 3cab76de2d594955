import type { ErrorCode } from '../../../shared/errors.ts'
import type { VideoJob, VideoStatus } from '../../../shared/video.ts'

/** Whether nothing more happens to a job by itself. */
export function hasEnded(status: VideoStatus): boolean {
  switch (status) {
    case 'queued':
    case 'submitting':
    case 'pending':
    case 'processing':
    case 'downloading':
      return false
    case 'done':
    case 'failed':
    case 'cancelled':
    case 'expired':
    case 'unknown':
      return true
    default:
      return status satisfies never
  }
}

/** What cancelling means for a job; null where it cannot be cancelled. */
export type CancelMeaning = 'unsent' | 'sent' | 'downloading'

export function cancelMeaning({ status }: Pick<VideoJob, 'status'>): CancelMeaning | null {
  switch (status) {
    case 'queued':
      return 'unsent'
    case 'submitting':
    case 'pending':
    case 'processing':
      return 'sent'
    case 'downloading':
      return 'downloading'
    case 'done':
    case 'failed':
    case 'cancelled':
    case 'expired':
    // an unknown one is settled in a dialog of its own
    case 'unknown':
      return null
    default:
      return status satisfies never
  }
}

/** Refusals after which a submission waits to be made once more: the gateway did not take it, or never heard of it. */
const notTaken: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'unavailable',
  'offline',
  'address_not_found',
  'refused',
])

/** Whether a cancelled job may be made and charged all the same: it was out, and nobody knows that it was not taken. */
export function mayBeCharged(job: Pick<VideoJob, 'taskId' | 'sentAt' | 'error'>): boolean {
  if (job.taskId !== null) return true
  return job.sentAt !== null && (job.error === null || !notTaken.has(job.error.code))
}

export type Move = 'up' | 'down' | 'top'

/**
 * Before which job one that waits goes, by a move within the line; `undefined` where it cannot go there. Null is the
 * end of the line.
 */
export function moveTarget(line: readonly string[], jobId: string, move: Move): string | null | undefined {
  const at = line.indexOf(jobId)
  if (at < 0) return undefined
  switch (move) {
    case 'up':
      return line[at - 1]
    case 'top':
      return at === 0 ? undefined : line[0]
    case 'down':
      return at === line.length - 1 ? undefined : (line[at + 2] ?? null)
    default:
      return move satisfies never
  }
}

/** How long a job took from its last submission to its end, in ms; null where nobody knows. */
export function tookOf(job: Pick<VideoJob, 'sentAt' | 'endedAt'>): number | null {
  return job.sentAt === null || job.endedAt === null ? null : Math.max(0, job.endedAt - job.sentAt)
}
