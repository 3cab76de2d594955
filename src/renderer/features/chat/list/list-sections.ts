import type { Conversation } from '../../../../shared/chat.ts'
import { dayOf, startOfDay } from '../../../components/lists/days.ts'
import type { FolderItem } from '../folders/folder-items.ts'

export type ListItem =
  | {
      readonly kind: 'section'
      readonly key: string
      readonly section: 'temporary' | 'folders' | 'pinned' | 'today' | 'yesterday' | 'day'
      readonly at: number
    }
  | FolderItem

/** Returns the temporary chats with their heading; empty if there are none. */
export function temporarySection(conversations: readonly Conversation[]): readonly ListItem[] {
  if (conversations.length === 0) return []
  return [
    { kind: 'section', key: 'temporary', section: 'temporary', at: 0 },
    ...conversations.map((conversation) => ({
      ...{ kind: 'conversation' as const, key: conversation.id, conversation, depth: 0 },
    })),
  ]
}

/** Returns the list with headings: Pinned, Today, Yesterday, then one for each earlier day. */
export function listSections(conversations: readonly Conversation[], now: number): readonly ListItem[] {
  const items: ListItem[] = []
  let last = ''
  for (const conversation of conversations) {
    const day = startOfDay(conversation.activeAt)
    const section = conversation.pinned ? 'pinned' : dayOf(day, now)
    const key = section === 'day' ? `day ${day}` : section
    if (key !== last) items.push({ kind: 'section', key, section, at: day })
    last = key
    items.push({ kind: 'conversation', key: conversation.id, conversation, depth: 0 })
  }
  return items
}
