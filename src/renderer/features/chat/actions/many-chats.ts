import i18next from 'i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import type { HistoryKey } from '../../../../shared/history.ts'
import { savedChatsMax } from '../../../../shared/saving-limits.ts'
import { sentences } from '../../../components/words/sentences.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow, dispatch, useChat } from '../state/chat-store.ts'
import { archiveConversation } from './archive-actions.ts'
import { deleteConversation, newChat, openConversation } from './chat-actions.ts'
import { openSaving } from './save-store.ts'

type Chats = readonly Conversation[]

function keysOf(chats: Chats): HistoryKey[] {
  return chats.map(({ id }) => ({ kind: 'chat', id }))
}

/** Deletes chats and offers one undo for all. Running answers are stopped, and the message says how many. */
export async function deleteChats(chats: Chats): Promise<void> {
  const [first] = chats
  if (first === undefined) return
  if (chats.length === 1) return await deleteConversation(first.id)
  const keys = keysOf(chats)
  const openId = chatNow().open?.conversation.id ?? null
  const isOpen = chats.some(({ id }) => id === openId)
  const stopped = chats.filter(({ streaming }) => streaming).length
  const answer = await call('history.delete', { keys })
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  for (const { id } of chats) dispatch({ type: 'removed', conversationId: id })
  if (isOpen) await newChat()
  const words = sentences(
    i18next.t,
    i18next.t('order.selection.deleted', { count: chats.length }),
    stopped === 0 ? null : i18next.t('order.selection.stopped', { count: stopped }),
  )
  showToast(words, {
    label: i18next.t('app.undo'),
    run: async () => {
      const restored = await call('history.restore', { keys })
      if (!restored.ok) useChat.setState({ actionError: restored.error })
      else if (isOpen && openId !== null) await openConversation(openId)
    },
  })
}

/** Archives chats and offers one undo for all. */
export async function archiveChats(chats: Chats): Promise<void> {
  const [first] = chats
  if (first === undefined) return
  if (chats.length === 1) return await archiveConversation(first, true)
  const keys = keysOf(chats)
  const change = async (archived: boolean): Promise<boolean> => {
    const answer = await call('history.setArchived', { keys, archived })
    if (!answer.ok) useChat.setState({ actionError: answer.error })
    return answer.ok
  }
  if (!(await change(true))) return
  showToast(i18next.t('order.selection.archived', { count: chats.length }), {
    label: i18next.t('app.undo'),
    run: () => void change(false),
  })
}

/** Opens the dialog that saves chats, unless there are too many for one file. */
export function saveSelected(chats: Chats): void {
  const [first] = chats
  if (first === undefined) return
  if (chats.length > savedChatsMax) showToast(i18next.t('order.selection.tooMany', { count: savedChatsMax }))
  else
    openSaving(
      first.id,
      chats.map(({ id }) => id),
    )
}
