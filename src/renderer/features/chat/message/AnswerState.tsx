import { useEffect, useState } from 'react'
import type { Message, Wait } from '../../../../shared/chat.ts'
import type { AppError } from '../../../../shared/errors.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { Note } from '../../../components/Note.tsx'
import { toolTitle } from '../../../components/tools/tool-words.ts'
import { sentences } from '../../../components/words/sentences.ts'
import { errorTitle } from '../../../platform/errors/error-title.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTools } from '../../../platform/tools-store.ts'
import {
  continueAnswer,
  ownModelOf,
  retryAnswer,
  retryColumn,
  retryWithCompletions,
  retryWithoutTools,
} from '../actions/answer-actions.ts'
import { stopAnswer } from '../actions/stop-actions.ts'
import { chatNow, useChat } from '../state/chat-store.ts'
import { useParameters } from '../state/use-parameters.ts'
import { refusedTool } from '../tools/refused-tool.ts'
import { endNote } from './end-note.ts'
import classes from './Message.module.css'

interface AnswerStateProps {
  readonly message: Message
  readonly hasText: boolean
  /** True if the answer is shown next to those of other models; a retry then uses its own model. */
  readonly inColumn: boolean
}

/** State of an answer that is not complete, with one action. */
export function AnswerState({ message, hasText, inColumn }: AnswerStateProps) {
  const { t } = useTranslation()
  const ask = inColumn ? retryColumn : (id: string) => retryAnswer(id, ownModelOf(message))
  const { state, error, wait, finishReason } = message.status
  const connectionId =
    (inColumn || ownModelOf(message) !== null
      ? message.column?.connectionId
      : chatNow().open?.conversation.connectionId) ?? null
  const note = endNote(finishReason, hasText)
  const again = {
    label: hasText ? t('steps.continue') : t('steps.retry'),
    run: () => void (hasText ? continueAnswer(message.id) : ask(message.id)),
  }
  switch (state) {
    case 'streaming':
      return wait === null ? null : <WaitLine messageId={message.id} wait={wait} />
    case 'done':
      return note === null ? null : (
        <StateLine
          words={t(`message.${note.words}`, { reason: note.reason })}
          {...(note.action === null ? {} : { label: again.label, onAct: again.run })}
        />
      )
    case 'stopped':
      return (
        <StateLine
          isQuiet
          words={hasText ? t('message.stopped') : t('message.stoppedEmpty')}
          label={again.label}
          onAct={again.run}
        />
      )
    case 'interrupted':
    case 'failed':
      if (error === null) return <StateLine words={t('message.interrupted')} label={again.label} onAct={again.run} />
      return (
        <div className={classes.state}>
          <ErrorNote
            error={error}
            place={{ where: 'answer', hasText, hasTools: hasTools() }}
            connectionId={connectionId}
            lead={hasText ? t('message.interrupted') : undefined}
            on={{
              retry: () => void ask(message.id),
              continue: () => void continueAnswer(message.id),
              chooseModel: () => useChat.setState({ pickerOpen: true }),
              edit: () => editQuestion(message),
              useCompletions: () => void retryWithCompletions(connectionId, message.id, ask),
              withoutTools: () => void retryWithoutTools(message.id, ask),
            }}
          >
            <WithoutOneTool error={error} onRetry={(id) => void retryWithoutTools(message.id, ask, [id])} />
          </ErrorNote>
        </div>
      )
    default:
      return state satisfies never
  }
}

/** An offer to turn off the one tool that a refusal names; nothing if it names none. */
function WithoutOneTool({ error, onRetry }: { readonly error: AppError; readonly onRetry: (id: string) => void }) {
  const { t } = useTranslation()
  const tools = useTools((state) => state.tools)
  const enabled = new Set(useParameters().tools?.enabled)
  const offered = tools.filter(({ id }) => enabled.has(id))
  const tool = refusedTool(error, offered)
  if (tool === null || offered.length < 2) return null
  return (
    <Button size="small" onClick={() => onRetry(tool.id)}>
      {t('tools.withoutOne', { tool: toolTitle(t, tool) })}
    </Button>
  )
}

/** Returns true if the open conversation offers tools. */
function hasTools(): boolean {
  return (chatNow().open?.conversation.parameters.tools?.enabled.length ?? 0) > 0
}

function editQuestion(answer: Message): void {
  const question = chatNow().open?.messages.findLast((message) => message.id === answer.parentId)
  if (question?.role === 'user') useChat.setState({ editing: question.id })
}

interface StateLineProps {
  readonly words: string
  /** True for an end that the user chose; it is shown without a warning. */
  readonly isQuiet?: boolean
  readonly label?: string
  readonly onAct?: () => void
}

function StateLine({ words, isQuiet = false, label, onAct }: StateLineProps) {
  return (
    <Note
      tone={isQuiet ? 'quiet' : 'warning'}
      isSilent
      className={classes.state}
      steps={
        label === undefined || onAct === undefined ? null : (
          <Button size="small" onClick={onAct}>
            {label}
          </Button>
        )
      }
    >
      {words}
    </Note>
  )
}

/** A countdown to the next attempt of a request. */
export function WaitLine({ messageId, wait }: { messageId: string; wait: Wait }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((wait.until - now) / 1000))
  const at = { attempt: wait.attempt, of: wait.of }
  return (
    <Note
      isSilent
      className={classes.state}
      steps={
        <Button size="small" onClick={() => void stopAnswer(messageId)}>
          {t('app.cancel')}
        </Button>
      }
    >
      {sentences(t, errorTitle(t, wait.error), '')}
      <span className={classes.count}>
        {seconds === 0 ? t('message.waitingNow', at) : t('message.waiting', { ...at, seconds })}
      </span>
    </Note>
  )
}
