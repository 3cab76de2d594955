import { useEffect, useRef } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { Button } from '../../../components/Button.tsx'
import { enterAction, keyPressOf } from '../../../components/forms/composer-keys.ts'
import { paidPresses } from '../../../components/forms/press-guard.ts'
import { swallowRepeat } from '../../../components/forms/swallow-repeat.ts'
import { forgetUnsent, keepUnsent, unsentText } from '../../../components/forms/unsent-text.ts'
import { appState, useApp } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { editMessage, saveEditedAnswer } from '../actions/answer-actions.ts'
import { focusComposer } from '../actions/drafts.ts'
import { pasteLongText } from '../composer/ComposerField.tsx'
import { pressArea, useChat } from '../state/chat-store.ts'
import classes from './Message.module.css'

/** An editor for an earlier message or an answer, which creates another version. An answer is only stored. */
export function EditMessage({ message }: { message: Message }) {
  const { t } = useTranslation()
  const field = useRef<HTMLTextAreaElement>(null)
  const composedAt = useRef<number | null>(null)
  const sendWith = useApp((state) => state.settings.sendWith)
  const owner = `message:${message.id}` as const
  const isAnswer = message.role === 'assistant'
  useEffect(() => () => forgetUnsent(owner), [owner])
  const send = () => {
    const text = field.current?.value ?? ''
    if (text.trim() === '') return
    void (isAnswer ? saveEditedAnswer(message.id, text) : editMessage(message.id, text))
  }
  const cancel = () => {
    useChat.setState({ editing: null })
    focusComposer()
  }
  return (
    <div className={classes.edit}>
      <textarea
        autoComplete="off"
        dir="auto"
        ref={(element) => {
          if (element !== null && field.current === null) {
            element.focus({ preventScroll: true })
            element.setSelectionRange(element.value.length, element.value.length)
          }
          field.current = element
        }}
        aria-label={t(isAnswer ? 'message.editAnswerField' : 'message.editField')}
        defaultValue={unsentText(owner) ?? message.text}
        onInput={(event) => {
          // the browser writes this storage to the disk
          if (!isTemporaryChat(message.conversationId)) keepUnsent(owner, event.currentTarget.value)
          paidPresses.noteContentChange(pressArea('edit'))
        }}
        onPaste={pasteLongText}
        onCompositionEnd={(event) => {
          composedAt.current = event.timeStamp
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
            event.stopPropagation()
            cancel()
            return
          }
          const mac = appState().info.platform === 'mac'
          // an answer has many lines
          const saveWith = isAnswer ? 'mod-enter' : sendWith
          const action = enterAction(keyPressOf(event, mac), saveWith, composedAt.current)
          if (action === 'confirm') event.preventDefault()
          if (action === 'send') {
            event.preventDefault()
            // the composer gets the focus next, and may contain a text that is not meant to be sent
            swallowRepeat(null)
            send()
          }
        }}
      />
      <div className={classes.editActions}>
        <span>{t(isAnswer ? 'message.editAnswerHint' : 'message.editHint')}</span>
        <Button size="small" onClick={cancel}>
          {t('app.cancel')}
        </Button>
        <Button kind="primary" size="small" onClick={send}>
          {t(isAnswer ? 'app.save' : 'message.editSend')}
        </Button>
      </div>
    </div>
  )
}
