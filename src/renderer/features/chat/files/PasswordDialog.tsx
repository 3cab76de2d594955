import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { filePasswordMax } from '../../../../shared/attached-file-limits.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lineText } from '../../../platform/line-text.ts'

interface PasswordDialogProps {
  readonly name: string
  readonly onClose: () => void
  readonly onOpen: (password: string) => void
}

/** A dialog that asks for the password of a PDF. */
export function PasswordDialog({ name, onClose, onOpen }: PasswordDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  return (
    <Dialog onClose={onClose} title={t('files.pdf.passwordTitle', { name: lineText(name, 60) })}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed !== '') onOpen(typed)
        }}
      >
        <TextInput
          type="password"
          label={t('files.pdf.password')}
          description={t('files.pdf.passwordHint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={filePasswordMax}
          value={typed}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DialogFoot onCancel={onClose}>
          <Button kind="primary" type="submit" disabled={typed === ''}>
            {t('files.pdf.open')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
