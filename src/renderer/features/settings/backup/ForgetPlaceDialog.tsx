import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'

interface ForgetPlaceDialogProps {
  readonly name: string
  readonly onClose: () => void
  readonly onForget: () => void
}

/** Asks before a backup destination is removed from the list; its backups stay there. */
export function ForgetPlaceDialog({ name, onClose, onForget }: ForgetPlaceDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog onClose={onClose} title={t('places.forgetTitle')}>
      <p className={dialog.text}>{t('places.forgetText', { name })}</p>
      <DialogFoot onCancel={onClose} cancelFocused>
        <Button kind="danger" onClick={onForget}>
          {t('places.forgetConfirm')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
