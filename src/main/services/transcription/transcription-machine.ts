import { type AppError, appError, assertNever } from '../../../shared/errors.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import type { SoundTrackChoice } from '../../../shared/transcript.ts'
import type { StoredSoundPiece, TranscriptionProgress } from '../../storage/transcription-jobs.ts'
import type { TranscriptionEvent } from './transcription-event.ts'

const silence = appError('silent', 'nothing is to be heard')

/** Initial progress: accepted, its recording not stored yet. */
export const receivingProgress: TranscriptionProgress = {
  status: 'receiving',
  error: null,
  attempts: 0,
  sourceId: null,
  cut: 'no',
  listened: false,
  duration: null,
  sentAt: null,
  retryAt: null,
  endedAt: null,
  dismissedAt: null,
  pieces: [],
}

/** Returns the index of the next piece to send; null if none is left or the pieces are unknown. */
export function nextPiece(job: TranscriptionProgress): number | null {
  const index = job.listened ? job.pieces.findIndex(({ state }) => state !== 'done') : -1
  return index < 0 ? null : index
}

/**
 * Returns the job after an event, or null if the event came too late to matter. A finished piece is never sent again. A
 * piece that may have been accepted is sent again only by `retry`, the user's choice.
 */
export function nextProgress(job: TranscriptionProgress, event: TranscriptionEvent): TranscriptionProgress | null {
  switch (event.type) {
    case 'received':
      if (job.sourceId !== null || hasEnded(job.status)) return null
      return atRest({ ...job, sourceId: event.sourceId, cut: event.cut })
    case 'not-received':
      return job.sourceId === null && !hasEnded(job.status) ? ended(job, 'failed', event.at, event.error) : null
    case 'piece-put':
      return isHeardThrough(job) && event.index <= job.pieces.length
        ? { ...job, pieces: job.pieces.toSpliced(event.index, 1, freshPiece(event.piece)) }
        : null
    case 'listened':
      if (job.ahead === true) return heardLate(job, event)
      return isHeardThrough(job) ? afterListening(job, event) : null
    case 'go-ahead':
      return job.status === 'preparing' && isHeardThrough(job) && job.cut === 'no' && job.pieces.length === 0
        ? atRest({ ...job, listened: true, ahead: true, pieces: [wholePiece(0)] })
        : null
    case 'not-heard':
      if (job.ahead === true) return { ...job, ahead: false }
      return isHeardThrough(job) ? ended(job, 'failed', event.at, event.error) : null
    case 'sent':
      if (job.status !== 'queued' || event.index !== nextPiece(job)) return null
      return {
        ...withPiece(job, event.index, 'sending'),
        status: 'sending',
        error: null,
        attempts: job.attempts + 1,
        sentAt: event.at,
        retryAt: null,
      }
    case 'not-sent':
      return job.status === 'queued' ? ended(job, 'failed', event.at, event.error) : null
    case 'attempt-failed':
      return isOut(job) ? afterFailure(job, event) : null
    case 'wait-over':
      return job.status === 'waiting' ? { ...job, status: 'queued', retryAt: null } : null
    case 'must-cut':
      if (!isOut(job) || job.cut === 'refused' || !job.pieces.every(({ whole }) => whole)) return null
      return atRest({ ...job, cut: 'refused', listened: false, ahead: false, pieces: [], attempts: 0, error: null })
    case 'other-format':
      return isOut(job) ? atRest({ ...recalled(job), attempts: 0, error: null }) : null
    case 'answered':
      return answered(job, event)
    case 'pause':
      return hasEnded(job.status) || job.status === 'paused' ? null : { ...job, status: 'paused', retryAt: null }
    case 'resume':
      return job.status === 'paused' ? atRest({ ...job, status: 'queued' }) : null
    case 'cancel':
      return hasEnded(job.status) ? null : ended(job, 'cancelled', event.at, appError('cancelled'))
    case 'retry':
      return retried(job)
    case 'choose-track':
      return withTrack(job, event.track)
    case 'dismiss':
      return hasEnded(job.status) ? { ...job, dismissedAt: job.dismissedAt ?? event.at } : null
    case 'released': {
      const over = job.status === 'done' || job.dismissedAt !== null
      return over ? { ...job, pieces: job.pieces.map((piece) => ({ ...piece, mediaId: null })) } : null
    }
    case 'app-began':
      return afterRestart(job, event.at)
    default:
      return assertNever(event, 'job event')
  }
}

