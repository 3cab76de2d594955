import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { promptTitle } from '../../platform/line-text.ts'
import { Button } from '../Button.tsx'
import dialog from '../window/dialog.module.css'
import classes from './QuestionDialog.module.css'

interface QuestionDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly opened?: boolean
  /** Width in px. */
  readonly size?: number
  /** The prompt concerned, shown in its first words. */
  readonly prompt?: string | null
  /** Words of the button that changes nothing; it has the focus first. */
  readonly cancel?: string
  /** Buttons after that one; a dialog without any brings its own. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A small dialog: a title, some text, a button that changes nothing, and the actions. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { actions, cancel, children, onClose, opened = true, prompt = null, size, title } = props
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('app.close') }}
      {...(size === undefined ? {} : { size })}
    >
      {prompt === null ? null : <p className={classes.prompt}>{promptTitle(prompt, 120)}</p>}
      {children}
      {actions === undefined ? null : (
        <div className={dialog.actions}>
          <Button data-autofocus onClick={onClose}>
            {cancel ?? t('app.cancel')}
          </Button>
          {actions}
        </div>
      )}
    </Modal>
  )
}
