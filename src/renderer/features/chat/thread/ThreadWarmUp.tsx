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

/** Number of rendering steps: the question, and one for each part of the answer. All at once would take over 50 ms. */
const stepCount = 1 + samples('').length

/** Idle time in which another sample can be parsed, in ms. */
const parseMs = 5

/** Parses samples while the page is idle, as many at once as fit, and calls `onEnd`. Returns its undo. */
function parseSamples(samples: readonly string[], onEnd: () => void): () => void {
  const left = [...samples]
  const goOn = (deadline: IdleDeadline): void => {
    do warmParser(left.shift() ?? '')
    while (left.length > 0 && deadline.timeRemaining() > parseMs)
    if (left.length === 0) onEnd()
    else request = requestIdleCallback(goOn)
  }
  let request = requestIdleCallback(goOn)
  return () => cancelIdleCallback(request)
}

/** The first step that has not run in this page. A step has its effect once, so a later empty chat begins with it. */
let nextStep = -1

/**
 * Parses samples and renders two hidden messages right after the start, while the page is idle, and removes them. This
 * compiles code that runs for the first time and looks up fonts, which a click on the first chat would otherwise wait
 * for. Each step is short enough to leave the first key press undelayed, and runs once in a page.
 */
export const ThreadWarmUp = memo(function ThreadWarmUp() {
  const { t } = useTranslation()
  const [step, setStep] = useState(nextStep)
  useEffect(() => {
    nextStep = step
    if (step > stepCount) return undefined
    if (step === stepCount) {
      nextStep = stepCount + 1
      // the same for main: its first reading of a chat prepares statements
      const [likely] = chatNow().list
      if (likely !== undefined) askEarly(likely.id)
      return undefined
    }
    const goOn = () => startTransition(() => setStep(step + 1))
    // a click right after the start waits for the parser's code more than for all else
    if (step < 0) return parseSamples(samples(t('chat.greeting')), goOn)
    const request = requestIdleCallback(goOn)
    return () => cancelIdleCallback(request)
  }, [step, t])
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
