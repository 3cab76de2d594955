import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { Conversation } from '../../../../shared/chat.ts'
import type { AppError } from '../../../../shared/errors.ts'
import { Button } from '../../../components/Button.tsx'
import { ErrorNote } from '../../../components/errors/ErrorNote.tsx'
import { call, on } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { listPageSize, openConversation } from '../actions/chat-actions.ts'
import { byPlace } from '../state/chat-reducer.ts'
import { useChat } from '../state/chat-store.ts'
import { ConversationRow } from './ConversationRow.tsx'
import classes from './Sidebar.module.css'

interface Archived {
  readonly list: readonly Conversation[]
  readonly hasMore: boolean
  readonly error: AppError | null
}

/** Returns the archived chats, newest first, kept up to date; null until they are read. */
function useArchived(): { readonly archived: Archived | null; readonly more: () => void } {
  const [archived, setArchived] = useState<Archived | null>(null)
  const read = useCallback(async (offset: number) => {
    const answer = await call('chat.list', { query: '', offset, limit: listPageSize, place: 'archive' })
    setArchived((known) => {
      const before = offset === 0 ? [] : (known?.list ?? [])
      if (!answer.ok) return { list: before, hasMore: false, error: answer.error }
      const ids = new Set(before.map(({ id }) => id))
      const fresh = answer.value.conversations.filter(({ id }) => !ids.has(id))
      return { list: [...before, ...fresh], hasMore: answer.value.hasMore, error: null }
    })
  }, [])
  useEffect(() => {
    void read(0)
    const change = (id: string, to: Conversation | null) => setArchived((now) => now && withChange(now, id, to))
    const ends = [
      on('chat.conversation', (changed) => change(changed.id, changed.archived === true ? changed : null)),
      on('chat.removed', ({ conversationId }) => change(conversationId, null)),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [read])
  return { archived, more: () => void read(archived?.list.length ?? 0) }
}

/** Returns the archive after a chat changed; `to` is null for a chat that is no longer in it. */
function withChange(now: Archived, id: string, to: Conversation | null): Archived {
  const others = now.list.filter((one) => one.id !== id)
  const last = others.at(-1)
  // one beyond the loaded part is left to its page
  const isBeyond = to !== null && now.hasMore && last !== undefined && byPlace(to, last) > 0
  return { ...now, list: to === null || isBeyond ? others : [...others, to].toSorted(byPlace) }
}

/** The archive in place of the list. */
export function ArchivedList() {
  const { t } = useTranslation()
  const { archived, more } = useArchived()
  const openId = useChat((state) => state.opening ?? state.chat.open?.conversation.id ?? null)
  const renaming = useChat((state) => state.renaming)
  return (
    <section className={classes.archive} aria-label={t('order.archiveList')} aria-busy={archived === null}>
      <Button
        kind="plain"
        className={classes.entry}
        // the button that opened the archive is gone
        autoFocus
        onClick={() => {
          useChat.setState({ archiveShown: false })
          requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-row]')?.focus())
        }}
      >
        <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" />
        {t('order.archiveLeave')}
      </Button>
      <h2 className={classes.day}>{t('order.archiveList')}</h2>
      <div className={classes.scroller}>
        {archived?.error == null ? null : (
          <ErrorNote error={archived.error} place={{ where: 'other', hasText: false }} />
        )}
        {archived !== null && archived.list.length === 0 && archived.error === null ? (
          <p className={classes.empty}>{t('order.archiveEmpty')}</p>
        ) : null}
        {/* biome-ignore lint/a11y/useSemanticElements: its rows are those of the virtual list */}
        <div role="list" aria-label={t('order.archiveList')}>
          {archived?.list.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              current={conversation.id === openId}
              focusable
              renaming={conversation.id === renaming}
              asks={false}
              onOpen={() => void openConversation(conversation.id)}
            />
          ))}
        </div>
        {archived?.hasMore === true ? (
          <Button size="small" onClick={more}>
            {t('order.archiveMore')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
