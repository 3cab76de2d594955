import type { AppError } from '../../../shared/errors.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import type { VideoStatus } from '../../../shared/video.ts'
import type { VideoProgress } from '../../storage/video-jobs.ts'

/** Initial progress: stored, nothing sent. */
export const queuedProgress: VideoProgress = {
  status: 'queued',
  error: null,
  attempts: 0,
  refusals: 0,
  gatewayUrl: null,
  taskId: null,
  word: null,
  wordUnknown: false,
  polls: 0,
  failedPolls: 0,
  sentAt: null,
  acceptedAt: null,
  madeAt: null,
  retryAt: null,
  polledAt: null,
  nextPollAt: null,
  link: null,
  deadLinks: 0,
  brokenOff: 0,
  received: 0,
  total: null,
  version: null,
  answer: null,
  mediaId: null,
  videoDuration: null,
  endedAt: null,
}

/** Returns true if the gateway works on it, as far as known; such jobs count towards the limit. */
export function isWithGateway(status: VideoStatus): boolean {
  return status === 'submitting' || status === 'pending' || status === 'processing'
}

/** Returns true if a job that did not end well can be polled, or its file fetched, once more. */
export function canRefetch(job: VideoProgress): boolean {
  return hasEnded(job.status) && job.status !== 'done' && (job.taskId !== null || job.link !== null)
}

/** Returns true if a kept answer to its submission can be read again; only a job without a task. */
export function canReadAgain(job: VideoProgress): boolean {
  const isLost = job.status === 'unknown' || job.status === 'failed'
  return isLost && job.sentAt !== null && job.taskId === null && job.link === null
}

/** Returns true if a request failed before reaching the gateway; it can be repeated safely. */
export function neverReached({ code }: AppError): boolean {
  return code === 'offline' || code === 'address_not_found' || code === 'refused' || code === 'proxy_unset'
}
