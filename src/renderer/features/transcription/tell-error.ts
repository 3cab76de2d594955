import i18next from 'i18next'
import type { AppError } from '../../../shared/errors.ts'
import { errorTitle } from '../../platform/errors/error-title.ts'
import { showToast } from '../../platform/toasts.ts'

/** Words for an error; some errors have special words for recordings. */
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

/** Shows a short error message. */
export function tellError(error: AppError): void {
  showToast(soundErrorWords(error))
}
