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

// nothing is read again while nobody looks
let shown = false

/** The timeline's list. */
export const listReader = new ListReader<ListedItem>({
  get: history,
  set: useHistory.setState,
  ask: async (offset, limit) => {
    const answer = await call('history.list', { filter: history().filter, offset, limit })
    return answer.ok ? ok({ items: answer.value.items.map(listed), total: answer.value.total }) : answer
  },
  same: looksSame,
  placesAtTop: 40,
  keepsTop: false,
  changesMs: 60,
  changed: () => {
    if (shown) searchAgain()
  },
  isShown: () => shown,
})

/** The panel is shown, or it is left. */
export function setShown(now: boolean): void {
  shown = now
  if (now) listReader.readSeen()
}

// where the list was scrolled to when it was last seen; outside the state, as nothing is drawn from it
let listTop = 0

export function rememberedTop(): number {
  return listTop
}

export function rememberTop(top: number): void {
  listTop = top
}

const toTop = new Set<() => void>()

/** Calls `listener` when the list shall show its beginning; returns its undo. */
export function onListTop(listener: () => void): () => void {
  toTop.add(listener)
  return () => toTop.delete(listener)
}

/** Narrows the history, and a search in it. What is shown stays until the first items of the new filter are here. */
export function setFilter(change: Partial<HistoryFilter>): void {
  const before = history().filter
  const filter = { ...before, ...change }
  const selecting = filter.place === before.place && history().selecting
  useHistory.setState({ filter, switching: true, selection: nothingSelected, selecting, active: null })
  listTop = 0
  listReader.restart()
  for (const listener of toTop) listener()
  searchAgain()
}

export function clearFilter(): void {
  setFilter(wide)
}

/** Every item that fits the filter and what is searched for. */
export async function allKeys(): Promise<readonly HistoryKey[]> {
  const answer = await call('history.keys', { filter: history().filter, text: history().search.asked })
  if (answer.ok) return answer.value
  tellError(answer.error)
  return []
}

/** Reads what there is to narrow the history to. */
export async function loadFacets(): Promise<void> {
  const answer = await call('history.facets', {})
  if (answer.ok) useHistory.setState({ facets: answer.value })
}
