import { type AppError, appError, assertNever } from '../../../shared/errors.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import { gatewayMessage } from '../../gateway/errors.ts'
import type { Decision } from '../../gateway/retry-policy.ts'
import type { TaskReport } from '../../gateway/video-answer.ts'
import type { VideoProgress } from '../../storage/video-jobs.ts'
import { canReadAgain, canRefetch, neverReached } from './video-progress.ts'

/** Dead links in a row after which a job fails instead of asking for another link. */
export const deadLinksMax = 6

/** Number of consecutive answers that report the end without a link, after which a job waits for the user. */
export const linklessMax = 5

/**
 * Events of a job. `at` is in ms since 1970, `nextPollAt` the time of the next poll, and `overdue` whether the
 * gateway's time for keeping tasks has passed.
 * - `sent`: a submission is about to be sent; recorded before it is. `chosen` when the user resends an unknown one
 * - `not-sent`: the submission could not be prepared
 * - `attempt-failed`: with the decision of the retry policy
 * - `poll-sent`: recorded before a poll is sent, so that a crash during it causes no early second poll
 * - `reported`: the submission or a poll was answered
 * - `link-dead`: the link gives no video; a poll may return another one
 * - `download-broke-off`: resumes at `retryAt`
 * - `refetch`: the user, the network or a wake from sleep asks for a poll now
 * - `app-began`: the app that ran it has ended
 */
export type VideoJobEvent =
  | { readonly type: 'sent'; readonly at: number; readonly gatewayUrl: string; readonly chosen: boolean }
  | { readonly type: 'not-sent'; readonly at: number; readonly error: AppError }
  | { readonly type: 'attempt-failed'; readonly at: number; readonly error: AppError; readonly decision: Decision }
  | { readonly type: 'poll-sent'; readonly at: number }
  | {
      readonly type: 'reported'
      readonly at: number
      readonly report: TaskReport
      readonly nextPollAt: number
      readonly overdue: boolean
      /** True if the report is a kept answer to a lost submission, read again because the user asked. */
      readonly again?: boolean
    }
  | {
      readonly type: 'poll-failed'
      readonly at: number
      readonly error: AppError
      readonly nextPollAt: number
      readonly overdue: boolean
    }
  | {
      readonly type: 'received'
      readonly received: number
      readonly total: number | null
      readonly version: string | null
    }
  | { readonly type: 'link-dead'; readonly at: number; readonly error: AppError; readonly nextPollAt: number }
  | { readonly type: 'download-broke-off'; readonly at: number; readonly error: AppError; readonly retryAt: number }
  | { readonly type: 'download-refused'; readonly at: number; readonly error: AppError }
  | {
      readonly type: 'downloaded'
      readonly at: number
      readonly mediaId: string
      readonly bytes: number
      readonly videoDuration: number | null
    }
  | { readonly type: 'cancel'; readonly at: number }
  | { readonly type: 'refetch'; readonly at: number }
  | { readonly type: 'app-began'; readonly at: number }

/**
 * Returns the job after an event, or null if the event came too late to matter. Only a retryable refusal returns a job
 * to `queued`; only the user moves an `unknown` job to `submitting` again. So no submission that may have been accepted
 * is resent automatically.
 */
export function nextProgress(job: VideoProgress, event: VideoJobEvent): VideoProgress | null {
  switch (event.type) {
    case 'sent':
      return sent(job, event)
    case 'not-sent':
      return job.status === 'queued' ? ended(job, 'failed', event.at, event.error) : null
    case 'attempt-failed':
      return job.status === 'submitting' ? afterFailure(job, event) : null
    case 'poll-sent':
      return isWatched(job) ? { ...job, polledAt: event.at } : null
    case 'reported':
      return reported(job, event)
    case 'poll-failed':
      return isWatched(job) ? afterFailedPoll(job, event) : null
    case 'received':
      if (job.status !== 'downloading') return null
      return { ...job, received: event.received, total: event.total, version: event.version }
    case 'link-dead':
      return job.status === 'downloading' ? afterDeadLink(job, event) : null
    case 'download-broke-off':
      if (job.status !== 'downloading') return null
      return { ...job, error: event.error, retryAt: event.retryAt, brokenOff: job.brokenOff + 1 }
    case 'download-refused':
      return job.status === 'downloading' ? ended(job, 'failed', event.at, event.error) : null
    case 'downloaded':
      if (job.status !== 'downloading') return null
      return {
        ...job,
        status: 'done',
        error: null,
        retryAt: null,
        received: event.bytes,
        total: event.bytes,
        mediaId: event.mediaId,
        videoDuration: event.videoDuration,
        endedAt: event.at,
      }
    case 'cancel':
      return cancelled(job, event.at)
    case 'refetch':
      return askedAgain(job, event.at)
    case 'app-began':
      if (job.status !== 'submitting') return null
      return ended(job, 'unknown', event.at, appError('app_closed', 'the app was closed before the answer came'))
    default:
      return assertNever(event, 'video job event')
  }
}

