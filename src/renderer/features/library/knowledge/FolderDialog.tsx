import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
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
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (path.trim() !== '') void submit()
        }}
      >
        <p className={dialog.text}>{t('knowledge.folderText')}</p>
        <TextInput
          label={t('knowledge.folderPath')}
          autoComplete="off"
          spellCheck={false}
          maxLength={4000}
          value={path}
          data-autofocus
          onChange={(event) => setPath(event.currentTarget.value)}
        />
        {error === null ? null : <ErrorNote error={error} place={{ where: 'form', hasText: false }} />}
        <DialogFoot onCancel={onClose}>
          <Button kind="primary" type="submit" disabled={path.trim() === ''}>
            {t('knowledge.folderAdd')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
