import type { Conversation } from '../../../shared/chat.ts'

export type ListItem =
  | {
      readonly kind: 'section'
      readonly key: string
      readonly section: 'pinned' | 'today' | 'yesterday' | 'day'
      readonly at: number
    }
  | { readonly kind: 'conversation'; readonly key: string; readonly conversation: Conversation }

function startOfDay(at: number, daysBefore: number): number {
  const date = new Date(at)
  // by calendar, not by 24 hours: a day of a clock change is as good as any other
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysBefore).getTime()
}

/** The list with its headings: Pinned, Today, Yesterday, then one for each earlier day. */
export function listSections(conversations: readonly Conversation[], now: number): readonly ListItem[] {
  const today = startOfDay(now, 0)
  const yesterday = startOfDay(now, 1)
  const items: ListItem[] = []
  let last = ''
  for (const conversation of conversations) {
    const day = startOfDay(conversation.activeAt, 0)
    const section = conversation.pinned ? 'pinned' : day >= today ? 'today' : day >= yesterday ? 'yesterday' : 'day'
    const key = section === 'day' ? `day ${day}` : section
    if (key !== last) items.push({ kind: 'section', key, section, at: day })
    last = key
    items.push({ kind: 'conversation', key: conversation.id, conversation })
  }
  return items
}
