import { useEffect } from 'react'
import { create } from 'zustand'
import type { Conversation } from '../../../../shared/chat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useChat } from '../state/chat-store.ts'
import { useMenu } from '../state/menu-store.ts'
import { isTemporaryOpen } from '../state/temporary-open.ts'

/** Debounce of the search, in ms. */
const pauseMs = 40
/** Maximum number of chats offered at once; typing finds the others. */
const offeredMax = 6

/** The earlier chats that `@` offers in the composer. */
export const useOfferedChats = create<{ readonly chats: readonly Conversation[] }>(() => ({ chats: [] }))

/** Updates the offered chats with the text typed after `@`. A temporary chat accepts none. */
export function useChatOffers(): void {
  const query = useMenu((state) => (state.offered === 'assistants' ? state.query : null))
  const openId = useChat((state) => state.chat.open?.conversation.id ?? null)
  const takesNone = useChat(isTemporaryOpen)
  useEffect(() => {
    if (query === null || takesNone) {
      useOfferedChats.setState({ chats: [] })
      return undefined
    }
    let isCurrent = true
    const timer = setTimeout(async () => {
      // one more, as the open chat may be among them
      const limit = offeredMax + 1
      const answer = await call('chat.list', { query: query.trim(), offset: 0, limit, place: 'all' })
      if (!isCurrent || !answer.ok) return
      const others = answer.value.conversations.filter(({ id }) => id !== openId)
      useOfferedChats.setState({ chats: others.slice(0, offeredMax) })
    }, pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [query, openId, takesNone])
}
