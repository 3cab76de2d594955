import type { KeyboardEvent, RefObject } from 'react'
import { indexOfItem, itemAt } from '../../../components/lists/pages.ts'
import { selectAll, selectUpTo, setFavourite, setSelecting, toggleSelected } from '../gallery-actions.ts'
import { type GridLayout, moveBy } from '../grid-layout.ts'
import { deleteImages } from '../picture-actions.ts'
import { studio } from '../studio-store.ts'

interface Grid {
  readonly layout: GridLayout
  /** Number of cells before the first image. */
  readonly before: number
  readonly total: number
  /** Height of the view, in px. */
  readonly view: number
  /** The column of vertical moves, and the cell that it led to. */
  readonly column: RefObject<{ readonly cell: number; readonly column: number | null } | null>
  readonly focusIndex: (index: number) => void
}

/**
 * Handles keys of the grid: arrows move, Space selects, F toggles the favourite mark, Delete deletes. The button
 * handles Enter.
 */
export function gridKeys(event: KeyboardEvent, grid: Grid): void {
  const mod = event.ctrlKey || event.metaKey
  if (event.altKey) return
  if (event.key === 'Escape' && studio().selecting) {
    event.preventDefault()
    setSelecting(false)
    return
  }
  if (mod && event.key.toLowerCase() === 'a') {
    event.preventDefault()
    void selectAll()
    return
  }
  const imageId = event.target instanceof HTMLElement ? event.target.dataset.image : undefined
  if (imageId === undefined) return
  const index = indexOfItem(studio().pages, imageId)
  if (index < 0) return
  const cell = grid.before + index
  const column = grid.column.current?.cell === cell ? grid.column.current.column : null
  const move = moveBy(grid.layout, event.key, { cell, column, view: grid.view, mod })
  if (move !== null) {
    event.preventDefault()
    // running jobs lie before the first image and are reached by Tab
    const next = Math.max(0, move.cell - grid.before)
    grid.column.current = { ...move, cell: grid.before + next }
    grid.focusIndex(next)
    const image = itemAt(studio().pages, next)
    if (event.shiftKey && image !== undefined) void selectUpTo(image.id)
    return
  }
  if (mod) return
  if (event.key === ' ') {
    event.preventDefault()
    if (event.shiftKey) void selectUpTo(imageId)
    else toggleSelected(imageId)
  } else if (event.key.toLowerCase() === 'f') {
    event.preventDefault()
    void setFavourite([imageId], !(itemAt(studio().pages, index)?.favourite ?? false))
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault()
    if (!event.repeat) void deleteHere(imageId, index, grid)
  }
}

async function deleteHere(imageId: string, index: number, grid: Grid): Promise<void> {
  const { ids } = studio().selection
  const done = await deleteImages(ids.size > 0 ? [...ids] : [imageId])
  // the focus stays in the grid: on the next image, or on the last one
  if (done && ids.size === 0 && grid.total > 1) grid.focusIndex(index + 1 < grid.total ? index + 1 : index - 1)
}
