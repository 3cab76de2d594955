import { DangerDialog } from '../../../components/dialog/DangerDialog.tsx'
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
    <DangerDialog
      onClose={onClose}
      title={t('places.forgetTitle')}
      confirm={t('places.forgetConfirm')}
      onConfirm={onForget}
    >
      <p className={dialog.text}>{t('places.forgetText', { name })}</p>
    </DangerDialog>
  )
}
