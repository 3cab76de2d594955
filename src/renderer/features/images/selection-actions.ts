import { indexOfItem, itemAt } from '../../components/pages.ts'
import { extended, nothingSelected, placesBetween, selected, toggled } from '../../components/selection.ts'
import { allIds } from './gallery-actions.ts'
import { studio, useStudio } from './studio-store.ts'

/** Begins or ends marking images. */
export function setSelecting(selecting: boolean): void {
  useStudio.setState({ selecting, selection: nothingSelected })
}

export function toggleSelected(imageId: string): void {
  useStudio.setState((state) => ({ selecting: true, selection: toggled(state.selection, imageId) }))
}

/** Marks everything from where the marking began up to an image. */
export async function selectUpTo(imageId: string): Promise<void> {
  const { selection, pages, active } = studio()
  const from = selection.anchor ?? active
  const a = from === null ? -1 : indexOfItem(pages, from)
  const b = indexOfItem(pages, imageId)
  if (a < 0 || b < 0) {
    toggleSelected(imageId)
    return
  }
  const places = placesBetween(a, b)
  const known = places.map((place) => itemAt(pages, place)?.id)
  let ids = known.filter((id) => id !== undefined)
  if (ids.length < known.length) {
    // the range runs through images that were never scrolled to
    const all = await allIds()
    ids = all.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1)
  }
  useStudio.setState((state) => ({
    selecting: true,
    selection: { ...extended(state.selection, ids), anchor: from },
  }))
}

/** Marks all that fit the filter, seen or not. */
export async function selectAll(): Promise<void> {
  const ids = await allIds()
  if (ids.length > 0) useStudio.setState({ selecting: true, selection: selected(ids) })
}
