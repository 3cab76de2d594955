import { type AppError, appError, assertNever } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'

/** Returns the error of a job whose recording a page could not read. */
export function notHeardError(why: Exclude<CallInput<'transcription.notHeard'>['why'], 'unknown_format'>): AppError {
  switch (why) {
    case 'not_sound':
      return appError('not_sound', 'no sound that can be read')
    case 'no_sound_track':
      return appError('no_sound_track', 'a film without sound')
    case 'damaged':
      return appError('sound_damaged', 'it breaks off or is damaged')
    case 'not_read':
      return appError('sound_not_read', 'the reader fell silent')
    default:
      return assertNever(why, 'reason')
  }
}
