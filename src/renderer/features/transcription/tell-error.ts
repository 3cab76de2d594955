import i18next from 'i18next'
import type { AppError } from '../../../shared/errors.ts'
import { showToast } from '../../platform/toasts.ts'

/** What happened, in words: some errors say something of their own about a recording. */
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
      return i18next.t(`errors.${error.code}.title`)
  }
}

/** Says in a few words that something did not work. */
export function tellError(error: AppError): void {
  showToast(soundErrorWords(error))
}
