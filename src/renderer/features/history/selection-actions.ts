import type { MouseEvent } from 'react'
import { extended, listedRange, nothingSelected, selected, toggled } from '../../components/selection.ts'
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
  const ids =
    from === null
      ? null
      : history().search.asked === ''
        ? await listedRange(history().pages, from, id, allIds)
        : foundRange(from, id)
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

/** Marks all that fit the filter and the search, seen or not. */
export async function selectAll(): Promise<void> {
  const ids = await allIds()
  if (ids.length > 0) useHistory.setState({ selecting: true, selection: selected(ids) })
}

async function allIds(): Promise<readonly string[]> {
  return (await allKeys()).map(idOf)
}
