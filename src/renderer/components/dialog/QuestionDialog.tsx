import type { ReactNode } from 'react'
import { promptTitle } from '../../platform/line-text.ts'
import { Dialog } from './Dialog.tsx'
import { DialogFoot } from './DialogFoot.tsx'
import classes from './QuestionDialog.module.css'

export interface QuestionDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly opened?: boolean | undefined
  /** The related prompt, shortened to its first words. */
  readonly prompt?: string | null
  /** Label of the button that changes nothing; it has the initial focus. */
  readonly cancel?: string
  /** Buttons after that one; a dialog without this button provides its own. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A small dialog: a title, some text, a button that changes nothing, and the actions. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { actions, cancel, children, onClose, opened, prompt = null, title } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {prompt === null ? null : <p className={classes.prompt}>{promptTitle(prompt, 120)}</p>}
      {children}
      {actions === undefined ? null : (
        <DialogFoot onCancel={onClose} cancel={cancel} cancelFocused>
          {actions}
        </DialogFoot>
      )}
    </Dialog>
  )
}
