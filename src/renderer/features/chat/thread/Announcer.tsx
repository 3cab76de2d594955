import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../../shared/chat.ts'
import { calledTitle } from '../../../components/tools/tool-words.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { useChat } from '../chat-store.ts'
import { endOf, lastAnswer } from '../messages.ts'

type Stage = Message['status']['state'] | 'waiting' | `asking ${string}`

function stageOf(message: Message): Stage {
  const asking = message.calls?.find(({ state }) => state === 'asking')
  if (asking !== undefined) return `asking ${asking.id}`
  return message.status.state === 'streaming' && message.status.wait !== null ? 'waiting' : message.status.state
}

/** Tells screen readers when an answer starts, needs a decision, and how it ends, but not its text. */
export function Announcer() {
  const { t } = useTranslation()
  const answer = useChat((state) => lastAnswer(endOf(state.chat.open)))
  const heard = useRef<{ readonly id: string; readonly stage: Stage } | null>(null)
  const [words, setWords] = useState('')

  useEffect(() => {
    const before = heard.current
    if (answer === undefined) {
      heard.current = null
      return
    }
    const stage = stageOf(answer)
    heard.current = { id: answer.id, stage }
    // an answer that had ended before it was first seen is not news
    const isOver = stage !== 'streaming' && stage !== 'waiting' && !stage.startsWith('asking ')
    if (before?.id === answer.id ? before.stage === stage : isOver) return
    setWords(stageWords(stage))

    function stageWords(now: Stage): string {
      const asked = answer?.calls?.find(({ id }) => now === `asking ${id}`)
      if (asked !== undefined) return t('tools.announce', { tool: calledTitle(t, asked, useTools.getState().tools) })
      switch (now) {
        case 'streaming':
          return t('chat.announceStart', { model: answer?.model ?? '' })
        case 'waiting':
          return t('chat.announceWaiting')
        case 'done':
          return t('chat.announceDone')
        case 'stopped':
          return t('chat.announceStopped')
        case 'interrupted':
          return t('chat.announceInterrupted')
        case 'failed':
          return t('chat.announceFailed')
        default:
          return ''
      }
    }
  }, [answer, t])

  return (
    <VisuallyHidden aria-live="polite" aria-atomic="true">
      {words}
    </VisuallyHidden>
  )
}
