import { useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { useApp } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import classes from './storage.module.css'

interface MoveDialogProps {
  readonly onClose: () => void
  /** Resolves to the problem of a target folder; null if there is none. */
  readonly onCheck: (folder: string) => Promise<AppError | null>
  readonly onMove: (folder: string) => void
}

/** A dialog for the new data folder, which shows why a folder is unsuitable. */
export function MoveDialog({ onClose, onCheck, onMove }: MoveDialogProps) {
  const { t } = useTranslation()
  const shell = useApp((state) => state.info.shell)
  const [folder, setFolder] = useState('')
  const [checking, setChecking] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const ready = folder.trim() !== '' && !checking

  const submit = async (): Promise<void> => {
    setError(null)
    setChecking(true)
    const fault = await onCheck(folder)
    setChecking(false)
    if (fault === null) onMove(folder)
    else setError(fault)
  }
  const choose = async (): Promise<void> => {
    const chosen = await call('storage.chooseFolder', {})
    if (!chosen.ok) setError(chosen.error)
    else if (chosen.value.by === 'main' && chosen.value.folder !== null) setFolder(chosen.value.folder)
  }
  return (
    <Dialog onClose={onClose} title={t('backup.storage.moveTitle')}>
      <Form isReady={ready} onSend={() => void submit()}>
        <p className={dialog.text}>{t('backup.storage.moveText')}</p>
        <div className={classes.target}>
          <TextField
            label={t('backup.storage.moveFolder')}
            description={t('backup.storage.moveFolderHint')}
            spellCheck={false}
            maxLength={4000}
            value={folder}
            data-autofocus
            onText={setFolder}
          />
          {shell === 'electron' ? (
            <Button onClick={() => void choose()}>{t('backup.storage.moveChoose')}</Button>
          ) : null}
        </div>
        {error === null ? null : <ErrorNote error={error} place={{ where: 'form', hasText: false }} />}
        <DialogFoot
          onCancel={onClose}
          submit={checking ? t('backup.storage.moveChecking') : t('backup.storage.moveStart')}
          disabled={!ready}
        />
      </Form>
    </Dialog>
  )
}
