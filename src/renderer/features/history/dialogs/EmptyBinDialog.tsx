import { DangerDialog } from '../../../components/dialog/DangerDialog.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useDeletedMessages } from '../deleted-messages.ts'
import { useHistory } from '../history-store.ts'
import { emptyBin } from '../item-actions.ts'

/** Asks before the bin is emptied for good. */
export function EmptyBinDialog() {
  const { t } = useTranslation()
  const opened = useHistory((state) => state.emptying)
  const count = useHistory((state) => state.pages.total ?? 0)
  const messages = useDeletedMessages()
  const close = () => useHistory.setState({ emptying: false })
  return (
    <DangerDialog
      opened={opened}
      onClose={close}
      title={t('history.empty')}
      confirm={t('history.empty')}
      onConfirm={() => void emptyBin()}
    >
      {count === 0 ? null : <p className={dialog.text}>{t('history.emptyText', { count })}</p>}
      {messages === 0 ? null : <p className={dialog.text}>{t('history.emptyMessages', { count: messages })}</p>}
    </DangerDialog>
  )
}
