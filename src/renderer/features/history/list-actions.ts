import type { HistoryFilter, HistoryKey } from '../../../shared/history.ts'
import { ok } from '../../../shared/ipc/result.ts'
import { ListReader } from '../../components/lists/list-reader.ts'
import { nothingSelected } from '../../components/lists/selection.ts'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { wide } from './filter.ts'
import { history, useHistory } from './history-store.ts'
import { type ListedItem, listed, looksSame } from './item-id.ts'
import { searchAgain } from './search-actions.ts'

// a hidden list is not read again
let shown = false

/** Reader of the timeline's list. */
export const listReader = new ListReader<ListedItem>({
  get: history,
  set: useHistory.setState,
  ask: async (offset, limit) => {
    const answer = await call('history.list', { filter: history().filter, offset, limit })
    return answer.ok ? ok({ items: answer.value.items.map(listed), total: answer.value.total, onShown: null }) : answer
  },
  same: looksSame,
  placesAtTop: 40,
  keepsTop: false,
  changesMs: 60,
  onListChanged: () => {
    if (shown) searchAgain()
  },
  isShown: () => shown,
})

/** Reports that the panel is shown or hidden. */
export function setShown(now: boolean): void {
  shown = now
  if (now) listReader.readSeen()
}

/** Last scroll position in px; outside the state, because nothing renders it. */
export const listPlace = { top: 0 }

const toTop = new Set<() => void>()

/** Calls `listener` when the list must scroll to its beginning; returns its undo. */
export function onListTop(listener: () => void): () => void {
  toTop.add(listener)
  return () => toTop.delete(listener)
}

/** Changes the filter of the history and of a running search. The old items stay until the first new ones arrive. */
export function setFilter(change: Partial<HistoryFilter>): void {
  const before = history().filter
  const filter = { ...before, ...change }
  const selecting = filter.place === before.place && history().selecting
  useHistory.setState({ filter, switching: true, selection: nothingSelected, selecting, active: null })
  listPlace.top = 0
  listReader.restart()
  for (const listener of toTop) listener()
  searchAgain()
}

export function clearFilter(): void {
  setFilter(wide)
}

/**
 * Returns the index of the newest unpinned item before `end`, ms since 1970: pinned ones come first. Null if there is
 * none, or if main refuses, which is reported.
 */
export async function indexBefore(end: number): Promise<number | null> {
  const { filter } = history()
  const newer = { ...filter, from: Math.max(filter.from ?? 0, end) }
  const counts = await Promise.all(
    [filter, { ...filter, pinned: true }, newer, { ...newer, pinned: true }].map((one) =>
      call('history.list', { filter: one, offset: 0, limit: 1 }),
    ),
  )
  const totals: number[] = []
  for (const answer of counts) {
    if (!answer.ok) {
      tellError(answer.error)
      return null
    }
    totals.push(answer.value.total)
  }
  const [all = 0, pinned = 0, allNewer = 0, pinnedNewer = 0] = totals
  const index = pinned + allNewer - pinnedNewer
  return index < all ? index : null
}

/** Resolves to the keys of all items that match the filter and the search. */
export async function allKeys(): Promise<readonly HistoryKey[]> {
  const answer = await call('history.keys', { filter: history().filter, text: history().search.asked })
  if (answer.ok) return answer.value
  tellError(answer.error)
  return []
}

/** Loads the values to filter the history by. */
export async function loadFacets(): Promise<void> {
  const answer = await call('history.facets', {})
  if (answer.ok) useHistory.setState({ facets: answer.value })
}
