import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../../../components/buttons.module.css'
import { useChat } from '../chat-store.ts'
import classes from './FindBar.module.css'
import { endHunt, stepHunt } from './find-actions.ts'

/** From hit to hit of what was searched for in the history. */
export function HuntBar() {
  const { t } = useTranslation()
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const hunt = useChat((state) => state.hunt)
  const next = useRef<HTMLButtonElement>(null)
  const shown = hunt !== null && hunt.conversationId === openId
  // Enter goes on from here, without a way to it
  useEffect(() => {
    if (shown) next.current?.focus()
  }, [shown])
  if (!shown) return null
  const count = hunt.messageIds.length
  return (
    <search
      className={classes.bar}
      aria-label={t('history.hunt.label')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault()
          event.stopPropagation()
          endHunt(true)
        } else if (event.key === 'Enter' && event.shiftKey) {
          event.preventDefault()
          void stepHunt(-1)
        }
      }}
    >
      <span className={classes.text}>{hunt.text}</span>
      <span className={classes.count} role="status">
        {t('history.hunt.place', { index: hunt.at + 1, count })}
      </span>
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        disabled={count < 2}
        aria-label={t('history.hunt.previous')}
        title={`${t('history.hunt.previous')} (${t('shortcuts.shift')}+${t('shortcuts.enter')})`}
        onClick={() => void stepHunt(-1)}
      >
        <ChevronUp size={16} />
      </button>
      <button
        ref={next}
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('history.hunt.next')}
        title={`${t('history.hunt.next')} (${t('shortcuts.enter')})`}
        onClick={() => void stepHunt(1)}
      >
        <ChevronDown size={16} />
      </button>
      <button
        type="button"
        className={`${buttons.icon} ${buttons.tiny}`}
        aria-label={t('history.hunt.end')}
        title={`${t('history.hunt.end')} (${t('shortcuts.escape')})`}
        onClick={() => endHunt(true)}
      >
        <X size={16} />
      </button>
    </search>
  )
}
