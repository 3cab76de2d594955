import i18next from 'i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import { call } from '../../../platform/bridge/client.ts'
import { showToast } from '../../../platform/toasts.ts'
import { dispatch, useChat } from '../state/chat-store.ts'

/** Archives a chat and offers undo, or restores it from the archive. */
export async function archiveConversation({ id, title }: Conversation, archived: boolean): Promise<void> {
  const answer = await call('chat.archive', { conversationId: id, archived })
  if (!answer.ok) {
    useChat.setState({ actionError: answer.error })
    return
  }
  dispatch({ type: 'conversation', conversation: answer.value })
  if (!archived) return
  const named = title === '' ? i18next.t('chat.untitled') : title
  showToast(i18next.t('order.archived', { title: named }), {
    label: i18next.t('app.undo'),
    run: () => void archiveConversation(answer.value, false),
  })
}
