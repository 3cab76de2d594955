import { ok } from '../../../shared/ipc/result.ts'
import type { VideoFilter } from '../../../shared/video.ts'
import { ListReader } from '../../components/lists/list-reader.ts'
import { listedRange, markingOf, nothingSelected } from '../../components/lists/selection.ts'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { noFilter } from './filter.ts'
import { jobTable } from './job-table.ts'
import { showListTop } from './panel-actions.ts'
import { useVideos, videos } from './videos-store.ts'

/** Reader of the queue's list; `jobTable` holds the jobs themselves. */
export const listReader = new ListReader<{ readonly id: string }>({
  get: videos,
  set: useVideos.setState,
  ask: async (offset, limit) => {
    const before = jobTable.snapshot()
    const answer = await call('videos.list', { filter: videos().filter, offset, limit })
    if (!answer.ok) return answer
    const { jobs, total, counts } = answer.value
    jobTable.read(jobs, before)
    return ok({ items: jobs.map(({ id }) => ({ id })), total, onShown: () => useVideos.setState({ counts }) })
  },
  same: () => true,
  placesAtTop: 40,
  keepsTop: true,
  changesMs: 40,
  onListChanged: () => void readLine(),
})

/** Loads the waiting jobs in queue order, ignoring the filter, to move jobs within them. */
export async function readLine(): Promise<void> {
  if ((videos().counts?.waiting ?? 0) === 0) {
    if (videos().line.length > 0) useVideos.setState({ line: [] })
    return
  }
  const answer = await call('videos.ids', { filter: { ...noFilter, group: 'waiting' } })
  if (answer.ok) useVideos.setState({ line: answer.value })
}

/** Changes the filter of the list. The old jobs stay until the first new ones arrive. */
export function setFilter(change: Partial<VideoFilter>): void {
  const filter = { ...videos().filter, ...change }
  useVideos.setState({ filter, switching: true, selection: nothingSelected, active: null })
  listReader.restart()
  showListTop()
}

export function clearFilter(): void {
  useVideos.setState({ searching: false })
  setFilter(noFilter)
}

/** Resolves to the ids of all jobs that match the filter. */
export async function allIds(): Promise<readonly string[]> {
  const answer = await call('videos.ids', { filter: videos().filter })
  if (answer.ok) return answer.value
  tellError(answer.error)
  return []
}

/** Loads the models of all videos, for the filter. */
export async function loadVideoModels(): Promise<void> {
  const answer = await call('videos.models', {})
  if (answer.ok) useVideos.setState({ models: answer.value })
}

export const { setSelecting, toggleSelected, selectUpTo, selectAll } = markingOf(useVideos, {
  reached: () => videos().active,
  range: (from, to) => listedRange(videos().pages, from, to, allIds),
  all: allIds,
})
