import type { TFunction } from 'i18next'
import { memo, useLayoutEffect } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { ThoughtFold } from '../../../components/ThoughtFold.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { streamThoughts } from '../state/chat-store.ts'
import classes from './Message.module.css'
import { thoughtOf, useThinking, useThinkingMs } from './use-thinking.ts'

/** The model's thinking for a message, folded, with its duration. */
export function Thought({ message, isRunning }: { readonly message: Message; readonly isRunning: boolean }) {
  const { t } = useTranslation()
  const hasThought = useThinking(message, (one) => thoughtOf(one) !== '')
  const ms = useThinkingMs(message, isRunning)
  if (!hasThought) return null
  return (
    <ThoughtFold label={isRunning ? runningWords(t, ms ?? 0) : thoughtWords(t, ms)}>
      {() => <ThoughtText message={message} />}
    </ThoughtFold>
  )
}

function runningWords(t: TFunction, ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return seconds < 1 ? t('markdown.thinkingNow') : t('markdown.thinkingFor', { seconds })
}

function thoughtWords(t: TFunction, ms: number | null): string {
  if (ms === null) return t('markdown.thinking')
  const seconds = Math.round(ms / 1000)
  if (seconds < 1) return t('markdown.thoughtShort')
  const minutes = Math.floor(seconds / 60)
  return minutes < 1
    ? t('markdown.thoughtSeconds', { seconds })
    : t('markdown.thoughtMinutes', { minutes, seconds: seconds % 60 })
}

/** Plain text by paragraphs, so that a growing thought lays out only its last one. */
function ThoughtText({ message }: { readonly message: Message }) {
  const text = useThinking(message, thoughtOf)
  useLayoutEffect(() => {
    return message.stream === null ? undefined : streamThoughts.drew(message.id, text.length)
  })
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are only ever added at the end
      <Paragraph key={index} text={paragraph} />
    ))
}

const Paragraph = memo(function Paragraph({ text }: { readonly text: string }) {
  return <p className={classes.thoughtText}>{text}</p>
})
