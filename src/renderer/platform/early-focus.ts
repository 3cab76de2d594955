/**
 * Lets a control of a dialog keep the focus that it gets while the dialog opens. Mantine moves the focus to the
 * dialog's `data-autofocus`, or to its first field, up to a frame after the dialog is shown, and would take it away.
 */
export function keepEarlyFocus(page: Window): void {
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const dialog = target.closest('[role="dialog"], [role="alertdialog"]')
    if (dialog === null || dialog === target) return
    for (const other of dialog.querySelectorAll('[data-autofocus]')) other.removeAttribute('data-autofocus')
    target.setAttribute('data-autofocus', 'true')
  })
}
