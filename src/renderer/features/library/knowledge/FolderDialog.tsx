import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import dialog from '../../../components/window/dialog.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { change } from './knowledge-actions.ts'

interface FolderDialogProps {
  readonly collectionId: string
  readonly sourceId: string
  readonly onClose: () => void
}

/** Asks for the path of a folder, where the shell has no dialog of the system. */
export function FolderDialog({ collectionId, onClose, sourceId }: FolderDialogProps) {
  const { t } = useTranslation()
  const [path, setPath] = useState('')
  const [error, setError] = useState<AppError | null>(null)
  const submit = async (): Promise<void> => {
    const fault = await change('knowledge.addFolder', { collectionId, sourceId, path: path.trim() })
    if (fault === null) onClose()
    else setError(fault)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('knowledge.folderTitle')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
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
        <div className={dialog.actions}>
          <Button onClick={onClose}>{t('app.cancel')}</Button>
          <Button kind="primary" type="submit" disabled={path.trim() === ''}>
            {t('knowledge.folderAdd')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
