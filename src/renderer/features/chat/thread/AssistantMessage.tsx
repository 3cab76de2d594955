import { RefreshCw } from 'lucide-react'
import { memo, useCallback, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../../shared/chat.ts'
import { withoutThinking } from '../../../../shared/thinking.ts'
import type { ToolCall } from '../../../../shared/tools.ts'
import buttons from '../../../components/buttons.module.css'
import { KeptNote } from '../../../components/KeptNote.tsx'
import { CopyButton } from '../../../components/words/CopyButton.tsx'
import { timeOf } from '../../../components/words/time-words.ts'
import { useLanguage } from '../../../platform/app-store.ts'
import { streamTexts } from '../chat-store.ts'
import { AnswerText } from '../tools/AnswerText.tsx'
import { AnswerState } from './AnswerState.tsx'
import { retryAnswer, textOf } from './answer-actions.ts'
import classes from './Message.module.css'
import { Thought } from './Thought.tsx'
import { usageWords } from './usage-words.ts'
import { usePacedText } from './use-paced-text.ts'
import { useThinksNow } from './use-thinking.ts'
import { VersionSwitch } from './VersionSwitch.tsx'

/** Text of an answer; re-renders only the caller at every delta. */
function useAnswerText(message: Message): string {
  const subscribe = useCallback((listener: () => void) => streamTexts.subscribe(message.id, listener), [message.id])
  return useSyncExternalStore(subscribe, () => textOf(message))
}

const noCalls: readonly ToolCall[] = []

/** Whether the model has the next word: no call waits, asks or runs. */
function isModelsTurn(calls: readonly ToolCall[], text: string): boolean {
  const last = calls.at(-1)
  if (last === undefined) return text === ''
  return last.endedAt !== null && text.length <= last.textEnd
}

/** An answer, streaming or complete. */
export const AssistantMessage = memo(function AssistantMessage({ message }: { message: Message }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const text = useAnswerText(message)
  const running = message.status.state === 'streaming'
  const shown = usePacedText(text, running)
  const calls = message.calls ?? noCalls
  const isThinking = useThinksNow(message)
  const isEmpty = text === '' && calls.length === 0
  return (
    <article className={classes.it} aria-label={message.model} aria-busy={running}>
      <div className={classes.who}>
        <b>{message.model}</b>
        <time dateTime={new Date(message.createdAt).toISOString()}>
          {timeOf(language, message.createdAt, Date.now())}
        </time>
      </div>
      <Thought message={message} isRunning={isThinking} />
      {isEmpty ? null : (
        <div className={classes.text}>
          <AnswerText text={shown} calls={calls} model={message.model} streaming={running} />
        </div>
      )}
      {running && message.status.wait === null && !isThinking && isModelsTurn(calls, text) ? (
        <p className={classes.thinking}>
          <span className={classes.caret} aria-hidden="true" />
          {t('message.thinking')}
        </p>
      ) : null}
      <AnswerState message={message} hasText={!isEmpty} />
      {running ? null : <KeptNote kind="chat" ownerId={message.id} kept={message.status.kept ?? false} />}
      {running ? null : (
        <div className={classes.foot}>
          <VersionSwitch message={message} />
          {text === '' ? null : <CopyButton text={() => withoutThinking(text)} label={t('message.copy')} />}
          <button
            type="button"
            className={`${buttons.icon} ${buttons.tiny}`}
            aria-label={t('message.retry')}
            title={t('message.retry')}
            onClick={() => void retryAnswer(message.id)}
          >
            <RefreshCw size={15} />
          </button>
          <span className={classes.numbers}>{usageWords(t, language, message.status)}</span>
        </div>
      )}
    </article>
  )
})
