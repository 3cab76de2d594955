import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/dialog/Dialog.tsx'
import { DialogFoot } from '../../../components/dialog/DialogFoot.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { endTemporaryChat, keepTemporaryChat, useEnding } from '../actions/temporary-actions.ts'

/** Asks before a temporary chat with content is ended. */
export function EndTemporaryDialog() {
  const { t } = useTranslation()
  const conversation = useEnding((state) => state.conversation)
  const close = () => useEnding.setState({ conversation: null })
  const act = (run: (id: string) => Promise<void>) => {
    close()
    if (conversation !== null) void run(conversation.id)
  }
  return (
    <Dialog opened={conversation !== null} onClose={close} title={t('temporary.endTitle')}>
      <p className={dialog.text}>{t('temporary.endText')}</p>
      <DialogFoot onCancel={close} cancelFocused>
        {conversation === null || conversation.snippet === '' || conversation.streaming ? null : (
          <Button onClick={() => act(keepTemporaryChat)}>{t('temporary.keep')}</Button>
        )}
        <Button kind="danger" onClick={() => act(endTemporaryChat)}>
          {t('temporary.endNow')}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
