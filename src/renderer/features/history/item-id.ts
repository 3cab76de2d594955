import type { HistoryItem, HistoryKey } from '../../../shared/history.ts'

/** An item as lists keep it: under one name of its own, as ids are unique within a kind only. */
export interface ListedItem {
  readonly id: string
  readonly item: HistoryItem
}

/** The name of an item among all kinds. */
export function idOf({ kind, id }: HistoryKey): string {
  return `${kind} ${id}`
}

/** The key that a name stands for; null where it is none. */
export function keyOf(name: string): HistoryKey | null {
  const match = /^(chat|image|transcript|video) (.+)$/s.exec(name)
  if (match === null) return null
  const [, kind, id = ''] = match
  if (kind !== 'chat' && kind !== 'image' && kind !== 'transcript' && kind !== 'video') return null
  return { kind, id }
}

export function listed(item: HistoryItem): ListedItem {
  return { id: idOf(item.key), item }
}

/** Whether nothing that a row shows of an item has changed. */
export function looksSame({ item: a }: ListedItem, { item: b }: ListedItem): boolean {
  return (
    a.title === b.title &&
    a.preview === b.preview &&
    a.model === b.model &&
    a.at === b.at &&
    a.pinned === b.pinned &&
    a.archived === b.archived &&
    a.size === b.size &&
    a.state === b.state &&
    a.deletedAt === b.deletedAt &&
    a.picture?.id === b.picture?.id &&
    a.tags.join('\n') === b.tags.join('\n')
  )
}

/** The element that lists what was found, for the field that leads through it. */
export const resultsId = 'history-results'

/** The element of a stop of the arrow keys. */
export function stopId(at: number): string {
  return `history-result-${at}`
}
