import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { findHitsMax, findLengthMax } from '../../../../shared/chat-limits.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { composedFind, endFind, stepFind, typeFind } from '../actions/find-actions.ts'
import { useChat } from '../state/chat-store.ts'
import type { Find } from '../state/find.ts'
import classes from './FindBar.module.css'

/**
 * A bar that finds a text in the open conversation, and steps through the hits, including those of a history search.
 */
export function FindBar() {
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const find = useChat((state) => state.find)
  return find !== null && find.conversationId === openId ? <Bar find={find} /> : null
}

function Bar({ find }: { readonly find: Find }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const next = useRef<HTMLButtonElement>(null)
  const { focus, hits } = find
  useEffect(() => {
    // after a history search, Enter goes to the next hit
    if (focus === 0) next.current?.focus()
    else {
      field.current?.focus()
      field.current?.select()
    }
  }, [focus])
  const step = (by: number) => void stepFind(by)
  return (
    <search
      className={classes.bar}
      aria-label={t('history.find.label')}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.keyCode === 229) return
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          endFind(true)
        } else if (event.key === 'Enter' && (event.shiftKey || event.target === field.current)) {
          event.preventDefault()
          step(event.shiftKey ? -1 : 1)
        } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && event.target === field.current) {
          event.preventDefault()
          step(event.key === 'ArrowUp' ? -1 : 1)
        }
      }}
    >
      <input
        ref={field}
        className={classes.field}
        type="text"
        aria-label={t('reading.find.field')}
        placeholder={t('reading.find.field')}
        autoComplete="off"
        spellCheck={false}
        maxLength={findLengthMax}
        value={find.text}
        onChange={({ currentTarget, nativeEvent }) =>
          typeFind(currentTarget.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
        }
        onCompositionEnd={composedFind}
      />
      <span className={classes.count} role="status">
        <Count find={find} />
      </span>
      <IconButton
        icon={ChevronUp}
        words={t('history.find.previous')}
        iconSize={16}
        size="small"
        disabled={hits.length < 2}
        title={`${t('history.find.previous')} (${t('shortcuts.shift')}+${t('shortcuts.enter')})`}
        onClick={() => step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        words={t('history.find.next')}
        iconSize={16}
        size="small"
        ref={next}
        disabled={hits.length === 0}
        title={`${t('history.find.next')} (${t('shortcuts.enter')})`}
        onClick={() => step(1)}
      />
      <IconButton
        icon={X}
        words={t('history.find.end')}
        iconSize={16}
        size="small"
        title={`${t('history.find.end')} (${t('shortcuts.escape')})`}
        onClick={() => endFind(true)}
      />
    </search>
  )
}

function Count({ find }: { readonly find: Find }) {
  const { t } = useTranslation()
  const { asked, at, hits, isCut, text } = find
  if (text !== asked || text.trim() === '') return null
  if (hits.length === 0) return t('reading.find.none')
  return (
    <>
      <span className={classes.place}>{t('history.find.place', { index: at + 1, count: hits.length })}</span>
      {isCut ? <span className={classes.cut}>{t('reading.find.cut', { count: findHitsMax })}</span> : null}
    </>
  )
}
