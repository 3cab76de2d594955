import type { ErrorCode } from '../../../shared/errors.ts'
import type { VideoJob } from '../../../shared/video.ts'

/** Effect of cancelling a job; null when it cannot be cancelled. */
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
    // an unknown one has its own dialog
    case 'unknown':
      return null
    default:
      return status satisfies never
  }
}

/** Errors after which a submission is repeated: the gateway refused it, or never received it. */
const notTaken: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'unavailable',
  'offline',
  'address_not_found',
  'refused',
  'proxy_unset',
])

/** Returns true if a cancelled job may still be made and charged: it was sent, and no refusal is known. */
export function mayBeCharged(job: Pick<VideoJob, 'taskId' | 'sentAt' | 'error'>): boolean {
  if (job.taskId !== null) return true
  return job.sentAt !== null && (job.error === null || !notTaken.has(job.error.code))
}

/** Returns the time from a job's last submission to its end, in ms; null when unknown. */
export function tookOf(job: Pick<VideoJob, 'sentAt' | 'endedAt'>): number | null {
  return job.sentAt === null || job.endedAt === null ? null : Math.max(0, job.endedAt - job.sentAt)
}
