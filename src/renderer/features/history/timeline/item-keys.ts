import type { KeyboardEvent } from 'react'
import { history } from '../history-store.ts'
import { deleteItems, keysOf, togglePinned } from '../item-actions.ts'
import { selectAll, selectUpTo, setSelecting, toggleSelected } from '../selection-actions.ts'

/**
 * Handles the keys shared by timeline and results: Escape clears the marks, Ctrl+A marks all. Returns true if a key was
 * handled.
 */
export function listKeys(event: KeyboardEvent): boolean {
  const mod = event.ctrlKey || event.metaKey
  if (event.key === 'Escape' && history().selecting) setSelecting(false)
  else if (mod && event.key.toLowerCase() === 'a') void selectAll()
  else return false
  event.preventDefault()
  return true
}

/** Handles keys on the current item: Space marks, F toggles the favourite mark, Delete deletes. */
export function itemKeys(event: KeyboardEvent, id: string, deleted: () => void): void {
  if (event.ctrlKey || event.metaKey) return
  if (event.key === ' ') {
    event.preventDefault()
    if (event.shiftKey) void selectUpTo(id)
    else toggleSelected(id)
  } else if (event.key.toLowerCase() === 'f') {
    event.preventDefault()
    void togglePinned(marked(id))
  } else if ((event.key === 'Delete' || event.key === 'Backspace') && history().filter.place !== 'bin') {
    event.preventDefault()
    if (!event.repeat) void deleteReached(id, deleted)
  }
}

async function deleteReached(id: string, deleted: () => void): Promise<void> {
  const several = history().selection.ids.size > 0
  if ((await deleteItems(marked(id))) && !several) deleted()
}

/** Returns the marked items, or the current one. */
function marked(id: string) {
  const { ids } = history().selection
  return keysOf(ids.size > 0 ? ids : [id])
}
