import i18next from 'i18next'
import type { Message } from '../../../../shared/chat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { chatNow, dispatch, useChat } from '../state/chat-store.ts'
import { openConversationAt, reopenSilently } from './chat-actions.ts'
import { hideDeletion, newestDeletion, showDeletion } from './deletions.ts'
import { focusComposer } from './drafts.ts'

/** `one`: a single message. `rest`: with everything that follows it. */
export type DeletionScope = 'one' | 'rest'

/** Deletes a message of the open conversation. A line in its place offers to restore it until the chat is left. */
export async function deleteMessage({ conversationId, id }: Message, scope: DeletionScope): Promise<void> {
  useChat.setState({ actionError: null })
  const deletionId = crypto.randomUUID()
  const answer = await call('chat.deleteMessage', { messageId: id, scope, deletionId })
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  const { conversation, count } = answer.value
  const { open } = chatNow()
  if (open?.conversation.id === conversationId) {
    const at = open.messages.findIndex((message) => message.id === id)
    const near = open.messages[at + 1] ?? open.messages[at - 1]
    const gone = scope === 'rest' ? open.messages.slice(at) : open.messages.slice(at, at + 1)
    const afterId = open.messages[at - 1]?.id ?? null
    showDeletion(conversationId, { id: deletionId, count, afterId }, new Set(gone.map((message) => message.id)))
    dispatch({ type: 'dropped', conversation, messageId: id, rest: scope === 'rest' })
    if (open.hasLater && near !== undefined) await openConversationAt(conversationId, near.id)
    else await reopenSilently()
    focusNear(scope === 'one' ? at : at - 1)
  }
}

/** Restores several deletions, the latest first. */
export async function restoreDeletions(conversationId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids.toReversed()) await restoreMessages(conversationId, id)
}

/** Restores the messages of a deletion; without an id, those deleted last. */
export async function restoreMessages(conversationId: string, deletionId: string | null): Promise<void> {
  const answer = await call('chat.restoreMessages', { conversationId, deletionId })
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  const { conversation, count } = answer.value
  dispatch({ type: 'conversation', conversation })
  // without an id, main chose the deletion: the newest of the chat
  const restored = deletionId ?? newestDeletion()
  if (restored !== null) hideDeletion(restored, count)
  await reopenSilently()
  if (deletionId === null)
    showToast(count === 0 ? i18next.t('order.restoredNone') : i18next.t('order.restored', { count }))
}

/** Moves the focus to the menu of the message at a position, or before it, because the focused menu was removed. */
function focusNear(place: number): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const { open } = chatNow()
    const near = open?.messages[Math.min(place, open.messages.length - 1)]
    const menu =
      near === undefined
        ? null
        : document.querySelector<HTMLElement>(`[data-message="${CSS.escape(near.id)}"] [data-message-menu]`)
    if (menu === null) focusComposer()
    else menu.focus()
  })
}
