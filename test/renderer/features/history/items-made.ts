import type { FoundItem, HistoryHit, HistoryItem } from '../../../../src/shared/history.ts'

/** A history item, with the given changes. */
export function item(id: string, more: Partial<HistoryItem> = {}): HistoryItem {
  return {
    key: { kind: 'chat', id },
    title: `title of ${id}`,
    preview: '',
    model: 'm',
    connectionId: null,
    at: 1,
    createdAt: 1,
    pinned: false,
    archived: false,
    tags: [],
    state: 'done',
    size: null,
    picture: null,
    deletedAt: null,
    ...more,
  }
}

export function hit(partId: string, part: HistoryHit['part'] = 'message'): HistoryHit {
  return { part, partId, at: 1, text: `text of ${partId}` }
}

export function found(id: string, ...hits: readonly HistoryHit[]): FoundItem {
  return { item: item(id), hits }
}
