import type { VideoFilter } from '../../../shared/video.ts'
import { tellError } from '../../app/errors/tell-error.ts'
import { call } from '../../bridge/client.ts'
import { indexOfItem, itemAt, itemsPerPage, noPages, outdated, pagesToRead, withPage } from '../../components/pages.ts'
import { nothingSelected } from '../../components/selection.ts'
import { noFilter } from './filter.ts'
import { jobTable } from './job-table.ts'
import { showListTop } from './panel-actions.ts'
import { useVideos, videos } from './videos-store.ts'

// which filter is being read: answers for an earlier one come too late
let serial = 0
const reading = new Set<string>()
// the places that the list shows
let seen = { from: 0, to: 40 }

const same = (): boolean => true

async function readPage(number: number): Promise<void> {
  const mine = serial
  const key = `${mine}:${number}`
  if (reading.has(key)) return
  reading.add(key)
  const { filter, pages } = videos()
  const before = jobTable.snapshot()
  const answer = await call('videos.list', { filter, offset: number * itemsPerPage, limit: itemsPerPage })
  reading.delete(key)
  if (mine !== serial) return
  if (!answer.ok) {
    useVideos.setState({ listError: answer.error })
    return
  }
  jobTable.read(answer.value.jobs, before)
  useVideos.setState((state) => ({
    pages: withPage(
      state.switching ? { ...noPages, generation: state.pages.generation } : state.pages,
      { number, generation: pages.generation },
      answer.value.jobs.map(({ id }) => ({ id })),
      answer.value.total,
      same,
    ),
    counts: answer.value.counts,
    switching: false,
    listError: null,
  }))
  // the list may have changed on the way, or turned out to be shorter
  readSeen()
}

/** Reads what the list shows, as far as it is not known or not up to date. */
function readSeen(): void {
  const { pages, switching } = videos()
  if (switching) {
    void readPage(0)
    return
  }
  const wanted = new Set(pagesToRead(pages, seen.from, seen.to))
  // what is on its way comes in at the beginning
  if (pages.pages.get(0)?.generation !== pages.generation) wanted.add(0)
  for (const number of wanted) void readPage(number)
}

/** The list shows these places now. */
export function showPlaces(from: number, to: number): void {
  seen = { from, to }
  readSeen()
}

/** Reads the newest jobs; resolves when they are here, or cannot be read. */
export async function readNewest(): Promise<void> {
  await readPage(0)
}

export function retryList(): void {
  useVideos.setState({ listError: null })
  readSeen()
}

let changed: ReturnType<typeof setTimeout> | null = null

/** The list is not what it was any more. Several changes in a row are one. */
export function listChanged(): void {
  useVideos.setState((state) => ({ pages: outdated(state.pages) }))
  if (changed !== null) return
  changed = setTimeout(() => {
    changed = null
    readSeen()
    void readLine()
  }, 40)
}

/** Reads which jobs wait, in the order of their turns: what they are moved in, however the list is narrowed. */
export async function readLine(): Promise<void> {
  if ((videos().counts?.waiting ?? 0) === 0) {
    if (videos().line.length > 0) useVideos.setState({ line: [] })
    return
  }
  const answer = await call('videos.ids', { filter: { ...noFilter, group: 'waiting' } })
  if (answer.ok) useVideos.setState({ line: answer.value })
}

/** Narrows the list. What is shown stays until the first jobs of the new filter are here. */
export function setFilter(change: Partial<VideoFilter>): void {
  const filter = { ...videos().filter, ...change }
  serial += 1
  useVideos.setState({ filter, switching: true, selection: nothingSelected, active: null })
  seen = { from: 0, to: 40 }
  showListTop()
  readSeen()
}

export function clearFilter(): void {
  useVideos.setState({ searching: false })
  setFilter(noFilter)
}

/** The job so many places further in the list; null where there is none or this one is not in the list. */
export async function neighbourOf(jobId: string, step: number): Promise<string | null> {
  const index = indexOfItem(videos().pages, jobId)
  const { total } = videos().pages
  const target = index + step
  if (index < 0 || target < 0 || total === null || target >= total) return null
  const known = itemAt(videos().pages, target)
  if (known !== undefined) return known.id
  await readPage(Math.floor(target / itemsPerPage))
  return itemAt(videos().pages, target)?.id ?? null
}

/** Every job that fits the filter. */
export async function allIds(): Promise<readonly string[]> {
  const answer = await call('videos.ids', { filter: videos().filter })
  if (answer.ok) return answer.value
  tellError(answer.error)
  return []
}

/** The models that there are videos of, for the filter. */
export async function loadVideoModels(): Promise<void> {
  const answer = await call('videos.models', {})
  if (answer.ok) useVideos.setState({ models: answer.value })
}
