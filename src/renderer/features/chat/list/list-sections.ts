import type { Conversation } from '../../../../shared/chat.ts'
import { dayOf, startOfDay } from '../../../components/lists/days.ts'

export type ListItem =
  | {
      readonly kind: 'section'
      readonly key: string
      readonly section: 'pinned' | 'today' | 'yesterday' | 'day'
      readonly at: number
    }
  | { readonly kind: 'conversation'; readonly key: string; readonly conversation: Conversation }

/** The list with headings: Pinned, Today, Yesterday, then one for each earlier day. */
export function listSections(conversations: readonly Conversation[], now: number): readonly ListItem[] {
  const items: ListItem[] = []
  let last = ''
  for (const conversation of conversations) {
    const day = startOfDay(conversation.activeAt)
    const section = conversation.pinned ? 'pinned' : dayOf(day, now)
    const key = section === 'day' ? `day ${day}` : section
    if (key !== last) items.push({ kind: 'section', key, section, at: day })
    last = key
    items.push({ kind: 'conversation', key: conversation.id, conversation })
  }
  return items
}
