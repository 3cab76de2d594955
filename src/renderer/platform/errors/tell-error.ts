import i18next from 'i18next'
import type { AppError } from '../../../shared/errors.ts'
import { showToast } from '../toasts.ts'

/** Shows a short error message. */
export function tellError(error: AppError): void {
  showToast(i18next.t(`errors.${error.code}.title`))
}
