import { useState } from 'react'
import { filePasswordMax } from '../../../../shared/attached-file-limits.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
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
      <Form isReady={typed !== ''} onSend={() => onOpen(typed)}>
        <TextField
          type="password"
          label={t('files.pdf.password')}
          description={t('files.pdf.passwordHint')}
          spellCheck={false}
          maxLength={filePasswordMax}
          value={typed}
          data-autofocus
          onText={setTyped}
        />
        <DialogFoot onCancel={onClose} submit={t('files.pdf.open')} disabled={typed === ''} />
      </Form>
    </Dialog>
  )
}
