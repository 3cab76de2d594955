import i18next from 'i18next'
import { closeToast, showToast, useToasts } from '../../platform/toasts.ts'

/** A panel's last deletion, which can be undone while its message shows. */
export class LastDeletion {
  private last: { readonly toastId: string; readonly undo: () => void } | null = null

  /** Shows a message about a deletion, with an undo button. */
  tell(words: string, restore: () => Promise<void>): void {
    const undo = (): void => {
      this.last = null
      void restore()
    }
    const toastId = showToast(words, { label: i18next.t('app.undo'), run: undo })
    this.last = { toastId, undo }
  }

  /** Restores the deleted items; false when nothing was deleted or the message is gone. */
  undo(): boolean {
    if (this.last === null) return false
    const { toastId, undo } = this.last
    if (!useToasts.getState().toasts.some((toast) => toast.id === toastId)) return false
    closeToast(toastId)
    undo()
    return true
  }
}
