import type { MouseEvent } from 'react'
import { listedRange, markingOf } from '../../components/lists/selection.ts'
import { history, useHistory } from './history-store.ts'
import { idOf } from './item-id.ts'
import { allKeys } from './list-actions.ts'
import { stopsOf } from './search.ts'

export const { setSelecting, toggleSelected, selectUpTo, selectAll } = markingOf(useHistory, {
  reached,
  range: async (from, to) =>
    history().search.asked === '' ? listedRange(history().pages, from, to, allIds) : foundRange(from, to),
  all: allIds,
})

/** Handles a click on an item: with Shift or Ctrl, or while selecting, it selects; else it opens. */
export function pressItem(event: MouseEvent, id: string, open: () => void): void {
  if (event.shiftKey) void selectUpTo(id)
  else if (event.ctrlKey || event.metaKey || history().selecting) toggleSelected(id)
  else open()
}

/** Returns the item reached by keyboard. */
function reached(): string | null {
  const { search, active } = history()
  if (search.asked === '') return active
  const stop = stopsOf(search.items)[search.at]
  return stop === undefined ? null : idOf(stop.found.item.key)
}

/** Returns the ids from one result to another; null if one is not in the results. */
function foundRange(from: string, to: string): readonly string[] | null {
  const all = history().search.items.map(({ item }) => idOf(item.key))
  const [a, b] = [all.indexOf(from), all.indexOf(to)]
  return a < 0 || b < 0 ? null : all.slice(Math.min(a, b), Math.max(a, b) + 1)
}

async function allIds(): Promise<readonly string[]> {
  const { isFused, items } = history().search
  // a semantic search lists everything it found
  if (isFused) return items.map(({ item }) => idOf(item.key))
  return (await allKeys()).map(idOf)
}
