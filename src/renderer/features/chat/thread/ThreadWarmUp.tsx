import { memo, startTransition, useEffect, useState } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { warmParser } from '../../../components/markdown/parser-warm-up.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { askEarly } from '../actions/chat-actions.ts'
import { AssistantMessage } from '../message/AssistantMessage.tsx'
import { UserMessage } from '../message/UserMessage.tsx'
import { chatNow } from '../state/chat-store.ts'
import classes from './ConversationView.module.css'

/**
 * Returns the usual parts of an answer, to run the code for each once. `words` are in the current language: another
 * script would load fonts into the memory of a page that may never show it.
 */
const samples = (words: string): readonly string[] => [
  words,
  `**${words}** A *paragraph* with \`code\`.`,
  '- a list\n- of two',
  '| a | table |\n|---|---|\n| 1 | 2 |',
  '```\ncode\n```',
]

function sampleMessage(role: Message['role'], text: string): Message {
  return {
    id: `warm-up-${role}`,
    conversationId: 'warm-up',
    parentId: 'warm-up',
    role,
    text,
    attachments: [],
    model: '',
    createdAt: 0,
    versions: [],
    stream: null,
    status: { state: 'done', error: null, wait: null, usage: null, timing: null, finishReason: null },
  }
}

/** Delay before messages are rendered, in ms. The startup finishes first, and the first key press is not delayed. */
const pauseMs = 500

/** Number of rendering steps: the question, and one for each part of the answer. All at once would take over 50 ms. */
const stepCount = 1 + samples('').length

/** Parses the samples one after another while the page is idle, a few ms each. Returns its undo. */
function parseSamples([text, ...rest]: readonly string[]): () => void {
  if (text === undefined) return () => undefined
  let undo = () => cancelIdleCallback(request)
  const request = requestIdleCallback(() => {
    warmParser(text)
    undo = parseSamples(rest)
  })
  return () => undo()
}

/**
 * Renders two hidden messages soon after the start, while the page is idle, and removes them. This compiles code that
 * runs for the first time and looks up fonts, which a click on the first conversation would otherwise wait for.
 */
export const ThreadWarmUp = memo(function ThreadWarmUp() {
  const { t } = useTranslation()
  const [step, setStep] = useState(-1)
  // a click right after the start waits for the parser's code more than for all else
  useEffect(() => parseSamples(samples(t('chat.greeting'))), [t])
  useEffect(() => {
    if (step >= stepCount) {
      // the same for main: its first reading of a chat prepares statements
      const [likely] = chatNow().list
      if (likely !== undefined) askEarly(likely.id)
      return undefined
    }
    const goOn = () => startTransition(() => setStep(step + 1))
    if (step < 0) {
      const pause = setTimeout(goOn, pauseMs)
      return () => clearTimeout(pause)
    }
    const request = requestIdleCallback(goOn)
    return () => cancelIdleCallback(request)
  }, [step])
  if (step < 0 || step >= stepCount) return null
  const words = t('chat.greeting')
  const answer = samples(words).slice(0, step).join('\n\n')
  return (
    <div className={classes.warmUp} aria-hidden="true" inert>
      {step === 0 ? (
        <UserMessage message={sampleMessage('user', words)} editing={false} isUnanswered={false} />
      ) : (
        <AssistantMessage message={sampleMessage('assistant', answer)} isReply />
      )}
    </div>
  )
})
