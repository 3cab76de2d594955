import type { KeyboardEvent } from 'react'
import { history, useHistory } from '../history-store.ts'
import { idOf } from '../item-id.ts'
import { type Stop, stopsOf } from '../search.ts'
import { openAt, reach } from '../search-actions.ts'
import { selectUpTo, toggleSelected } from '../selection-actions.ts'
import { itemKeys, listKeys } from '../timeline/item-keys.ts'

/** How far a key leads, in hits; undefined for one that leads nowhere. */
export function stepOf(key: string): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
  return steps[key]
}

/** Goes so many hits further, and marks what lies between. */
export function markOn(step: number): void {
  const from = reachedStop()
  if (from === undefined) return
  const { selection } = history()
  if (selection.anchor === null) toggleSelected(idOf(from.found.item.key))
  reach(history().search.at + step)
  const to = reachedStop()
  if (to !== undefined) void selectUpTo(idOf(to.found.item.key))
}

/** The keys of the list of what was found: the arrows move, with Shift they mark; Enter opens, Escape goes back to the field. */
export function resultKeys(event: KeyboardEvent): void {
  // the keys of a menu that is open over it are the menu's own
  if (event.altKey || event.target !== event.currentTarget || listKeys(event)) return
  const { at, items } = history().search
  const step = { Home: -at, End: stopsOf(items).length - 1 - at }[event.key] ?? stepOf(event.key)
  if (step !== undefined) {
    event.preventDefault()
    if (event.shiftKey) markOn(step)
    else reach(at + step)
    return
  }
  if (event.key === 'Escape') {
    event.preventDefault()
    useHistory.setState((state) => ({ fieldFocus: state.fieldFocus + 1 }))
    return
  }
  const stop = reachedStop()
  if (stop === undefined) return
  const id = idOf(stop.found.item.key)
  if (event.key !== 'Enter') {
    // what follows moves up to the place that was reached
    itemKeys(event, id, () => undefined)
    return
  }
  event.preventDefault()
  if (history().selecting) toggleSelected(id)
  else openAt(at)
}

function reachedStop(): Stop | undefined {
  const { at, items } = history().search
  return stopsOf(items)[at]
}
