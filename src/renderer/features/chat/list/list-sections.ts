import type { Conversation } from '../../../../shared/chat.ts'
import { dayOf, type Heading, withHeadings } from '../../../components/lists/days.ts'
import type { FolderItem } from '../state/folder-items.ts'

export type ListItem = Heading<'temporary' | 'folders' | 'pinned' | ReturnType<typeof dayOf>> | FolderItem

function rowOf(conversation: Conversation) {
  return { kind: 'conversation' as const, key: conversation.id, conversation, depth: 0 }
}

/** Returns the temporary chats with their heading; empty if there are none. */
export function temporarySection(conversations: readonly Conversation[]): readonly ListItem[] {
  if (conversations.length === 0) return []
  return [{ kind: 'section', key: 'temporary', section: 'temporary', at: 0 }, ...conversations.map(rowOf)]
}

/** Returns the list with headings: Pinned, Today, Yesterday, then one for each earlier day. */
export function listSections(conversations: readonly Conversation[], now: number): readonly ListItem[] {
  return withHeadings(conversations.map(rowOf), ({ conversation: { activeAt, pinned } }) => ({
    section: pinned ? 'pinned' : dayOf(activeAt, now),
    at: activeAt,
  }))
}
