import type { HistoryItem, HistoryKey } from '../../../shared/history.ts'

/** An item with a list id, because its own id is unique only within a kind. */
export interface ListedItem {
  readonly id: string
  readonly item: HistoryItem
}

/** Returns the list id of an item, which is unique among all kinds. */
export function idOf({ kind, id }: HistoryKey): string {
  return `${kind} ${id}`
}

/** Returns the key of a list id; null when it is invalid. */
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

/** Returns true if a row looks the same for two versions of an item. */
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

/** Element id of the result list, which the search field controls. */
export const resultsId = 'history-results'

/** Returns the element id of a keyboard stop. */
export function stopId(at: number): string {
  return `history-result-${at}`
}
