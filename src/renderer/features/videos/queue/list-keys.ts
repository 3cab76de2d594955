import type { KeyboardEvent } from 'react'
import { cellAfter } from '../../../components/lists/grid-step.ts'
import { indexOfItem, itemAt } from '../../../components/lists/pages.ts'
import type { KeyContext } from '../../../components/paged-list/PagedList.tsx'
import { deleteVideos, setFavourite } from '../file-actions.ts'
import { moveJob } from '../job-actions.ts'
import { jobTable } from '../job-table.ts'
import { selectAll, selectUpTo, setSelecting, toggleSelected } from '../list-actions.ts'
import { videos } from '../videos-store.ts'

const movesByKey = { ArrowUp: 'up', ArrowLeft: 'up', ArrowDown: 'down', ArrowRight: 'down', Home: 'top' } as const

function isMoveKey(key: string): key is keyof typeof movesByKey {
  return Object.hasOwn(movesByKey, key)
}

/**
 * Handles keys of the list: arrows move between cards; with Alt they move a waiting job within the queue. Space
 * selects, F toggles the favourite mark, Delete deletes. The button handles Enter itself.
 */
export function listKeys(event: KeyboardEvent, list: KeyContext): void {
  if (event.nativeEvent.isComposing) return
  const mod = event.ctrlKey || event.metaKey
  if (event.key === 'Escape' && videos().selecting) {
    event.preventDefault()
    setSelecting(false)
    return
  }
  if (mod && !event.altKey && event.key.toLowerCase() === 'a') {
    event.preventDefault()
    void selectAll()
    return
  }
  const jobId = event.target instanceof HTMLElement ? event.target.dataset.job : undefined
  if (jobId === undefined) return
  if (event.altKey) {
    if (mod || !isMoveKey(event.key) || jobTable.get(jobId)?.status !== 'queued') return
    event.preventDefault()
    void moveJob(jobId, movesByKey[event.key])
    return
  }
  onCard(event, jobId, list, mod)
}

function onCard(event: KeyboardEvent, jobId: string, list: KeyContext, mod: boolean): void {
  const index = indexOfItem(videos().pages, jobId)
  if (index < 0) return
  const next = cellAfter(event.key, index, list.total, list.columns, list.rowsInView, mod)
  if (next !== null) {
    event.preventDefault()
    list.focusIndex(next)
    const id = itemAt(videos().pages, next)?.id
    if (event.shiftKey && id !== undefined) void selectUpTo(id)
    return
  }
  if (mod) return
  if (event.key === ' ') {
    event.preventDefault()
    if (event.shiftKey) void selectUpTo(jobId)
    else toggleSelected(jobId)
  } else if (event.key.toLowerCase() === 'f') {
    event.preventDefault()
    void setFavourite([jobId], !(jobTable.get(jobId)?.favourite ?? false))
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault()
    if (!event.repeat) void deleteHere(jobId, index, list)
  }
}

async function deleteHere(jobId: string, index: number, list: KeyContext): Promise<void> {
  const { ids } = videos().selection
  const done = await deleteVideos(ids.size > 0 ? [...ids] : [jobId])
  // the focus stays in the list: on the next card, or on the last one
  if (done && ids.size === 0 && list.total > 1) list.focusIndex(index + 1 < list.total ? index + 1 : index - 1)
}