/** Returns true if the gateway is polled for a job. */
export function isWatched({ status }: VideoProgress): boolean {
  return status === 'pending' || status === 'processing'
}

function ended(
  job: VideoProgress,
  status: 'failed' | 'cancelled' | 'expired' | 'unknown',
  at: number,
  error: AppError | null,
): VideoProgress {
  return { ...job, status, error, retryAt: null, nextPollAt: null, endedAt: at }
}

function sent(job: VideoProgress, event: Extract<VideoJobEvent, { type: 'sent' }>): VideoProgress | null {
  if (job.status !== 'queued' && !(job.status === 'unknown' && event.chosen)) return null
  return {
    ...job,
    status: 'submitting',
    error: null,
    attempts: job.attempts + 1,
    gatewayUrl: event.gatewayUrl,
    sentAt: event.at,
    retryAt: null,
    refusals: job.status === 'unknown' ? 0 : job.refusals,
    endedAt: null,
  }
}

function afterFailure(job: VideoProgress, event: Extract<VideoJobEvent, { type: 'attempt-failed' }>): VideoProgress {
  const { decision, error, at } = event
  switch (decision.action) {
    case 'retry':
      return {
        ...job,
        status: 'queued',
        error,
        retryAt: at + decision.delayMs,
        refusals: neverReached(error) ? 0 : job.refusals + 1,
      }
    case 'ask':
      return ended(job, 'unknown', at, error)
    case 'stop':
      return ended(job, 'failed', at, error)
    default:
      return assertNever(decision, 'decision')
  }
}

type Reported = Extract<VideoJobEvent, { type: 'reported' }>

function reported(job: VideoProgress, event: Reported): VideoProgress | null {
  const { report, at } = event
  if (job.status === 'cancelled' && job.taskId === null && report.taskId !== null) {
    // cancelled during the submission: the answer still records the task
    return { ...withReport(job, event), status: 'cancelled', nextPollAt: null }
  }
  if (event.again === true && canReadAgain(job) && (report.taskId !== null || report.link !== null))
    return afterReport({ ...withReport(job, event), endedAt: null, acceptedAt: at, polls: 0, failedPolls: 0 }, event)
  if (job.status === 'submitting') {
    if (report.taskId === null && report.link === null && report.meaning !== 'failed')
      return ended(withReport(job, event), 'unknown', at, appError('empty_answer', 'an answer without a task'))
    return afterReport({ ...withReport(job, event), acceptedAt: at, polls: 0, failedPolls: 0 }, event)
  }
  if (!isWatched(job)) return null
  return afterReport({ ...withReport(job, event), polls: job.polls + 1, polledAt: at }, event)
}

function withReport(job: VideoProgress, { report, nextPollAt }: Reported): VideoProgress {
  return {
    ...job,
    // a task's id never changes, whatever a poll answers
    taskId: job.taskId ?? report.taskId,
    word: report.word ?? job.word,
    wordUnknown: report.word !== null && report.meaning === null,
    madeAt: job.madeAt ?? report.madeAt,
    answer: report.answer,
    nextPollAt,
  }
}

