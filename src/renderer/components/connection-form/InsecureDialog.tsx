import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import buttons from '../buttons.module.css'
import dialog from '../window/dialog.module.css'
import { hostOf } from './use-connection-form.ts'

interface InsecureDialogProps {
  readonly address: string | null
  readonly onAgree: () => void
  readonly onHttps: () => void
  readonly onClose: () => void
}

/** Asks before a key and words travel unencrypted; the safe way is the first button. */
export function InsecureDialog({ address, onAgree, onHttps, onClose }: InsecureDialogProps) {
  const { t } = useTranslation()
  const host = address === null ? '' : hostOf(address)
  return (
    <Modal
      opened={address !== null}
      onClose={onClose}
      title={t('connection.insecureTitle')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <p className={dialog.text}>{t('connection.insecureText', { host })}</p>
      <div className={dialog.actions}>
        <button type="button" className={buttons.danger} onClick={onAgree}>
          {t('connection.insecureConfirm')}
        </button>
        <button type="button" className={buttons.primary} onClick={onHttps} data-autofocus>
          {t('connection.insecureHttps')}
        </button>
      </div>
    </Modal>
  )
}
