import { extended, listedRange, nothingSelected, selected, toggled } from '../../components/selection.ts'
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
  const ids = from === null ? null : await listedRange(pages, from, jobId, allIds)
  if (ids === null) {
    toggleSelected(jobId)
    return
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
