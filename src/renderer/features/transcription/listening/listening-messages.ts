import type { CallInput } from '../../../../shared/ipc/contract.ts'
import type { SoundTrackChoice } from '../../../../shared/transcript.ts'

/** Message to the worker: analyse a recording, or continue after a piece. */
export type ListeningRequest =
  | {
      readonly type: 'listen'
      /** Absolute URL. */
      readonly url: string
      readonly bytes: number
      readonly pieceBytes: number
      readonly mustCut: boolean
      readonly have: readonly number[]
      /** The chosen sound track; null selects the loudest. */
      readonly track: SoundTrackChoice | null
    }
  | { readonly type: 'kept' }

/** Message from the worker. */
export type ListeningAnswer =
  | { readonly type: 'progress'; readonly progress: number; readonly audible: boolean }
  | {
      readonly type: 'piece'
      readonly index: number
      readonly from: number
      readonly to: number
      readonly wav: Blob
    }
  | { readonly type: 'listened'; readonly heard: CallInput<'transcription.listened'>['heard'] }
  | { readonly type: 'notHeard'; readonly why: CallInput<'transcription.notHeard'>['why'] }
  /** The worker itself failed, not the recording. */
  | { readonly type: 'failed' }

/**
 * Returns the share of a recording that was read, 0 to 1; both arguments in s. AAC begins before zero (encoder delay),
 * and a header's duration may be short, zero or missing.
 */
export function progressAt(at: number, duration: number | null): number {
  if (duration === null || !(duration > 0)) return 0
  return Math.min(1, Math.max(0, at / duration))
}