/** Returns true if a page may still be reading the recording; also while paused, so that its results are kept. */
function isHeardThrough(job: TranscriptionProgress): boolean {
  return (job.status === 'preparing' || job.status === 'paused') && job.sourceId !== null && !job.listened
}

/** Returns true if a piece is being sent, also while the job is paused; a pause takes effect before the next piece. */
function isOut(job: TranscriptionProgress): boolean {
  return !hasEnded(job.status) && job.pieces.some(({ state }) => state === 'sending')
}

/** Returns the job in its waiting status; a paused job stays paused. */
function atRest(job: TranscriptionProgress): TranscriptionProgress {
  if (job.status === 'paused') return job
  if (job.sourceId === null) return { ...job, status: 'receiving' }
  if (!job.listened) return { ...job, status: 'preparing' }
  return { ...job, status: isOut(job) ? 'sending' : 'queued' }
}

function freshPiece(piece: { readonly from: number; readonly to: number; readonly mediaId: string }): StoredSoundPiece {
  return { ...piece, whole: false, state: 'waiting' }
}

function withPiece(job: TranscriptionProgress, index: number, state: StoredSoundPiece['state']): TranscriptionProgress {
  return { ...job, pieces: job.pieces.map((piece, at) => (at === index ? { ...piece, state } : piece)) }
}

/** Returns sent pieces to waiting; unchanged pieces keep their objects. */
function recalled(job: TranscriptionProgress): TranscriptionProgress {
  const pieces = job.pieces.map(
    (piece): StoredSoundPiece => (piece.state === 'sending' ? { ...piece, state: 'waiting' } : piece),
  )
  return { ...job, pieces }
}

function ended(
  job: TranscriptionProgress,
  status: 'failed' | 'unknown' | 'cancelled',
  at: number,
  error: AppError,
): TranscriptionProgress {
  return { ...recalled(job), status, error, retryAt: null, endedAt: at }
}

function afterListening(
  before: TranscriptionProgress,
  event: Extract<TranscriptionEvent, { type: 'listened' }>,
): TranscriptionProgress | null {
  const { duration } = event
  const job = event.sound === undefined ? before : { ...before, sound: event.sound }
  if (event.silent) return ended({ ...job, duration, pieces: [] }, 'failed', event.at, silence)
  if (!event.whole && job.pieces.length === 0) return null
  const pieces = event.whole ? [wholePiece(duration ?? 0)] : job.pieces
  return atRest({ ...job, duration, listened: true, pieces, ...(duration === null ? { unopened: true } : {}) })
}

function wholePiece(to: number): StoredSoundPiece {
  return { from: 0, to, whole: true, mediaId: null, state: 'waiting' }
}

/**
 * Applies the result of an analysis that finished after the recording was sent. Silence ends the job unless a piece is
 * being sent or done.
 */
function heardLate(
  job: TranscriptionProgress,
  event: Extract<TranscriptionEvent, { type: 'listened' }>,
): TranscriptionProgress {
  const duration = event.duration ?? job.duration
  const pieces = job.pieces.map((piece) => (piece.whole ? { ...piece, to: duration ?? piece.to } : piece))
  const heard = { ...job, ahead: false, duration, pieces }
  // a refused attempt cost nothing
  const isUnsent = job.pieces.every(({ state }) => state === 'waiting')
  if (!event.silent || !isUnsent || hasEnded(job.status)) return heard
  return ended({ ...heard, listened: false, pieces: [] }, 'failed', event.at, silence)
}

