import type { TFunction } from 'i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'

/** Name of a chat, also where it has none. */
export function shownTitle(t: TFunction, { id, title }: Conversation): string {
  if (title !== '') return title
  return isTemporaryChat(id) ? t('temporary.untitled') : t('chat.untitled')
}
