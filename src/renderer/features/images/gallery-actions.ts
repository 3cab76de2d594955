import type { ImageFilter, ImageSummary } from '../../../shared/image.ts'
import { ok } from '../../../shared/ipc/result.ts'
import { ListReader } from '../../components/lists/list-reader.ts'
import { listedRange, markingOf, nothingSelected, staysSelecting, without } from '../../components/lists/selection.ts'
import { call } from '../../platform/bridge/client.ts'
import { tellError } from '../../platform/errors/tell-error.ts'
import { marked, marksOf, unmarked } from './favourites.ts'
import { noFilter } from './filter.ts'
import { savedImages } from './jobs.ts'
import { showGridTop } from './studio-actions.ts'
import { dispatchJobs, studio, useStudio } from './studio-store.ts'

/** Returns true if a tile looks the same for two versions of an image. */
function looksSame(before: ImageSummary, now: ImageSummary): boolean {
  return (
    before.favourite === now.favourite &&
    before.thumbnailId === now.thumbnailId &&
    before.media.id === now.media.id &&
    before.promptStart === now.promptStart
  )
}

/** Reader of the gallery's list. */
export const galleryReader = new ListReader<ImageSummary>({
  get: studio,
  set: useStudio.setState,
  ask: async (offset, limit) => {
    const { filter, jobs } = studio()
    // images stored before the request are in the answer
    const stored = jobs.jobs.flatMap(savedImages)
    // with the beginning, so that one answer changes the pictures and their layout
    const answer = await call('images.list', { filter, offset, limit, shapes: offset === 0 })
    if (!answer.ok) return answer
    const { images, total, ratios = [] } = answer.value
    const land = () => {
      useStudio.setState({ ratios })
      dispatchJobs({ type: 'landed', imageIds: [...stored, ...images.map(({ id }) => id)] })
    }
    return ok({ items: images, total, onShown: offset === 0 ? land : null })
  },
  same: looksSame,
  placesAtTop: 60,
  keepsTop: true,
  changesMs: 40,
})

/** Changes the filter of the grid. The old images stay until the first new ones arrive. */
export function setFilter(change: Partial<ImageFilter>): void {
  const filter = { ...studio().filter, ...change }
  useStudio.setState({ filter, switching: true, selection: nothingSelected, active: null })
  galleryReader.restart()
  showGridTop()
}

export function clearFilter(): void {
  useStudio.setState({ searching: false })
  const { order } = studio().filter
  setFilter(order === undefined ? noFilter : { ...noFilter, order })
}

/** Resolves to the ids of all images that match the filter. */
export async function allIds(): Promise<readonly string[]> {
  const answer = await call('images.ids', { filter: studio().filter })
  if (answer.ok) return answer.value
  tellError(answer.error)
  return []
}

/** Marks images as favourites, or clears the mark. Shown at once; reverted if main refuses. */
export async function setFavourite(imageIds: readonly string[], favourite: boolean): Promise<void> {
  if (imageIds.length === 0) return
  const ids = new Set(imageIds)
  const before = marksOf(studio().pages, ids)
  useStudio.setState((state) => ({ pages: marked(state.pages, ids, favourite) }))
  const answer = await call('images.setFavourite', { imageIds: [...imageIds], favourite })
  if (answer.ok) return
  useStudio.setState((state) => ({ pages: unmarked(state.pages, before, favourite) }))
  tellError(answer.error)
}

/** Deselects removed images. */
export function forgetImages(imageIds: readonly string[]): void {
  useStudio.setState((state) => {
    const selection = without(state.selection, imageIds)
    return { selection, selecting: staysSelecting(state, selection) }
  })
}

export const { setSelecting, toggleSelected, selectUpTo, selectAll } = markingOf(useStudio, {
  reached: () => studio().active,
  range: (from, to) => listedRange(studio().pages, from, to, allIds),
  all: allIds,
})
