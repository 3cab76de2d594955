import { type AppError, appError, assertNever } from '../../../shared/errors.ts'
import { hasEnded, needsAttention } from '../../../shared/job-phase.ts'
import type { Decision } from '../../gateway/retry-policy.ts'
import { followedAddress, type JobProgress, type StoredPiece } from '../../storage/image-jobs.ts'

/**
 * Events of a job. `at` is in ms since 1970.
 * - `sent`: an attempt is about to be sent; recorded before it is
 * - `not-sent`: the attempt could not be prepared
 * - `attempt-failed`: with the decision of the retry policy
 * - `answered`: with at least one piece; also for an ended job whose kept answer was read again
 * - `followed`: a request that continued at the gateway has its pieces
 * - `refetch`: the pieces at `positions` are fetched again, which costs nothing
 * - `dismiss`: the user removes it from the list
 * - `app-began`: the app that ran it has ended
 */
export type ImageJobEvent =
  | { readonly type: 'sent'; readonly at: number; readonly gatewayUrl: string }
  | { readonly type: 'not-sent'; readonly at: number; readonly error: AppError }
  | { readonly type: 'attempt-failed'; readonly at: number; readonly error: AppError; readonly decision: Decision }
  | {
      readonly type: 'answered' | 'followed'
      readonly at: number
      readonly pieces: readonly StoredPiece[]
      /** Why fewer pictures arrived than were requested; null if all arrived. */
      readonly fewer?: AppError | null
    }
  | {
      readonly type: 'piece-saved'
      readonly at: number
      readonly position: number
      readonly imageId: string
      /** True if only a part of the picture shows. */
      readonly isCut?: boolean
    }
  | {
      readonly type: 'piece-failed'
      readonly at: number
      readonly position: number
      readonly error: AppError
      /** The received file, if it is not a picture that can be shown. */
      readonly mediaId?: string | null
    }
  | { readonly type: 'cancel'; readonly at: number }
  | { readonly type: 'refetch'; readonly positions: readonly number[] }
  | { readonly type: 'dismiss'; readonly at: number }
  | { readonly type: 'app-began'; readonly at: number }

/** Initial progress: stored, nothing sent. */
export const queuedProgress: JobProgress = {
  status: 'queued',
  error: null,
  attempts: 0,
  gatewayUrl: null,
  sentAt: null,
  retryAt: null,
  answeredAt: null,
  endedAt: null,
  dismissedAt: null,
  pieces: [],
}

/**
 * Returns the job after an event, or null if the event came too late to matter. A request that may have been accepted
 * is never followed by another `sent`, except after a retryable refusal.
 */
export function nextProgress(job: JobProgress, event: ImageJobEvent): JobProgress | null {
  switch (event.type) {
    case 'sent':
      if (!isBeforeSending(job)) return null
      return {
        ...job,
        status: 'sending',
        error: null,
        attempts: job.attempts + 1,
        gatewayUrl: event.gatewayUrl,
        sentAt: event.at,
        retryAt: null,
      }
    case 'not-sent':
      return isBeforeSending(job) ? ended(job, 'failed', event.at, event.error) : null
    case 'attempt-failed':
      return job.status === 'sending' ? afterFailure(job, event) : null
    case 'answered':
      if (event.pieces.length === 0) return null
      if (job.status === 'cancelled' && job.sentAt !== null && job.pieces.length === 0)
        return cancelledWithAnswer(job, event)
      if (job.status !== 'sending' && !canReadAgain(job)) return null
      return settled(
        {
          ...job,
          status: 'saving',
          error: event.fewer ?? null,
          answeredAt: event.at,
          endedAt: null,
          dismissedAt: null,
          pieces: event.pieces,
        },
        event.at,
      )
    case 'followed':
      if (job.status === 'cancelled' && event.pieces.length > 0 && job.pieces.some(isFollowed))
        return { ...job, dismissedAt: null, pieces: withoutPending(event.pieces) }
      if (job.status !== 'saving' || event.pieces.length === 0 || !job.pieces.some(isFollowed)) return null
      return settled({ ...job, error: event.fewer ?? null, pieces: event.pieces }, event.at)
    case 'piece-saved': {
      const { imageId } = event
      const cut = event.isCut === true ? appError('picture_cut', 'a picture that ends early') : null
      return withPiece({ ...job, error: job.error ?? cut }, event, (piece) => ({
        ...piece,
        state: 'saved',
        imageId,
        error: cut,
        // from now on the image itself refers to its files; the link of a part may give the whole picture later
        link: event.isCut === true ? piece.link : null,
        mediaId: null,
      }))
    }
    case 'piece-failed':
      return withPiece(job, event, (piece) => ({
        ...piece,
        state: 'failed',
        error: event.error,
        mediaId: event.mediaId ?? piece.mediaId,
      }))
    case 'cancel':
      return cancelled(job, event.at)
    case 'refetch':
      return fetchingAgain(job, event.positions)
    case 'dismiss':
      return hasEnded(job.status) ? { ...job, dismissedAt: job.dismissedAt ?? event.at } : null
    case 'app-began':
      return afterRestart(job, event.at)
    default:
      return assertNever(event, 'job event')
  }
}

