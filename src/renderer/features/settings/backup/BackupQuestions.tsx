import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { Backup, BackupState } from '../../../../shared/backup.ts'
import { passphraseMax } from '../../../../shared/backup-limits.ts'
import { DangerDialog } from '../../../components/dialog/DangerDialog.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { Form } from '../../../components/forms/Form.tsx'
import { TextField } from '../../../components/forms/TextField.tsx'
import { sentences } from '../../../components/words/sentences.ts'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { PassphraseFields, passphraseFault } from './PassphraseFields.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import type { BackupActions } from './use-backup-actions.ts'

interface BackupQuestionsProps {
  readonly actions: BackupActions
  readonly state: BackupState
}

/** The open dialog, if any. */
export function BackupQuestions({ actions, state }: BackupQuestionsProps) {
  const language = useLanguage()
  const { asked, close } = actions
  if (asked === null) return null
  switch (asked.kind) {
    case 'make':
      return <MakeDialog onClose={close} onMake={(passphrase) => void actions.make(passphrase)} />
    case 'sealing':
      return <SealingDialog onClose={close} onSave={(passphrase) => void actions.setPassphrase(passphrase)} />
    case 'open':
      return (
        <OpenDialog
          when={momentWords(language, asked.backup.madeAt)}
          kept={state.sealing === 'kept' || state.sealing === 'run'}
          onClose={close}
          onOpen={(passphrase) => void actions.opened(asked.backup, asked.purpose, passphrase)}
        />
      )
    case 'restore':
      return (
        <RestoreDialog
          preview={asked.preview}
          onClose={close}
          onRestore={() => void actions.restore(asked.backup, asked.passphrase)}
        />
      )
    case 'remove':
      return (
        <RemoveDialog
          backup={asked.backup}
          last={asked.backup.verifiedAt !== null && state.backups.filter((b) => b.verifiedAt !== null).length === 1}
          onClose={close}
          onRemove={() => void actions.remove(asked.backup)}
        />
      )
    default:
      return asked satisfies never
  }
}

interface RemoveDialogProps {
  readonly backup: Backup
  /** True if the backup is the only verified backup. */
  readonly last: boolean
  readonly onClose: () => void
  readonly onRemove: () => void
}

function RemoveDialog({ backup, last, onClose, onRemove }: RemoveDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <DangerDialog onClose={onClose} title={t('backup.removeTitle')} confirm={t('backup.remove')} onConfirm={onRemove}>
      <p className={dialog.text}>
        {sentences(
          t,
          t('backup.removeText', { when: momentWords(language, backup.madeAt) }),
          last ? t('backup.removeLast') : null,
        )}
      </p>
    </DangerDialog>
  )
}

interface MakeDialogProps {
  readonly onClose: () => void
  readonly onMake: (passphrase: string | null) => void
}

/** Asks whether to protect a new backup with a passphrase. */
function MakeDialog({ onClose, onMake }: MakeDialogProps) {
  const { t } = useTranslation()
  const [sealed, setSealed] = useState(false)
  const [typed, setTyped] = useState({ first: '', second: '' })
  const ready = !sealed || passphraseFault(typed.first, typed.second) === null
  return (
    <Dialog onClose={onClose} title={t('backup.makeTitle')}>
      <Form isReady={ready} onSend={() => onMake(sealed ? typed.first : null)}>
        <p className={dialog.text}>{t('backup.makeText')}</p>
        <Checkbox
          my="sm"
          label={t('backup.protect')}
          description={t('backup.protectHint')}
          checked={sealed}
          onChange={(event) => setSealed(event.currentTarget.checked)}
        />
        {sealed ? <PassphraseFields value={typed} onChange={setTyped} /> : null}
        <DialogFoot onCancel={onClose} submit={t('backup.make')} disabled={!ready} />
      </Form>
    </Dialog>
  )
}

interface OpenDialogProps {
  /** Time of the backup, in words. */
  readonly when: string
  /** True if the keychain has a passphrase that may be the right one. */
  readonly kept: boolean
  readonly onClose: () => void
  /** Opens the backup with a passphrase; null tries the stored one. */
  readonly onOpen: (passphrase: string | null) => void
}

/** A dialog for the passphrase of a protected backup. */
function OpenDialog({ when, kept, onClose, onOpen }: OpenDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const ready = kept || typed !== ''
  return (
    <Dialog onClose={onClose} title={t('backup.openTitle')}>
      <Form isReady={ready} onSend={() => onOpen(typed === '' ? null : typed)}>
        <p className={dialog.text}>{t('backup.openText', { when })}</p>
        <TextField
          mt="sm"
          type="password"
          label={t('backup.passphrase')}
          description={kept ? t('backup.openKept') : undefined}
          spellCheck={false}
          maxLength={passphraseMax}
          value={typed}
          data-autofocus
          onText={setTyped}
        />
        <DialogFoot onCancel={onClose} submit={t('backup.open')} disabled={!ready} />
      </Form>
    </Dialog>
  )
}

interface SealingDialogProps {
  readonly onClose: () => void
  readonly onSave: (passphrase: string) => void
}

/** A dialog for the passphrase of automatic backups. */
function SealingDialog({ onClose, onSave }: SealingDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ first: '', second: '' })
  const ready = passphraseFault(typed.first, typed.second) === null
  return (
    <Dialog onClose={onClose} title={t('backup.sealingTitle')}>
      <Form isReady={ready} onSend={() => onSave(typed.first)}>
        <PassphraseFields value={typed} onChange={setTyped} />
        <p className={dialog.text}>{t('backup.sealingText')}</p>
        <DialogFoot onCancel={onClose} submit={t('backup.sealingSave')} disabled={!ready} />
      </Form>
    </Dialog>
  )
}
