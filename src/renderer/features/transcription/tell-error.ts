import i18next from 'i18next'
import type { AppError } from '../../../shared/errors.ts'
import type { TranscriptionJob } from '../../../shared/transcript.ts'
import { unopenedSound } from '../../../shared/unopened-sound.ts'
import { errorTitle } from '../../platform/errors/error-title.ts'
import { showToast } from '../../platform/toasts.ts'

/** Returns the words for an error; some errors have special words for recordings. */
export function soundErrorWords(error: AppError): string {
  switch (error.code) {
    case 'file_refused':
      return i18next.t('transcription.errors.fileRefused')
    case 'too_large':
      return i18next.t('transcription.errors.tooLarge')
    case 'empty_answer':
      return i18next.t('transcription.errors.emptyAnswer')
    case 'app_closed':
      return i18next.t('transcription.errors.appClosed')
    default:
      return errorTitle(i18next.t, error)
  }
}

/** Returns the name of a recording's format, for one that no page can open. */
export function soundKind({ source }: Pick<TranscriptionJob, 'source'>): string {
  const name = unopenedSound(source?.mime ?? '')
  // Chinese sets a space before a Latin name only
  return name === null ? i18next.t('transcription.kindUnknown') : i18next.t('transcription.kindNamed', { name })
}

/** Returns the words for the error of a job. */
export function jobErrorWords(job: Pick<TranscriptionJob, 'sentAt' | 'source' | 'sound'>, error: AppError): string {
  // only one track was read
  if (error.code === 'silent' && typeof job.sound?.taken === 'number')
    return i18next.t('transcription.errors.silentTrack')
  if (error.code !== 'sound_not_cut') return soundErrorWords(error)
  const kind = soundKind(job)
  return job.sentAt === null
    ? i18next.t('transcription.errors.notOpenedLarge', { kind })
    : i18next.t('transcription.errors.notOpened', { kind })
}

/** Shows a short error message. */
export function tellError(error: AppError): void {
  showToast(soundErrorWords(error))
}