/** Returns true if a kept, unreadable answer can be read again. */
export function canReadAgain(job: JobProgress): boolean {
  const { pieces, sentAt, status } = job
  if (sentAt === null) return false
  // of a request that continued at the gateway, only its status answers are there
  if (pieces.length === 1 && pieces.every(isFollowed)) return status === 'failed' || status === 'cancelled'
  return needsAttention(status) && pieces.length === 0
}

/** Returns true if a piece was saved as part of a picture whose link may return the whole one. */
export function isCutPiece({ state, link }: StoredPiece): boolean {
  return state === 'saved' && link !== null
}

/** Returns true if a piece represents a request that continues at the gateway; it is then the only piece. */
function isFollowed(piece: StoredPiece): boolean {
  return followedAddress(piece) !== null
}

function isBeforeSending(job: JobProgress): boolean {
  return job.status === 'queued' || job.status === 'waiting'
}

function ended(
  job: JobProgress,
  status: 'failed' | 'unknown' | 'cancelled',
  at: number,
  error: AppError | null,
): JobProgress {
  return { ...job, status, error, retryAt: null, endedAt: at }
}

function afterFailure(job: JobProgress, event: Extract<ImageJobEvent, { type: 'attempt-failed' }>): JobProgress {
  const { decision, error, at } = event
  switch (decision.action) {
    case 'retry':
      return { ...job, status: 'waiting', error, retryAt: at + decision.delayMs }
    case 'ask':
      return ended(job, 'unknown', at, error)
    case 'stop':
      return ended(job, 'failed', at, isRefusedPrompt(error) ? { ...error, code: 'image_failed' } : error)
    default:
      return assertNever(decision, 'decision')
  }
}

/** Returns true for a 500 to an image request, for which the gateway's documentation advises changing the prompt. */
function isRefusedPrompt(error: AppError): boolean {
  return error.code === 'server_error' && error.status === 500
}

function withPiece(
  job: JobProgress,
  { position, at }: { readonly position: number; readonly at: number },
  change: (piece: StoredPiece) => StoredPiece,
): JobProgress | null {
  if (job.status !== 'saving' || job.pieces[position]?.state !== 'pending') return null
  return settled({ ...job, pieces: job.pieces.map((piece, index) => (index === position ? change(piece) : piece)) }, at)
}

/** Ends a saving job once no piece is pending. */
function settled(job: JobProgress, at: number): JobProgress {
  if (job.pieces.some(({ state }) => state === 'pending')) return job
  const failed = job.pieces.find(({ state }) => state === 'failed')
  if (failed) return ended(job, 'failed', at, failed.error && withReason(failed.error, job.error))
  // notices about the result stay until the user has read them
  const isNotice = job.error?.code === 'fewer_results' || job.error?.code === 'picture_cut'
  return { ...job, status: 'done', error: isNotice ? job.error : null, endedAt: at }
}

/** Adds the gateway's reason for fewer pictures to the error of a picture that has none. */
function withReason(error: AppError, notice: AppError | null): AppError {
  return notice?.code === 'fewer_results' && error.gatewayMessage === null
    ? { ...error, gatewayMessage: notice.gatewayMessage }
    : error
}

function cancelled(job: JobProgress, at: number): JobProgress | null {
  const error = appError('cancelled')
  switch (job.status) {
    case 'queued':
    case 'sending':
      return ended(job, 'cancelled', at, error)
    case 'waiting':
      // the refusal is kept, because it shows that nothing was charged
      return ended(job, 'cancelled', at, job.error ?? error)
    case 'saving':
      return ended({ ...job, pieces: withoutPending(job.pieces) }, 'cancelled', at, error)
    case 'done':
    case 'failed':
    case 'unknown':
    case 'cancelled':
      return null
    default:
      return assertNever(job.status, 'job status')
  }
}

/** Cancels a job while its answer is being stored; the paid result remains available. */
function cancelledWithAnswer(
  job: JobProgress,
  event: Extract<ImageJobEvent, { pieces: readonly StoredPiece[] }>,
): JobProgress {
  return { ...job, answeredAt: event.at, pieces: withoutPending(event.pieces) }
}

function withoutPending(pieces: readonly StoredPiece[]): readonly StoredPiece[] {
  const error = appError('cancelled')
  return pieces.map((piece) => (piece.state === 'pending' ? { ...piece, state: 'failed', error } : piece))
}

function fetchingAgain(job: JobProgress, positions: readonly number[]): JobProgress | null {
  if (job.status !== 'failed' && job.status !== 'cancelled' && job.status !== 'done') return null
  const pieces = job.pieces.map(
    (piece, position): StoredPiece =>
      (piece.state === 'failed' || isCutPiece(piece)) && positions.includes(position)
        ? { ...piece, state: 'pending', error: null }
        : piece,
  )
  if (!pieces.some(({ state }) => state === 'pending')) return null
  const error = job.error?.code === 'fewer_results' ? job.error : null
  return { ...job, status: 'saving', error, endedAt: null, dismissedAt: null, pieces }
}

function afterRestart(job: JobProgress, at: number): JobProgress | null {
  switch (job.status) {
    case 'queued':
    case 'waiting':
      return ended(job, 'failed', at, appError('app_closed', 'the app was closed before it was sent'))
    case 'sending':
      return ended(job, 'unknown', at, appError('app_closed', 'the app was closed before the answer came'))
    case 'saving':
      return settled(job, at)
    case 'done':
    case 'failed':
    case 'unknown':
    case 'cancelled':
      return null
    default:
      return assertNever(job.status, 'job status')
  }
}