function afterReport(job: VideoProgress, { report, at, overdue }: Reported): VideoProgress {
  switch (report.meaning) {
    case 'completed':
      return report.link === null ? withoutLink(job, at, overdue) : downloading(job, report.link)
    case 'failed':
      return ended(job, 'failed', at, gatewayError(report))
    case 'cancelled':
      return ended(job, 'failed', at, {
        ...appError('task_cancelled', report.message ?? 'the gateway cancelled the task'),
        gatewayMessage: gatewayMessage(report.message, []),
      })
    case 'expired':
      return ended(job, 'expired', at, {
        ...appError('task_expired', report.message ?? 'the gateway says that it expired'),
        gatewayMessage: gatewayMessage(report.message, []),
      })
    case 'pending':
    case 'processing':
    case null: {
      // an unknown status word with a link means finished
      if (report.meaning === null && report.link !== null) return downloading(job, report.link)
      if (overdue) return ended(job, 'expired', at, appError('task_expired', 'unfinished when its time was over'))
      const status = report.meaning ?? (isWatched(job) ? job.status : 'pending')
      return { ...job, status, error: null, failedPolls: 0 }
    }
    default:
      return assertNever(report.meaning, 'meaning')
  }
}

function gatewayError(report: TaskReport): AppError {
  return appError('video_failed', report.message ?? 'the gateway gave no reason', {
    gatewayCode: report.code,
    gatewayMessage: gatewayMessage(report.message, []),
  })
}

function downloading(job: VideoProgress, link: string): VideoProgress {
  // a new link may lead to another file of the same video, so the partial download counts only for the same link
  const same = job.link === link
  return {
    ...job,
    status: 'downloading',
    error: null,
    failedPolls: 0,
    nextPollAt: null,
    retryAt: null,
    link,
    brokenOff: 0,
    ...(same ? {} : { received: 0, total: null, version: null }),
  }
}

function withoutLink(job: VideoProgress, at: number, overdue: boolean): VideoProgress {
  const error = appError('no_video_link', 'finished, and no link to the video')
  const failedPolls = job.failedPolls + 1
  if (overdue || failedPolls >= linklessMax) return ended({ ...job, failedPolls }, 'failed', at, error)
  return { ...job, status: 'processing', error, failedPolls }
}

function afterFailedPoll(job: VideoProgress, event: Extract<VideoJobEvent, { type: 'poll-failed' }>): VideoProgress {
  const { error, at, nextPollAt, overdue } = event
  const polled = { ...job, polls: job.polls + 1, polledAt: at, failedPolls: job.failedPolls + 1 }
  if (error.status === 404 || overdue) return ended(polled, 'expired', at, { ...error, code: 'task_expired' })
  return { ...polled, error, nextPollAt }
}

function afterDeadLink(job: VideoProgress, event: Extract<VideoJobEvent, { type: 'link-dead' }>): VideoProgress {
  const deadLinks = job.deadLinks + 1
  const without = { ...job, deadLinks, received: 0, total: null, version: null }
  if (job.taskId === null || deadLinks >= deadLinksMax) return ended(without, 'failed', event.at, event.error)
  return { ...without, status: 'processing', error: event.error, retryAt: null, nextPollAt: event.nextPollAt }
}

function cancelled(job: VideoProgress, at: number): VideoProgress | null {
  if (job.status !== 'unknown' && hasEnded(job.status)) return null
  // the refusal or lost answer is kept, because it shows whether something was charged
  const error = job.status === 'queued' || job.status === 'unknown' ? job.error : null
  return ended(job, 'cancelled', at, error ?? appError('cancelled'))
}

function askedAgain(job: VideoProgress, at: number): VideoProgress | null {
  if (isWatched(job)) return { ...job, nextPollAt: at }
  if (job.status === 'queued') {
    // a wait asked for by the gateway is respected
    const forTheNetwork = job.retryAt !== null && job.error !== null && neverReached(job.error)
    return forTheNetwork ? { ...job, retryAt: at } : null
  }
  if (job.status === 'downloading') return job.retryAt === null ? null : { ...job, retryAt: at }
  if (!canRefetch(job)) return null
  // version 0.1.0 stored wrong creation times, which would end the job again; the next answer reports the right one
  const watched = { ...job, madeAt: null, error: null, endedAt: null, deadLinks: 0, failedPolls: 0 }
  if (job.taskId !== null) return { ...watched, status: 'processing', nextPollAt: at }
  return { ...watched, status: 'downloading', retryAt: null, brokenOff: 0 }
}