function afterFailure(
  job: TranscriptionProgress,
  { decision, error, at }: Extract<TranscriptionEvent, { type: 'attempt-failed' }>,
): TranscriptionProgress {
  switch (decision.action) {
    case 'retry':
      if (job.status === 'paused') return { ...recalled(job), error }
      return { ...recalled(job), status: 'waiting', error, retryAt: at + decision.delayMs }
    case 'ask':
      return ended(job, 'unknown', at, error)
    case 'stop':
      return ended(job, 'failed', at, error)
    default:
      return assertNever(decision, 'decision')
  }
}

/** Applies the answer to a piece, even after a cancel or a lost answer, or when the disk recovers: it was paid for. */
function answered(
  job: TranscriptionProgress,
  { index, at, duration }: Extract<TranscriptionEvent, { type: 'answered' }>,
): TranscriptionProgress | null {
  const piece = job.pieces[index]
  if (!job.listened || job.sentAt === null || index !== nextPiece(job) || !piece || job.status === 'done') return null
  // if no page could decode it, only the gateway's answer has its length
  const known = piece.whole ? { ...job, duration: job.duration ?? duration } : job
  const kept = withPiece(known, index, 'done')
  if (kept.pieces.every(({ state }) => state === 'done'))
    return { ...kept, status: 'done', error: null, attempts: 0, retryAt: null, endedAt: at }
  if (hasEnded(job.status)) return kept
  return atRest({ ...kept, attempts: 0, error: null, retryAt: null })
}

/**
 * Selects another sound track, for which the recording is analysed once more; nothing of it may have been sent. An
 * ended job only keeps the choice for `retry`, except a job whose track was silent.
 */
function withTrack(job: TranscriptionProgress, track: SoundTrackChoice): TranscriptionProgress | null {
  const { sound } = job
  const isThere = sound !== undefined && (track === 'all' || track < sound.tracks.length)
  const isUntouched = job.sentAt === null && job.pieces.every(({ state }) => state === 'waiting')
  if (!isThere || !isUntouched || job.sourceId === null || job.dismissedAt !== null) return null
  const anew = { ...job, sound: { ...sound, taken: track, chosen: true }, listened: false, pieces: [] }
  const wasSilent = job.status === 'failed' && job.error?.code === 'silent'
  if (hasEnded(job.status) && !wasSilent) return anew
  const status = job.status === 'paused' ? 'paused' : 'queued'
  return atRest({ ...anew, status, error: null, endedAt: null, attempts: 0 })
}

function retried(job: TranscriptionProgress): TranscriptionProgress | null {
  const { status } = job
  if ((status !== 'failed' && status !== 'unknown' && status !== 'cancelled') || job.dismissedAt !== null) return null
  if (job.sourceId === null) return null
  // an uncut file that was refused may be accepted later, or by another model
  const cut = job.cut === 'refused' && job.error?.code === 'sound_not_cut' ? 'preferred' : job.cut
  const again = { ...job, cut, status: 'queued' as const, error: null, attempts: 0, endedAt: null }
  // oversized pieces are cut again, because the limit may have changed
  const anew = job.error?.code === 'too_large' && job.pieces.every(({ state }) => state !== 'done')
  return atRest(anew ? { ...again, listened: false, pieces: [] } : again)
}

function afterRestart(job: TranscriptionProgress, at: number): TranscriptionProgress | null {
  if (hasEnded(job.status)) return null
  if (job.sourceId === null)
    return ended(
      job,
      'failed',
      at,
      appError('app_closed', 'the app was closed before the recording was in its library'),
    )
  if (isOut(job)) return ended(job, 'unknown', at, appError('app_closed', 'the app was closed before the answer came'))
  // in any other state nothing was being sent, so the job simply continues
  return null
}
