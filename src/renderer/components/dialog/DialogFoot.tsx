import type { ReactNode } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import classes from './DialogFoot.module.css'

interface DialogFootProps {
  /** Adds a quiet button before the others. */
  readonly onCancel?: () => void
  /** Label of the quiet button; "Cancel" by default. */
  readonly cancel?: string | undefined
  /** Focuses the quiet button when the dialog opens. */
  readonly cancelFocused?: boolean
  /** Label of the primary button, which submits the form around it. */
  readonly submit?: string
  /** True while the form cannot be submitted. */
  readonly disabled?: boolean
  readonly children?: ReactNode
}

/** Buttons of a dialog, visible while its body scrolls; the primary one is the last child. */
export function DialogFoot({ cancel, cancelFocused = false, onCancel, submit, disabled, children }: DialogFootProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.foot}>
      {onCancel === undefined ? null : (
        <Button onClick={onCancel} {...(cancelFocused ? { 'data-autofocus': true } : {})}>
          {cancel ?? t('app.cancel')}
        </Button>
      )}
      {children}
      {submit === undefined ? null : (
        <Button kind="primary" type="submit" disabled={disabled}>
          {submit}
        </Button>
      )}
    </div>
  )
}
