import { Dialog } from '../../../components/dialog/Dialog.tsx'
import dialog from '../../../components/dialog/dialog.module.css'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import layout from '../../../components/layout.module.css'
import { ModelList } from '../../../components/model-picker/ModelList.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { retryAnswer } from '../actions/answer-actions.ts'
import { pressArea, useChat } from '../state/chat-store.ts'
import { useTarget } from '../state/target.ts'

/** Chooses another model that regenerates an answer, for this answer only. */
export function OtherModelDialog() {
  const { t } = useTranslation()
  const messageId = useChat((state) => state.askingOther)
  const { connection, model } = useTarget()
  const close = () => useChat.setState({ askingOther: null })
  return (
    <Dialog opened={messageId !== null} onClose={close} title={t('message.askOtherTitle')}>
      <div className={layout.stack}>
        {model === '' ? null : <p className={dialog.text}>{t('message.askOtherHint', { model })}</p>}
        <ModelList
          connection={connection}
          model=""
          kind="chat"
          onChoose={(connectionId, other) => {
            close()
            if (messageId === null) return
            // a choice in a dialog is no second half of the press before it
            paidPresses.noteContentChange(pressArea('retry'))
            void retryAnswer(messageId, { connectionId, model: other })
          }}
          onClose={close}
        />
      </div>
    </Dialog>
  )
}
