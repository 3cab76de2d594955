import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { calledTitle } from '../../../components/tools/tool-words.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTools } from '../../../platform/tools-store.ts'
import { useChat } from '../state/chat-store.ts'
import { columnsOf, endOf, lastAnswer } from '../state/messages.ts'

type Stage = Message['status']['state'] | 'waiting' | `asking ${string}`

/** Returns true if a stage is announced. An answer that had already ended when first seen is not news. */
function isNews(before: Stage | undefined, now: Stage): boolean {
  const isOver = now !== 'streaming' && now !== 'waiting' && !now.startsWith('asking ')
  return before === undefined ? !isOver : before !== now
}

function stageOf(message: Message): Stage {
  const asking = message.calls?.find(({ state }) => state === 'asking')
  if (asking !== undefined) return `asking ${asking.id}`
  return message.status.state === 'streaming' && message.status.wait !== null ? 'waiting' : message.status.state
}

/** Announcements for screen readers: when answers start, need a decision and end, but not their text. */
export function Announcer() {
  const { t } = useTranslation()
  const answer = useChat((state) => lastAnswer(endOf(state.chat.open)))
  const heard = useRef<ReadonlyMap<string, Stage>>(new Map())
  const [words, setWords] = useState('')

  useEffect(() => {
    const columns = answer === undefined ? [] : columnsOf(answer)
    const before = heard.current
    heard.current = new Map(columns.map((column) => [column.id, stageOf(column)]))
    const news = columns.filter((column) => isNews(before.get(column.id), stageOf(column)))
    if (news.length === 0) return
    const isSeveral = columns.length > 1
    const areStarting = news.every((column) => stageOf(column) === 'streaming')
    if (isSeveral && areStarting && news.length > 1) setWords(t('compare.announceStart', { count: news.length }))
    else setWords(news.map((column) => (isSeveral ? named(column) : stageWords(column))).join(' '))

    function named(column: Message): string {
      // the words of a start contain the model's name
      const said = stageWords(column)
      return stageOf(column) === 'streaming' ? said : t('compare.announce', { model: column.model, words: said })
    }

    function stageWords(column: Message): string {
      const now = stageOf(column)
      const asked = column.calls?.find(({ id }) => now === `asking ${id}`)
      if (asked !== undefined) return t('tools.announce', { tool: calledTitle(t, asked, useTools.getState().tools) })
      switch (now) {
        case 'streaming':
          return t('chat.announceStart', { model: column.model })
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
