import type { TFunction } from 'i18next'
import type { Conversation } from '../../../../shared/chat.ts'
import { isTemporaryChat } from '../../../../shared/temporary-chat.ts'

/** Returns the displayed name of a chat, even if it has no title. */
export function shownTitle(t: TFunction, { id, title }: Conversation): string {
  if (title !== '') return title
  return isTemporaryChat(id) ? t('temporary.untitled') : t('chat.untitled')
}
