import type { KeyboardEvent } from 'react'
import { history, useHistory } from '../history-store.ts'
import { idOf } from '../item-id.ts'
import { type Stop, stopsOf } from '../search.ts'
import { openAt, reach } from '../search-actions.ts'
import { selectUpTo, toggleSelected } from '../selection-actions.ts'
import { itemKeys, listKeys } from '../timeline/item-keys.ts'

/** Returns the number of hits that a key moves; undefined for other keys. */
export function stepOf(key: string): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
  return steps[key]
}

/** Moves by a number of hits and selects everything in between. */
export function markOn(step: number): void {
  const from = reachedStop()
  if (from === undefined) return
  const { selection } = history()
  if (selection.anchor === null) toggleSelected(idOf(from.found.item.key))
  reach(history().search.at + step)
  const to = reachedStop()
  if (to !== undefined) void selectUpTo(idOf(to.found.item.key))
}

/** Handles keys of the result list: arrows move, with Shift they select; Enter opens, Escape returns to the field. */
export function resultKeys(event: KeyboardEvent): void {
  // an open menu above the list handles its own keys
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
    // the next row moves up to this position
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
