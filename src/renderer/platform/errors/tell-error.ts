import i18next from 'i18next'
import type { AppError } from '../../../shared/errors.ts'
import { showToast } from '../toasts.ts'

/** Says in a few words that something did not work. */
export function tellError(error: AppError): void {
  showToast(i18next.t(`errors.${error.code}.title`))
}
