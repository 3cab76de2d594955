import { indexOfItem, itemAt } from '../../components/pages.ts'
import { extended, nothingSelected, placesBetween, selected, toggled } from '../../components/selection.ts'
import { history, useHistory } from './history-store.ts'
import { idOf } from './item-id.ts'
import { allKeys } from './list-actions.ts'

/** Begins or ends marking items. */
export function setSelecting(selecting: boolean): void {
  useHistory.setState({ selecting, selection: nothingSelected })
}

export function toggleSelected(id: string): void {
  useHistory.setState((state) => ({ selecting: true, selection: toggled(state.selection, id) }))
}

/** Marks everything from where the marking began up to an item. */
export async function selectUpTo(id: string): Promise<void> {
  const { selection, pages, active } = history()
  const from = selection.anchor ?? active
  const a = from === null ? -1 : indexOfItem(pages, from)
  const b = indexOfItem(pages, id)
  if (a < 0 || b < 0) {
    toggleSelected(id)
    return
  }
  const places = placesBetween(a, b)
  const known = places.map((place) => itemAt(pages, place)?.id)
  let ids = known.filter((one) => one !== undefined)
  if (ids.length < known.length) {
    // the range runs through items that were never scrolled to
    const all = await allKeys()
    ids = all.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1).map(idOf)
  }
  useHistory.setState((state) => ({
    selecting: true,
    selection: { ...extended(state.selection, ids), anchor: from },
  }))
}

/** Marks all that fit the filter, seen or not. */
export async function selectAll(): Promise<void> {
  const keys = await allKeys()
  if (keys.length > 0) useHistory.setState({ selecting: true, selection: selected(keys.map(idOf)) })
}
