import type { KeyboardEvent } from 'react'
import { cellAfter } from '../../../components/grid-step.ts'
import { indexOfItem, itemAt } from '../../../components/pages.ts'
import { history } from '../history-store.ts'
import { deleteItems, keysOf, togglePinned } from '../item-actions.ts'
import { selectAll, selectUpTo, setSelecting, toggleSelected } from '../selection-actions.ts'

interface List {
  readonly total: number
  readonly rowsInView: number
  readonly focusIndex: (index: number) => void
}

/** The keys of the list: the arrows move, Space marks, F makes a favourite, Delete deletes. Enter is the button's own. */
export function timelineKeys(event: KeyboardEvent, list: List): void {
  const mod = event.ctrlKey || event.metaKey
  if (event.altKey) return
  if (event.key === 'Escape' && history().selecting) {
    event.preventDefault()
    setSelecting(false)
    return
  }
  if (mod && event.key.toLowerCase() === 'a') {
    event.preventDefault()
    void selectAll()
    return
  }
  const id = event.target instanceof HTMLElement ? event.target.dataset.item : undefined
  const index = id === undefined ? -1 : indexOfItem(history().pages, id)
  if (id === undefined || index < 0) return
  const next = vertical(event.key) ? cellAfter(event.key, index, list.total, 1, list.rowsInView, true) : null
  if (next !== null) {
    event.preventDefault()
    list.focusIndex(next)
    const one = itemAt(history().pages, next)
    if (event.shiftKey && one !== undefined) void selectUpTo(one.id)
  } else if (!mod) actOn(event, id, index, list)
}

/** There is one column: the other arrows mean nothing, and Home and End lead to the ends of the list. */
function vertical(key: string): boolean {
  return key !== 'ArrowLeft' && key !== 'ArrowRight'
}

function actOn(event: KeyboardEvent, id: string, index: number, list: List): void {
  if (event.key === ' ') {
    event.preventDefault()
    if (event.shiftKey) void selectUpTo(id)
    else toggleSelected(id)
  } else if (event.key.toLowerCase() === 'f') {
    event.preventDefault()
    void togglePinned(keysOf([id]))
  } else if ((event.key === 'Delete' || event.key === 'Backspace') && history().filter.place !== 'bin') {
    event.preventDefault()
    if (!event.repeat) void deleteHere(id, index, list)
  }
}

async function deleteHere(id: string, index: number, list: List): Promise<void> {
  const { ids } = history().selection
  const done = await deleteItems(keysOf(ids.size > 0 ? ids : [id]))
  // the focus stays in the list: at what follows, or at what is the last one then
  if (done && ids.size === 0 && list.total > 1) list.focusIndex(index + 1 < list.total ? index + 1 : index - 1)
}
