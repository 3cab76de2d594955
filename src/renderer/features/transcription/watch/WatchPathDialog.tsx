import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { choosePath } from './watch-actions.ts'

/** A field for the path of the folder, if the shell has no system dialog. */
export function WatchPathDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [path, setPath] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const submit = async (): Promise<void> => {
    const fault = await choosePath(path.trim())
    if (fault === null) onClose()
    else setError(fault)
  }
  return (
    <Dialog onClose={onClose} title={t('transcription.watch.pathTitle')}>
      <Form isReady={path.trim() !== ''} onSend={() => void submit()}>
        <p className={dialog.text}>{t('transcription.watch.pathText')}</p>
        <TextField
          label={t('transcription.watch.path')}
          spellCheck={false}
          maxLength={4000}
          value={path}
          data-autofocus
          onText={setPath}
        />
        {error === null ? null : <ErrorNote error={error} place={{ where: 'form', hasText: false }} />}
        <DialogFoot onCancel={onClose} submit={t('transcription.watch.pathDo')} disabled={path.trim() === ''} />
      </Form>
    </Dialog>
  )
}
