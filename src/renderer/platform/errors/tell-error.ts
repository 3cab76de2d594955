import i18next from 'i18next'
import type { AppError } from '../../../shared/errors.ts'
import { showToast } from '../toasts.ts'
import { errorTitle } from './error-title.ts'

/** Shows a short error message. */
export function tellError(error: AppError): void {
  showToast(errorTitle(i18next.t, error))
}
