import type { ImageFilter, ImageSummary } from '../../../shared/image.ts'
import { tellError } from '../../app/errors/tell-error.ts'
import { call } from '../../bridge/client.ts'
import {
  indexOfItem,
  itemAt,
  itemsPerPage,
  noPages,
  outdated,
  pagesToRead,
  withChange,
  withPage,
} from '../../components/pages.ts'
import { nothingSelected, without } from '../../components/selection.ts'
import { noFilter } from './filter.ts'
import { savedImages } from './jobs.ts'
import { showGridTop } from './studio-actions.ts'
import { dispatchJobs, studio, useStudio } from './studio-store.ts'

// which filter is being read: answers for an earlier one come too late
let serial = 0
const reading = new Set<string>()
// the places that the grid shows
let seen = { from: 0, to: 60 }

/** Whether nothing that a tile shows of an image has changed. */
function looksSame(before: ImageSummary, now: ImageSummary): boolean {
  return (
    before.favourite === now.favourite &&
    before.thumbnailId === now.thumbnailId &&
    before.media.id === now.media.id &&
    before.promptStart === now.promptStart
  )
}

async function readPage(number: number): Promise<void> {
  const mine = serial
  const key = `${mine}:${number}`
  if (reading.has(key)) return
  reading.add(key)
  const { filter, pages, jobs } = studio()
  // what was stored before the question is in the answer
  const stored = jobs.jobs.flatMap(savedImages)
  const answer = await call('images.list', { filter, offset: number * itemsPerPage, limit: itemsPerPage })
  reading.delete(key)
  if (mine !== serial) return
  if (!answer.ok) {
    useStudio.setState({ listError: answer.error })
    return
  }
  useStudio.setState((state) => ({
    pages: withPage(
      state.switching ? { ...noPages, generation: state.pages.generation } : state.pages,
      { number, generation: pages.generation },
      answer.value.images,
      answer.value.total,
      looksSame,
    ),
    switching: false,
    listError: null,
  }))
  if (number === 0) dispatchJobs({ type: 'landed', imageIds: [...stored, ...answer.value.images.map(({ id }) => id)] })
  // the gallery may have changed on the way, or turned out to be shorter
  readSeen()
}

/** Reads what the grid shows, as far as it is not known or not up to date. */
function readSeen(): void {
  const { pages, switching } = studio()
  if (switching) {
    void readPage(0)
    return
  }
  const wanted = new Set(pagesToRead(pages, seen.from, seen.to))
  // new images come in at the beginning
  if (pages.pages.get(0)?.generation !== pages.generation) wanted.add(0)
  for (const number of wanted) void readPage(number)
}

/** The grid shows these places now. */
export function showPlaces(from: number, to: number): void {
  seen = { from, to }
  readSeen()
}

/** Reads the newest images; resolves when they are here, or cannot be read. */
export async function readNewest(): Promise<void> {
  await readPage(0)
}

export function retryList(): void {
  useStudio.setState({ listError: null })
  readSeen()
}

let changed: ReturnType<typeof setTimeout> | null = null

/** The gallery is not what it was any more. Several changes in a row are one. */
export function galleryChanged(): void {
  useStudio.setState((state) => ({ pages: outdated(state.pages) }))
  if (changed !== null) return
  changed = setTimeout(() => {
    changed = null
    readSeen()
  }, 40)
}

/** Narrows the grid. What is shown stays until the first images of the new filter are here. */
export function setFilter(change: Partial<ImageFilter>): void {
  const filter = { ...studio().filter, ...change }
  serial += 1
  useStudio.setState({ filter, switching: true, selection: nothingSelected, active: null })
  seen = { from: 0, to: 60 }
  showGridTop()
  readSeen()
}

export function clearFilter(): void {
  useStudio.setState({ searching: false })
  setFilter(noFilter)
}

/** The image so many places further in the list; null where there is none or this one is not in the list. */
export async function neighbourOf(imageId: string, step: number): Promise<ImageSummary | null> {
  const index = indexOfItem(studio().pages, imageId)
  const { total } = studio().pages
  const target = index + step
  if (index < 0 || target < 0 || total === null || target >= total) return null
  const known = itemAt(studio().pages, target)
  if (known !== undefined) return known
  await readPage(Math.floor(target / itemsPerPage))
  return itemAt(studio().pages, target) ?? null
}

/** Every image that fits the filter. */
export async function allIds(): Promise<readonly string[]> {
  const answer = await call('images.ids', { filter: studio().filter })
  if (answer.ok) return answer.value
  tellError(answer.error)
  return []
}

/** Marks images as favourites, or takes the mark away; shows at once and goes back where main refuses. */
export async function setFavourite(imageIds: readonly string[], favourite: boolean): Promise<void> {
  if (imageIds.length === 0) return
  const ids = new Set(imageIds)
  const mark = (value: boolean) =>
    useStudio.setState((state) => ({
      pages: withChange(state.pages, ids, (image) => ({ ...image, favourite: value })),
    }))
  mark(favourite)
  const answer = await call('images.setFavourite', { imageIds: [...imageIds], favourite })
  if (answer.ok) return
  mark(!favourite)
  tellError(answer.error)
}

/** Images are gone: nothing of them stays marked. */
export function forgetImages(imageIds: readonly string[]): void {
  useStudio.setState((state) => ({ selection: without(state.selection, imageIds) }))
}
