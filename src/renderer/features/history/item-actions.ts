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

/** An item's data, from the list or the results. */
export function knownItem(key: HistoryKey): HistoryItem | null {
  const { pages, search } = history()
  const id = idOf(key)
  const inList = itemAt(pages, indexOfItem(pages, id))?.item
  return inList ?? search.items.find(({ item }) => idOf(item.key) === id)?.item ?? null
}

/** How an item is called where it is spoken of. */
export function titleOf(item: HistoryItem | null): string {
  return item === null || item.title === '' ? i18next.t('history.untitled') : lineText(item.title, 60)
}

function titleOfFirst(keys: readonly HistoryKey[]): string {
  const [first] = keys
  return titleOf(first === undefined ? null : knownItem(first))
}

/** The keys that names in a selection stand for. */
export function keysOf(ids: Iterable<string>): readonly HistoryKey[] {
  return [...ids].map(keyOf).filter((key) => key !== null)
}

/** Shows an item in its panel; one in the bin is not there to be shown, and is offered to be restored. */
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

/** Favourites only if not all that are known are; else the mark is taken away. */
export async function togglePinned(keys: Keys): Promise<void> {
  await setPinned(keys, !keys.every((key) => knownItem(key)?.pinned ?? false))
}

/** Archives items, or takes them out of the archive, with a way back. */
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

/** Puts items into the bin, with a way back; false where main refuses. */
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

/** Takes the last change back while its message still shows; false where there is none. */
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

/** Deletes what is in the bin for ever. */
export async function emptyBin(): Promise<void> {
  const answer = await call('history.emptyBin', {})
  if (answer.ok) showToast(i18next.t('history.emptied', { count: answer.value.removed }))
  else tellError(answer.error)
}

/** Adds tags to items and takes others off; false where main refuses. */
export async function tagItems(keys: Keys, add: readonly string[], remove: readonly string[]): Promise<boolean> {
  if (add.length + remove.length === 0) return true
  const answer = await call('history.tag', { keys: [...keys], add: [...add], remove: [...remove] })
  if (!answer.ok) tellError(answer.error)
  return answer.ok
}

/** Items left the list: nothing of them stays marked. */
function forget(keys: Keys): void {
  useHistory.setState((state) => {
    const selection = without(state.selection, keys.map(idOf))
    return { selection, selecting: staysSelecting(state, selection) }
  })
}
