import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { useChat } from '../chat-store.ts'
import classes from './FindBar.module.css'
import { endFind, stepFind } from './find-actions.ts'

/** Steps through the hits of a history search. */
export function FindBar() {
  const { t } = useTranslation()
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const find = useChat((state) => state.find)
  const next = useRef<HTMLButtonElement>(null)
  const shown = find !== null && find.conversationId === openId
  // focused, so that Enter goes to the next hit
  useEffect(() => {
    if (shown) next.current?.focus()
  }, [shown])
  if (!shown) return null
  const count = find.messageIds.length
  return (
    <search
      className={classes.bar}
      aria-label={t('history.find.label')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          endFind(true)
        } else if (event.key === 'Enter' && event.shiftKey) {
          event.preventDefault()
          void stepFind(-1)
        }
      }}
    >
      <span className={classes.text}>{find.text}</span>
      <span className={classes.count} role="status">
        {t('history.find.place', { index: find.at + 1, count })}
      </span>
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        disabled={count < 2}
        aria-label={t('history.find.previous')}
        title={`${t('history.find.previous')} (${t('shortcuts.shift')}+${t('shortcuts.enter')})`}
        onClick={() => void stepFind(-1)}
      >
        <ChevronUp size={16} />
      </button>
      <button
        ref={next}
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('history.find.next')}
        title={`${t('history.find.next')} (${t('shortcuts.enter')})`}
        onClick={() => void stepFind(1)}
      >
        <ChevronDown size={16} />
      </button>
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('history.find.end')}
        title={`${t('history.find.end')} (${t('shortcuts.escape')})`}
        onClick={() => endFind(true)}
      >
        <X size={16} />
      </button>
    </search>
  )
}
