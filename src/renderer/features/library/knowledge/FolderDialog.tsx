import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { changeKnowledge } from './knowledge-actions.ts'

interface FolderDialogProps {
  readonly collectionId: string
  readonly sourceId: string
  readonly onClose: () => void
}

/** A field for the path of a folder, if the shell has no system dialog. */
export function FolderDialog({ collectionId, onClose, sourceId }: FolderDialogProps) {
  const { t } = useTranslation()
  const [path, setPath] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const submit = async (): Promise<void> => {
    const fault = await changeKnowledge('knowledge.addFolder', { collectionId, sourceId, path: path.trim() })
    if (fault === null) onClose()
    else setError(fault)
  }
  return (
    <Dialog onClose={onClose} title={t('knowledge.folderTitle')}>
      <Form isReady={path.trim() !== ''} onSend={() => void submit()}>
        <p className={dialog.text}>{t('knowledge.folderText')}</p>
        <TextField
          label={t('knowledge.folderPath')}
          spellCheck={false}
          maxLength={4000}
          value={path}
          data-autofocus
          onText={setPath}
        />
        {error === null ? null : <ErrorNote error={error} place={{ where: 'form', hasText: false }} />}
        <DialogFoot onCancel={onClose} submit={t('knowledge.folderAdd')} disabled={path.trim() === ''} />
      </Form>
    </Dialog>
  )
}
