import i18next from 'i18next'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'
import { showToast } from '../../../platform/toasts.ts'
import { type ChatUi, useChat } from './chat-store.ts'

/** Returns true if the open chat is a temporary one. */
export function isTemporaryOpen({ chat }: ChatUi): boolean {
  return chat.open !== null && isTemporaryChat(chat.open.conversation.id)
}

/** Returns true if the open chat is temporary, and shows why an action is not available there. */
export function isWithheld(): boolean {
  if (!isTemporaryOpen(useChat.getState())) return false
  tellWithheld()
  return true
}

export function tellWithheld(): void {
  showToast(i18next.t('temporary.withheldWhy'))
}
