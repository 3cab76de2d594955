import { Archive } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FoundItem } from '../../../../shared/history.ts'
import { everything, readQuery } from '../../../../shared/history-query.ts'
import type { CallOutput } from '../../../../shared/ipc/contract.ts'
import type { Result } from '../../../../shared/ipc/result.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import layout from '../../../components/layout.module.css'
import { watchHistorySearch } from '../../../components/lists/history-search.ts'
import { Marked } from '../../../components/words/Marked.tsx'
import { fromFirstHit } from '../../../components/words/marked-text.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { openFound } from '../actions/find-actions.ts'
import { useChat } from '../state/chat-store.ts'
import classes from './Sidebar.module.css'

/** Debounce of the search, in ms. */
const pauseMs = 80
/** Maximum number of conversations shown; a longer list is better filtered than read. */
const shownMax = 50

/** Returns the conversations with hits; null until the first answer. */
function useFound(
  text: string,
): { readonly text: string; readonly answer: Result<CallOutput<'history.search'>> } | null {
  const [found, setFound] = useState<ReturnType<typeof useFound>>(null)
  useEffect(() => {
    const filter = { ...everything, kinds: ['chat' as const], place: 'kept' as const }
    const onAnswer = (answer: Result<CallOutput<'history.search'>>): void => setFound({ text, answer })
    return watchHistorySearch({ text, filter, limit: shownMax, pauseMs, onAnswer })
  }, [text])
  return found
}

/** Results of the conversation search, with the message that matched. */
export function FoundList({ text }: { text: string }) {
  const { t } = useTranslation()
  const found = useFound(text)
  if (found === null) return <div className={classes.scroller} aria-busy="true" />
  const { answer } = found
  if (!answer.ok)
    return (
      <div className={classes.note}>
        <ErrorNote error={answer.error} place={{ where: 'other', hasText: false }} />
      </div>
    )
  const { items, next } = answer.value
  return (
    <div className={classes.scroller}>
      <p className={classes.day} role="status">
        {items.length === 0
          ? t('chat.foundNone')
          : next === null
            ? t('chat.found', { count: items.length })
            : t('chat.foundFirst', { count: items.length })}
      </p>
      <ul className={layout.list} aria-label={t('chat.foundList')}>
        {items.map((item) => (
          <FoundRow key={item.item.key.id} found={item} text={found.text} />
        ))}
      </ul>
    </div>
  )
}

function FoundRow({ found, text }: { found: FoundItem; text: string }) {
  const { t } = useTranslation()
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const { words } = readQuery(text)
  const { item } = found
  const hit = found.hits.find(({ part }) => part === 'message') ?? null
  return (
    <li className={classes.item}>
      <Button
        kind="row"
        className={classes.row}
        data-row={item.key.id}
        aria-current={item.key.id === openId ? 'true' : undefined}
        onClick={() => void openFound({ key: item.key, partId: hit?.partId ?? null, search: { text, words } })}
        onKeyDown={(event) => {
          const to = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.currentTarget.parentElement?.[to[event.key]]?.querySelector<HTMLElement>('[data-row]')?.focus()
        }}
      >
        <b>
          {item.archived ? (
            <Archive size={13} className={classes.kind} role="img" aria-label={t('order.archivedMark')} />
          ) : null}
          <Marked text={item.title === '' ? t('chat.untitled') : fromFirstHit(item.title, words, 30)} words={words} />
        </b>
        <span>
          <Marked text={fromFirstHit(hit?.text ?? item.preview, words, 20)} words={words} />
        </span>
      </Button>
    </li>
  )
}
