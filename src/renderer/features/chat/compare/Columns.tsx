import { VisuallyHidden } from '@mantine/core'
import { memo, useEffect, useId, useRef, useState } from 'react'
import type { Message } from '../../../../shared/chat.ts'
import { Button } from '../../../components/Button.tsx'
import { Boundary } from '../../../components/boundary/Boundary.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { currentTextOf } from '../actions/answer-actions.ts'
import { showCompared } from '../actions/compare-actions.ts'
import { AssistantMessage } from '../message/AssistantMessage.tsx'
import { useChat } from '../state/chat-store.ts'
import { columnsOf } from '../state/messages.ts'
import { Column } from './Column.tsx'
import classes from './Columns.module.css'

interface ComparedAnswerProps {
  readonly message: Message
  /** True if the answer follows its question. */
  readonly isReply: boolean
  /** True if its columns are shown. */
  readonly isOpen: boolean
  /** True if the user edits its text. */
  readonly isEditing: boolean
}

/** An answer requested from several models: in columns, or the chosen one alone. */
export const ComparedAnswer = memo(function ComparedAnswer({
  message,
  isReply,
  isOpen,
  isEditing,
}: ComparedAnswerProps) {
  // one answer of a comparison is edited alone
  if (isOpen && !isEditing) return <Columns message={message} />
  return <AssistantMessage message={message} isReply={isReply} isEditing={isEditing} />
})

/**
 * Returns true if the columns of an answer are shown: while several models are asked, while one runs, or because the
 * user opened them.
 */
export function areColumnsOpen(
  { beside, column, status }: Message,
  isOn: boolean,
  opened: ReadonlySet<string>,
): boolean {
  if (column === undefined || beside === undefined || beside.length === 0) return false
  const isRunning = [status, ...beside.map((other) => other.status)].some(({ state }) => state === 'streaming')
  return isOn || isRunning || opened.has(column.comparison)
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

function Columns({ message }: { readonly message: Message }) {
  const { t } = useTranslation()
  const isOn = useChat((state) => state.chat.open?.conversation.parameters.compare?.on ?? false)
  const columns = columnsOf(message)
  const count = columns.length
  const isRunning = columns.some(({ status }) => status.state === 'streaming')
  // the column that Tab focuses
  const [at, setAt] = useState(0)
  const row = useRef<HTMLDivElement>(null)
  const keys = useId()
  const drawn = useDrawn(count, isRunning)

  const move = (event: React.KeyboardEvent) => {
    const by = steps[event.key]
    const { target } = event
    if (by === undefined || !(target instanceof HTMLElement)) return
    // fields and scroll regions handle arrow keys themselves
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !target.matches('article, button')) return
    const elements = [...(row.current?.children ?? [])]
    const next = elements.findIndex((element) => element.contains(target)) + by
    const element = elements[next]
    if (!(element instanceof HTMLElement)) return
    event.preventDefault()
    setAt(next)
    element.focus()
  }

  return (
    <section className={classes.group} aria-label={t('compare.group', { count })}>
      <VisuallyHidden id={keys}>{t('compare.keys')}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the columns, which take the focus */}
      <div ref={row} className={classes.columns} data-count={count} onKeyDown={move}>
        {columns.slice(0, drawn).map((column, index) => (
          <Boundary key={column.column?.slot} place="message" shown={column} source={() => currentTextOf(column)}>
            <Column
              message={column}
              index={index}
              count={count}
              isChosen={!isOn && column.id === message.id}
              isTabStop={index === Math.min(at, count - 1)}
              describedBy={keys}
            />
          </Boundary>
        ))}
      </div>
      {isOn || isRunning ? null : (
        <Button size="small" onClick={() => showCompared(message, false)}>
          {t('compare.close')}
        </Button>
      )}
    </section>
  )
}

/**
 * Returns the number of columns to draw. Columns of starting answers appear one per frame, because four at once are a
 * task of more than 50 ms. Ended ones appear together, so that a list of messages does not change its height.
 */
function useDrawn(count: number, isRunning: boolean): number {
  const [drawn, setDrawn] = useState(isRunning ? 1 : count)
  useEffect(() => {
    if (drawn >= count) return undefined
    const frame = requestAnimationFrame(() => setDrawn(drawn + 1))
    return () => cancelAnimationFrame(frame)
  }, [drawn, count])
  return drawn
}
