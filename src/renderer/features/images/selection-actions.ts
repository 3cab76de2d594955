import { extended, listedRange, nothingSelected, selected, toggled } from '../../components/selection.ts'
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
  const ids = from === null ? null : await listedRange(pages, from, imageId, allIds)
  if (ids === null) {
    toggleSelected(imageId)
    return
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
