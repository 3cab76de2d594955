import { Modal } from '@mantine/core'
import { Button } from '../../../components/Button.tsx'
import dialog from '../../../components/window/dialog.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'

interface ForgetPlaceDialogProps {
  readonly name: string
  readonly onClose: () => void
  readonly onForget: () => void
}

/** Asks before a place is forgotten; its backups stay there. */
export function ForgetPlaceDialog({ name, onClose, onForget }: ForgetPlaceDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened onClose={onClose} title={t('places.forgetTitle')} closeButtonProps={{ 'aria-label': t('app.close') }}>
      <p className={dialog.text}>{t('places.forgetText', { name })}</p>
      <div className={dialog.actions}>
        <Button onClick={onClose} data-autofocus>
          {t('app.cancel')}
        </Button>
        <Button kind="danger" onClick={onForget}>
          {t('places.forgetConfirm')}
        </Button>
      </div>
    </Modal>
  )
}
