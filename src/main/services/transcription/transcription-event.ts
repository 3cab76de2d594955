import type { AppError } from '../../../shared/errors.ts'
import type { SoundTrackChoice, SoundTracks, TranscriptionTarget } from '../../../shared/transcript.ts'
import type { Decision } from '../../gateway/retry-policy.ts'
import type { TranscriptionProgress } from '../../storage/transcription-jobs.ts'

/**
 * Events of a job. `at` is in ms since 1970; `index` is that of a piece.
 * - `received`: the recording is in the library; `not-received`: it could not be stored there
 * - `piece-put`: a page has cut a piece
 * - `listened`: a page has analysed it all; `whole` when it is sent uncut. `not-heard`: no page can decode it
 * - `go-ahead`: it is sent uncut although its analysis is not finished
 * - `sent`: an attempt is about to be sent; recorded before it is. `not-sent`: it could not be prepared
 * - `attempt-failed`: with the decision of the retry policy
 * - `wait-over`: the refused piece may be sent again
 * - `must-cut`: the gateway refused the uncut recording, which costs nothing
 * - `other-format`: the gateway refused the answer format, which costs nothing; a simpler one is tried
 * - `retry`: the user continues it, with another model if `target` is given; `dismiss`: the user removes it from
 *   the list
 * - `choose-track`: the user wants another sound track, before anything was sent
 * - `released`: the files of its pieces are no longer needed
 * - `app-began`: the app that ran it has ended
 */
export type TranscriptionEvent =
  | { readonly type: 'received'; readonly sourceId: string; readonly cut: TranscriptionProgress['cut'] }
  | { readonly type: 'not-received'; readonly at: number; readonly error: AppError }
  | {
      readonly type: 'piece-put'
      readonly index: number
      readonly piece: { readonly from: number; readonly to: number; readonly mediaId: string }
    }
  | {
      readonly type: 'listened'
      readonly at: number
      readonly duration: number | null
      readonly silent: boolean
      readonly whole: boolean
      /** The sound tracks; present if there are several. */
      readonly sound?: SoundTracks | undefined
    }
  | { readonly type: 'go-ahead' }
  | { readonly type: 'not-heard'; readonly at: number; readonly error: AppError }
  | { readonly type: 'sent'; readonly at: number; readonly index: number }
  | { readonly type: 'not-sent'; readonly at: number; readonly error: AppError }
  | { readonly type: 'attempt-failed'; readonly at: number; readonly error: AppError; readonly decision: Decision }
  | { readonly type: 'wait-over' }
  | { readonly type: 'must-cut' }
  | { readonly type: 'other-format' }
  | {
      readonly type: 'answered'
      readonly at: number
      readonly index: number
      /** Length of the piece by the gateway's answer, in ms. */
      readonly duration: number | null
    }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  | { readonly type: 'cancel'; readonly at: number }
  | { readonly type: 'retry'; readonly target: TranscriptionTarget | null }
  | { readonly type: 'choose-track'; readonly track: SoundTrackChoice }
  | { readonly type: 'dismiss'; readonly at: number }
  | { readonly type: 'released' }
  | { readonly type: 'app-began'; readonly at: number }
