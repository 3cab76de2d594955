import { indexOfItem, itemAt } from '../../components/pages.ts'
import { extended, nothingSelected, placesBetween, selected, toggled } from '../../components/selection.ts'
import { allIds } from './list-actions.ts'
import { useVideos, videos } from './videos-store.ts'

/** Begins or ends marking videos. */
export function setSelecting(selecting: boolean): void {
  useVideos.setState({ selecting, selection: nothingSelected })
}

export function toggleSelected(jobId: string): void {
  useVideos.setState((state) => ({ selecting: true, selection: toggled(state.selection, jobId) }))
}

/** Marks everything from where the marking began up to a job. */
export async function selectUpTo(jobId: string): Promise<void> {
  const { selection, pages, active } = videos()
  const from = selection.anchor ?? active
  const a = from === null ? -1 : indexOfItem(pages, from)
  const b = indexOfItem(pages, jobId)
  if (a < 0 || b < 0) {
    toggleSelected(jobId)
    return
  }
  const places = placesBetween(a, b)
  const known = places.map((place) => itemAt(pages, place)?.id)
  let ids = known.filter((id) => id !== undefined)
  if (ids.length < known.length) {
    // the range runs through jobs that were never scrolled to
    const all = await allIds()
    ids = all.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1)
  }
  useVideos.setState((state) => ({
    selecting: true,
    selection: { ...extended(state.selection, ids), anchor: from },
  }))
}

/** Marks all that fit the filter, seen or not. */
export async function selectAll(): Promise<void> {
  const ids = await allIds()
  if (ids.length > 0) useVideos.setState({ selecting: true, selection: selected(ids) })
}
