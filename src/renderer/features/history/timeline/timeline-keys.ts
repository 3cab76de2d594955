import type { KeyboardEvent } from 'react'
import { cellAfter } from '../../../components/lists/grid-step.ts'
import { indexOfItem, itemAt } from '../../../components/lists/pages.ts'
import type { KeyContext } from '../../../components/paged-list/PagedList.tsx'
import { history } from '../history-store.ts'
import { selectUpTo } from '../selection-actions.ts'
import { itemKeys, listKeys } from './item-keys.ts'

/** Handles keys of the timeline: arrows move, with Shift they select. The button handles Enter. */
export function timelineKeys(event: KeyboardEvent, list: KeyContext): void {
  if (event.altKey || listKeys(event)) return
  const id = event.target instanceof HTMLElement ? event.target.dataset.item : undefined
  const index = id === undefined ? -1 : indexOfItem(history().pages, id)
  if (id === undefined || index < 0) return
  const next =
    list.columns > 1 || vertical(event.key)
      ? cellAfter(event.key, index, list.total, list.columns, list.rowsInView, list.columns === 1)
      : null
  if (next === null) {
    // the focus stays in the list: on the next row, or on the last one
    const deleted = () => list.total > 1 && list.focusIndex(index + 1 < list.total ? index + 1 : index - 1)
    itemKeys(event, id, deleted)
    return
  }
  event.preventDefault()
  list.focusIndex(next)
  const one = itemAt(history().pages, next)
  if (event.shiftKey && one !== undefined) void selectUpTo(one.id)
}

/** Returns true if a key moves in one column: up, down, Home and End. */
function vertical(key: string): boolean {
  return key !== 'ArrowLeft' && key !== 'ArrowRight'
}
