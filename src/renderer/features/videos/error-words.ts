import type { TFunction } from 'i18next'
import type { AppError } from '../../../shared/errors.ts'
import { errorTitle } from '../../platform/errors/error-title.ts'

/** Returns the words for an error; some errors have special words for videos. */
export function videoErrorWords(t: TFunction, error: AppError): string {
  switch (error.code) {
    case 'empty_answer':
      return t('videos.errors.emptyAnswer')
    case 'app_closed':
      return t('videos.errors.appClosed')
    case 'link_expired':
      return t('videos.errors.linkExpired')
    case 'result_too_large':
      return t('videos.errors.resultTooLarge')
    case 'timeout':
      return t('videos.errors.timeout')
    case 'not_found':
      return t('videos.errors.notFound')
    case 'too_large':
      return t('videos.errors.tooLarge')
    case 'cut_short':
      return t('videos.errors.cutShort')
    default:
      return errorTitle(t, error)
  }
}
