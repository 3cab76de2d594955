import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Backup, BackupState } from '../../../../shared/backup.ts'
import buttons from '../../../components/buttons.module.css'
import dialog from '../../../components/window/dialog.module.css'
import { momentWords } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { MakeDialog } from './MakeDialog.tsx'
import { OpenDialog } from './OpenDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { SealingDialog } from './SealingDialog.tsx'
import type { BackupActions } from './use-backup-actions.ts'

interface BackupQuestionsProps {
  readonly actions: BackupActions
  readonly state: BackupState
}

/** The question that is open, if any. */
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
  /** Whether it is the only verified one. */
  readonly last: boolean
  readonly onClose: () => void
  readonly onRemove: () => void
}

function RemoveDialog({ backup, last, onClose, onRemove }: RemoveDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <Modal opened onClose={onClose} title={t('backup.removeTitle')} closeButtonProps={{ 'aria-label': t('app.close') }}>
      <p className={dialog.text}>
        {t('backup.removeText', { when: momentWords(language, backup.madeAt) })} {last ? t('backup.removeLast') : null}
      </p>
      <div className={dialog.actions}>
        <button type="button" className={buttons.quiet} onClick={onClose} data-autofocus>
          {t('app.cancel')}
        </button>
        <button type="button" className={buttons.danger} onClick={onRemove}>
          {t('backup.remove')}
        </button>
      </div>
    </Modal>
  )
}
