import type { MouseEvent } from 'react'
import { indexOfItem, itemAt } from '../../components/pages.ts'
import { extended, nothingSelected, placesBetween, selected, toggled } from '../../components/selection.ts'
import { history, useHistory } from './history-store.ts'
import { idOf } from './item-id.ts'
import { allKeys } from './list-actions.ts'
import { stopsOf } from './search.ts'

/** Begins or ends marking items. */
export function setSelecting(selecting: boolean): void {
  useHistory.setState({ selecting, selection: nothingSelected })
}

export function toggleSelected(id: string): void {
  useHistory.setState((state) => ({ selecting: true, selection: toggled(state.selection, id) }))
}

/** A click on an item: with Shift or Ctrl, or while items are marked anyway, it marks; else it opens. */
export function pressItem(event: MouseEvent, id: string, open: () => void): void {
  if (event.shiftKey) void selectUpTo(id)
  else if (event.ctrlKey || event.metaKey || history().selecting) toggleSelected(id)
  else open()
}

/** Marks everything from where the marking began up to an item. */
export async function selectUpTo(id: string): Promise<void> {
  const from = history().selection.anchor ?? reached()
  const ids = from === null ? null : history().search.asked === '' ? await listedRange(from, id) : foundRange(from, id)
  if (ids === null) {
    toggleSelected(id)
    return
  }
  useHistory.setState((state) => ({
    selecting: true,
    selection: { ...extended(state.selection, ids), anchor: from },
  }))
}

/** The item that the keys have reached. */
function reached(): string | null {
  const { search, active } = history()
  if (search.asked === '') return active
  const stop = stopsOf(search.items)[search.at]
  return stop === undefined ? null : idOf(stop.found.item.key)
}

/** From one found item to another; null where one of them was not found. */
function foundRange(from: string, to: string): readonly string[] | null {
  const all = history().search.items.map(({ item }) => idOf(item.key))
  const [a, b] = [all.indexOf(from), all.indexOf(to)]
  return a < 0 || b < 0 ? null : all.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** From one item of the timeline to another; null where one of them is not known. */
async function listedRange(from: string, to: string): Promise<readonly string[] | null> {
  const { pages } = history()
  const [a, b] = [indexOfItem(pages, from), indexOfItem(pages, to)]
  if (a < 0 || b < 0) return null
  const places = placesBetween(a, b)
  const known = places.map((place) => itemAt(pages, place)?.id)
  const ids = known.filter((one) => one !== undefined)
  if (ids.length === known.length) return ids
  // the range runs through items that were never scrolled to
  const all = await allKeys()
  return all.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1).map(idOf)
}

/** Marks all that fit the filter and the search, seen or not. */
export async function selectAll(): Promise<void> {
  const keys = await allKeys()
  if (keys.length > 0) useHistory.setState({ selecting: true, selection: selected(keys.map(idOf)) })
}
