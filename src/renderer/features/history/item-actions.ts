import i18next from 'i18next'
import type { HistoryItem, HistoryKey } from '../../../shared/history.ts'
import { LastDeletion } from '../../components/lists/last-deletion.ts'
import { indexOfItem, itemAt } from '../../components/lists/pages.ts'
import { staysSelecting, without } from '../../components/lists/selection.ts'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { openItem } from '../../platform/feature.ts'
import { lineText } from '../../platform/line-text.ts'
import { showToast } from '../../platform/toasts.ts'
import { history, useHistory } from './history-store.ts'
import { idOf, keyOf } from './item-id.ts'

/** Returns an item's data, from the list or the results. */
export function knownItem(key: HistoryKey): HistoryItem | null {
  const { pages, search } = history()
  const id = idOf(key)
  const inList = itemAt(pages, indexOfItem(pages, id))?.item
  return inList ?? search.items.find(({ item }) => idOf(item.key) === id)?.item ?? null
}

/** Returns the title of an item for messages. */
export function titleOf(item: HistoryItem | null): string {
  return item === null || item.title === '' ? i18next.t('history.untitled') : lineText(item.title, 60)
}

function titleOfFirst(keys: readonly HistoryKey[]): string {
  const [first] = keys
  return titleOf(first === undefined ? null : knownItem(first))
}

/** Returns the keys of selected item ids. */
export function keysOf(ids: Iterable<string>): readonly HistoryKey[] {
  return [...ids].map(keyOf).filter((key) => key !== null)
}

/** Opens an item in its panel. An item in the bin cannot be opened; restoring it is offered. */
export function openListed(item: HistoryItem): void {
  if (item.deletedAt === null) {
    openItem({ key: item.key, partId: null, search: null })
    return
  }
  showToast(i18next.t('history.inBin', { title: titleOf(item) }), {
    label: i18next.t('history.restore'),
    run: () => void restoreItems([item.key]),
  })
}

type Keys = readonly HistoryKey[]

export async function setPinned(keys: Keys, pinned: boolean): Promise<void> {
  if (keys.length === 0) return
  const answer = await call('history.setPinned', { keys: [...keys], pinned })
  if (!answer.ok) tellError(answer.error)
}

/** Toggles the favourite mark; removes it if every known item has it. */
export async function togglePinned(keys: Keys): Promise<void> {
  await setPinned(keys, !keys.every((key) => knownItem(key)?.pinned ?? false))
}

/** Archives or unarchives items, and offers undo. */
export async function setArchived(keys: Keys, archived: boolean): Promise<void> {
  if (keys.length === 0) return
  const words = { count: keys.length, title: titleOfFirst(keys) }
  const answer = await call('history.setArchived', { keys: [...keys], archived })
  if (!answer.ok) return tellError(answer.error)
  forget(keys)
  lastChange.tell(i18next.t(archived ? 'history.archived' : 'history.restored', words), async () => {
    const back = await call('history.setArchived', { keys: [...keys], archived: !archived })
    if (!back.ok) tellError(back.error)
  })
}

const lastChange = new LastDeletion()

/** Moves items to the bin and offers undo; false when main refuses. */
export async function deleteItems(keys: Keys): Promise<boolean> {
  if (keys.length === 0) return false
  const words = { count: keys.length, title: titleOfFirst(keys) }
  const answer = await call('history.delete', { keys: [...keys] })
  if (!answer.ok) {
    tellError(answer.error)
    return false
  }
  forget(keys)
  lastChange.tell(i18next.t('history.deleted', words), async () => {
    const restored = await call('history.restore', { keys: [...keys] })
    if (!restored.ok) tellError(restored.error)
  })
  return true
}

/** Undoes the last change while its message is visible; false without one. */
export function undoLast(): boolean {
  return lastChange.undo()
}

export async function restoreItems(keys: Keys): Promise<void> {
  if (keys.length === 0) return
  const words = { count: keys.length, title: titleOfFirst(keys) }
  const answer = await call('history.restore', { keys: [...keys] })
  if (!answer.ok) return tellError(answer.error)
  forget(keys)
  showToast(i18next.t('history.restored', words))
}

/** Empties the bin for good. */
export async function emptyBin(): Promise<void> {
  const answer = await call('history.emptyBin', {})
  if (!answer.ok) return tellError(answer.error)
  const { removed } = answer.value
  showToast(removed === 0 ? i18next.t('history.emptiedMessages') : i18next.t('history.emptied', { count: removed }))
}

/** Adds and removes tags; false when main refuses. */
export async function tagItems(keys: Keys, add: readonly string[], remove: readonly string[]): Promise<boolean> {
  if (add.length + remove.length === 0) return true
  const answer = await call('history.tag', { keys: [...keys], add: [...add], remove: [...remove] })
  if (!answer.ok) tellError(answer.error)
  return answer.ok
}

/** Deselects items that left the list. */
function forget(keys: Keys): void {
  useHistory.setState((state) => {
    const selection = without(state.selection, keys.map(idOf))
    return { selection, selecting: staysSelecting(state, selection) }
  })
}
