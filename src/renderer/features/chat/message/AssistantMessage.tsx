import { ChevronDown, Columns3, RefreshCw } from 'lucide-react'
import { memo } from 'react'
import { editedByUser } from '../../../../shared/answer-end.ts'
import type { Message } from '../../../../shared/chat.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { timeOf } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { lazyComponent } from '../../../platform/lazy-component.tsx'
import { retryAnswer, saidText, selectVersion } from '../actions/answer-actions.ts'
import { showCompared } from '../actions/compare-actions.ts'
import { useChat } from '../state/chat-store.ts'
import { columnsOf } from '../state/messages.ts'
import { costWords, usageWords } from '../state/usage-words.ts'
import { AnswerBody } from './AnswerBody.tsx'
import { EditMessage } from './EditMessage.tsx'
import classes from './Message.module.css'
import { MessageMenu } from './MessageMenu.tsx'
import { Versions } from './Versions.tsx'

const AnswerMemory = lazyComponent(async () => (await import('../late-parts.ts')).AnswerMemory)
const AnswerSources = lazyComponent(async () => (await import('../late-parts.ts')).AnswerSources)

interface AssistantMessageProps {
  readonly message: Message
  /** True if the answer follows its question; otherwise it cannot be requested again. */
  readonly isReply: boolean
  /** True if the user edits its text. */
  readonly isEditing?: boolean
}

/** An answer, streaming or complete. */
export const AssistantMessage = memo(function AssistantMessage({
  message,
  isReply,
  isEditing = false,
}: AssistantMessageProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const running = message.status.state === 'streaming'
  const count = columnsOf(message).length
  const open = t('compare.open', { count })
  return (
    <article className={classes.it} aria-label={message.model} aria-busy={running}>
      <div className={classes.who}>
        <b>{message.model}</b>
        <time dateTime={new Date(message.createdAt).toISOString()}>
          {timeOf(language, message.createdAt, Date.now())}
        </time>
        {isEdited(message) ? <span>{t('message.edited')}</span> : null}
      </div>
      {isEditing && !running ? <EditMessage message={message} /> : <AnswerBody message={message} />}
      {message.passages === undefined ? null : <AnswerSources numbers={message.passages} />}
      {message.memories === undefined || running ? null : <AnswerMemory texts={message.memories} />}
      {running || isEditing ? null : (
        <div className={`${classes.foot} ${classes.answerFoot}`}>
          <Versions
            kind="message"
            versions={message.versions}
            shown={message.id}
            onSelect={(version) => void selectVersion(version)}
          />
          {count < 2 ? null : (
            <IconButton
              icon={Columns3}
              words={open}
              iconSize={15}
              size="small"
              onClick={() => showCompared(message, true)}
            />
          )}
          {saidText(message).trim() === '' ? null : (
            <CopyButton text={() => saidText(message)} label={t('message.copy')} />
          )}
          {!isReply ? null : (
            <span className={classes.again}>
              <IconButton
                icon={RefreshCw}
                words={t('message.retry')}
                iconSize={15}
                size="small"
                onClick={() => void retryAnswer(message.id)}
              />
              <IconButton
                icon={ChevronDown}
                words={t('message.askOther')}
                iconSize={13}
                size="small"
                aria-haspopup="dialog"
                onClick={() => useChat.setState({ askingOther: message.id })}
              />
            </span>
          )}
          <MessageMenu message={message} />
          <span className={classes.numbers}>{usageWords(t, message.status)}</span>
          <span className={classes.cost}>{costWords(t, language, message.status)}</span>
        </div>
      )}
    </article>
  )
})

function isEdited({ status }: Message): boolean {
  return status.state === 'done' && status.finishReason === editedByUser
}
