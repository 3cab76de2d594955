import { useCallback, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import type { ToolCall } from '../../../../shared/tools.ts'
import { KeptNote } from '../../../components/KeptNote.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { currentTextOf } from '../actions/answer-actions.ts'
import { MessagePictures } from '../files/MessagePictures.tsx'
import { RawText } from '../reading/RawText.tsx'
import { streamTexts } from '../state/chat-store.ts'
import { useIsRaw } from '../state/raw-store.ts'
import { AnswerText } from '../tools/AnswerText.tsx'
import { AnswerState } from './AnswerState.tsx'
import classes from './Message.module.css'
import { MoreText } from './MoreText.tsx'
import { Thought } from './Thought.tsx'
import { usePacedText } from './use-paced-text.ts'
import { isCut, useThinking, useThinksNow } from './use-thinking.ts'

/** Returns the text of an answer; only the caller re-renders at every delta. */
function useAnswerText(message: Message): string {
  const subscribe = useCallback((listener: () => void) => streamTexts.subscribe(message.id, listener), [message.id])
  return useSyncExternalStore(subscribe, () => currentTextOf(message))
}

const noCalls: readonly ToolCall[] = []

/** Returns true if the model is expected to write: no call waits, asks or runs. */
function isModelsTurn(calls: readonly ToolCall[], text: string): boolean {
  const last = calls.at(-1)
  if (last === undefined) return text === ''
  return last.endedAt !== null && text.length <= last.textEnd
}

interface AnswerBodyProps {
  readonly message: Message
  /** True if the answer is shown next to the answers of other models. */
  readonly inColumn?: boolean
}

/** Text and state of an answer; only this component re-renders at every delta. */
export function AnswerBody({ message, inColumn = false }: AnswerBodyProps) {
  const { t } = useTranslation()
  const text = useAnswerText(message)
  const running = message.status.state === 'streaming'
  const shown = usePacedText(text, running)
  useLayoutEffect(() => {
    return running ? streamTexts.drew(message.id, shown.length) : undefined
  })
  const calls = message.calls ?? noCalls
  const isThinking = useThinksNow(message)
  const isEmpty = text === '' && calls.length === 0
  const hasMore = useThinking(message, isCut) && !running
  const isRaw = useIsRaw(message.id) && !running && text !== ''
  return (
    <>
      <Thought message={message} isRunning={isThinking} />
      {isRaw ? (
        <RawText text={text} messageId={message.id} />
      ) : isEmpty ? null : (
        <div className={classes.text} data-said={message.id}>
          <AnswerText text={shown} calls={calls} model={message.model} streaming={running} />
        </div>
      )}
      {running && message.status.wait === null && !isThinking && isModelsTurn(calls, text) ? (
        <p className={classes.thinking}>
          <span className={classes.caret} aria-hidden="true" />
          {t('message.thinking')}
        </p>
      ) : null}
      <MessagePictures items={message.attachments} />
      <AnswerState message={message} hasText={!isEmpty || hasMore} inColumn={inColumn} />
      {hasMore ? <MoreText messageId={message.id} /> : null}
      {running ? null : <KeptNote kind="chat" ownerId={message.id} kept={message.status.kept ?? false} />}
    </>
  )
}
