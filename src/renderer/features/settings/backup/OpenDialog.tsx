import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passphraseMax } from '../../../../shared/backup-limits.ts'
import buttons from '../../../components/buttons.module.css'
import dialog from '../../../components/window/dialog.module.css'

interface OpenDialogProps {
  /** When the backup was made, in words. */
  readonly when: string
  /** Whether there is a passphrase in the keychain that may be the one. */
  readonly kept: boolean
  readonly onClose: () => void
  /** Null leaves it to the passphrase that is kept. */
  readonly onOpen: (passphrase: string | null) => void
}

/** Asks for the passphrase of a backup that is protected. */
export function OpenDialog({ when, kept, onClose, onOpen }: OpenDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const ready = kept || typed !== ''
  return (
    <Modal opened onClose={onClose} title={t('backup.openTitle')} closeButtonProps={{ 'aria-label': t('app.close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) onOpen(typed === '' ? null : typed)
        }}
      >
        <p className={dialog.text}>{t('backup.openText', { when })}</p>
        <TextInput
          mt="sm"
          type="password"
          label={t('backup.passphrase')}
          description={kept ? t('backup.openKept') : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={passphraseMax}
          value={typed}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={dialog.actions}>
          <button type="button" className={buttons.quiet} onClick={onClose}>
            {t('app.cancel')}
          </button>
          <button type="submit" className={buttons.primary} disabled={!ready}>
            {t('backup.open')}
          </button>
        </div>
      </form>
    </Modal>
  )
}
