import i18next from 'i18next'
import type { Conversation, Message } from '../../../../shared/chat.ts'
import { isTemporaryChat, temporaryChatId } from '../../../../shared/temporary-chat.ts'
import { beginningOf } from '../../../../shared/writing.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow, dispatch, useChat } from '../state/chat-store.ts'
import { type ForkProgress, showForkProgress } from '../state/fork-progress.ts'
import { openConversation, openConversationAt } from './chat-actions.ts'

/** Longest name of a conversation. */
const titleMax = 200

/** Id of the copy that this page is making. */
let forkingId: string | null = null

/** Shows the progress of a copy that this page requested. */
export function toldForking(progress: ForkProgress): void {
  if (progress.conversationId === forkingId) showForkProgress(progress)
}

/** Makes a new chat of the branch up to a message, and opens it. Nothing is requested. */
export async function forkFrom({ id, conversationId: sourceId }: Message): Promise<void> {
  const source = chatNow().open?.conversation
  if (forkingId !== null || source?.id !== sourceId) return
  useChat.setState({ actionError: null })
  const named = source.title === '' ? i18next.t('chat.untitled') : source.title
  const title = i18next.t('order.forkTitle', { title: named, interpolation: { escapeValue: false } })
  const random = crypto.randomUUID()
  // a copy of a temporary chat is temporary too
  const conversationId = isTemporaryChat(sourceId) ? temporaryChatId(random) : random
  forkingId = conversationId
  const answer = await call('chat.fork', { messageId: id, conversationId, title: beginningOf(title, titleMax) })
  forkingId = null
  showForkProgress(null)
  if (!answer.ok && answer.error.code === 'cancelled') return
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  dispatch({ type: 'conversation', conversation: answer.value })
  // the user may have gone elsewhere during the copy
  if (chatNow().open?.conversation.id === sourceId) await openConversation(conversationId)
}

/** Opens the chat that another was branched off from, at the branched message. */
export async function openOrigin({ parameters: { origin } }: Conversation): Promise<void> {
  if (origin === undefined) return
  const { conversationId, messageId } = origin
  const there = await call('chat.open', { conversationId, limit: 1 })
  if (!there.ok) {
    showToast(i18next.t('order.originGone'))
    return
  }
  if (!(await openConversationAt(conversationId, messageId))) await openConversation(conversationId)
}
