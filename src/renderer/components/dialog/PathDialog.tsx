import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { ErrorNote } from '../errors/ErrorNote.tsx'
import { Form } from '../forms/Form.tsx'
import { TextField } from '../forms/TextField.tsx'
import layout from '../layout.module.css'
import { Dialog } from './Dialog.tsx'
import { DialogFoot } from './DialogFoot.tsx'
import dialog from './dialog.module.css'

interface PathDialogProps {
  readonly title: string
  readonly text: string
  readonly label: string
  readonly submit: string
  /** Uses the typed path. Resolves to the reason if main refuses it. */
  readonly onChoose: (path: string) => Promise<AppError | null>
  readonly onClose: () => void
}

/** A field for the path of a folder, if the shell has no system dialog. Closes once main has accepted the path. */
export function PathDialog({ label, onChoose, onClose, submit, text, title }: PathDialogProps) {
  const [path, setPath] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const choose = async (): Promise<void> => {
    const fault = await onChoose(path.trim())
    if (fault === null) onClose()
    else setError(fault)
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <Form className={layout.stack} isReady={path.trim() !== ''} onSend={() => void choose()}>
        <p className={dialog.text}>{text}</p>
        <TextField label={label} spellCheck={false} maxLength={4000} value={path} data-autofocus onText={setPath} />
        {error === null ? null : <ErrorNote error={error} place={{ where: 'form', hasText: false }} />}
        <DialogFoot onCancel={onClose} submit={submit} disabled={path.trim() === ''} />
      </Form>
    </Dialog>
  )
}
