import type { HistoryFilter, HistoryKey } from '../../../shared/history.ts'
import { tellError } from '../../app/errors/tell-error.ts'
import { call } from '../../bridge/client.ts'
import { itemsPerPage, noPages, outdated, pagesToRead, withPage } from '../../components/pages.ts'
import { nothingSelected } from '../../components/selection.ts'
import { wide } from './filter.ts'
import { history, useHistory } from './history-store.ts'
import { listed, looksSame } from './item-id.ts'
import { searchAgain } from './search-actions.ts'

// which filter is being read: answers for an earlier one come too late
let serial = 0
const reading = new Set<string>()
// the places that the list shows
let seen = { from: 0, to: 40 }
// nothing is read while nobody looks
let shown = false

async function readPage(number: number): Promise<void> {
  const mine = serial
  const key = `${mine}:${number}`
  if (reading.has(key)) return
  reading.add(key)
  const { filter, pages } = history()
  const answer = await call('history.list', { filter, offset: number * itemsPerPage, limit: itemsPerPage })
  reading.delete(key)
  if (mine !== serial) return
  if (!answer.ok) {
    useHistory.setState({ listError: answer.error })
    return
  }
  useHistory.setState((state) => ({
    pages: withPage(
      state.switching ? { ...noPages, generation: state.pages.generation } : state.pages,
      { number, generation: pages.generation },
      answer.value.items.map(listed),
      answer.value.total,
      looksSame,
    ),
    switching: false,
    listError: null,
  }))
  // the list may have changed on the way, or turned out to be shorter
  readSeen()
}

/** Reads what the list shows, as far as it is not known or not up to date. */
function readSeen(): void {
  if (!shown) return
  const { pages, switching } = history()
  if (switching) {
    void readPage(0)
    return
  }
  for (const number of pagesToRead(pages, seen.from, seen.to)) void readPage(number)
}

/** The list shows these places now. */
export function showPlaces(from: number, to: number): void {
  seen = { from, to }
  readSeen()
}

/** The panel is shown, or it is left. */
export function setShown(now: boolean): void {
  shown = now
  if (now) readSeen()
}

/** Reads the newest items, whether somebody looks or not; resolves when they are here, or cannot be read. */
export async function readNewest(): Promise<void> {
  await readPage(0)
}

export function retryList(): void {
  useHistory.setState({ listError: null })
  readSeen()
}

let changed: ReturnType<typeof setTimeout> | null = null

/** The history is not what it was any more. Several changes in a row are one. */
export function historyChanged(): void {
  useHistory.setState((state) => ({ pages: outdated(state.pages) }))
  if (changed !== null) return
  changed = setTimeout(() => {
    changed = null
    readSeen()
    if (shown) searchAgain()
  }, 60)
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
  serial += 1
  const selecting = filter.place === before.place && history().selecting
  useHistory.setState({ filter, switching: true, selection: nothingSelected, selecting, active: null })
  seen = { from: 0, to: 40 }
  listTop = 0
  for (const listener of toTop) listener()
  readSeen()
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
