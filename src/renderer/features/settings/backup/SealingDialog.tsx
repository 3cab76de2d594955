import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import dialog from '../../../components/window/dialog.module.css'
import { PassphraseFields, passphraseFault } from './PassphraseFields.tsx'

interface SealingDialogProps {
  readonly onClose: () => void
  readonly onSave: (passphrase: string) => void
}

/** Asks for the passphrase of automatic backups. */
export function SealingDialog({ onClose, onSave }: SealingDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ first: '', second: '' })
  const ready = passphraseFault(typed.first, typed.second) === null
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('backup.sealingTitle')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (ready) onSave(typed.first)
        }}
      >
        <PassphraseFields value={typed} onChange={setTyped} />
        <p className={dialog.text}>{t('backup.sealingText')}</p>
        <div className={dialog.actions}>
          <button type="button" className={buttons.quiet} onClick={onClose}>
            {t('app.cancel')}
          </button>
          <button type="submit" className={buttons.primary} disabled={!ready}>
            {t('backup.sealingSave')}
          </button>
        </div>
      </form>
    </Modal>
  )
}
