import type { ImageSummary } from '../../../shared/image.ts'

/** Images of one reading of the gallery. */
export const imagesPerPage = 200

interface Page {
  readonly images: readonly ImageSummary[]
  /** The state of the gallery in which it was read. */
  readonly generation: number
}

/** The gallery as far as it was looked at: pages by their number, and how many images there are in all. */
export interface Pages {
  readonly pages: ReadonlyMap<number, Page>
  /** Null before the first answer. */
  readonly total: number | null
  readonly generation: number
}

export const noPages: Pages = { pages: new Map(), total: null, generation: 0 }

/** The image at a place of the list; undefined where it was not read yet. */
export function imageAt(state: Pages, index: number): ImageSummary | undefined {
  return state.pages.get(Math.floor(index / imagesPerPage))?.images[index % imagesPerPage]
}

/** The place of an image among those that were read; -1 where it is not among them. */
export function indexOfImage(state: Pages, imageId: string): number {
  for (const [number, page] of state.pages) {
    const at = page.images.findIndex((image) => image.id === imageId)
    if (at >= 0) return number * imagesPerPage + at
  }
  return -1
}

/** The pages that must be read for the places from `from` up to and without `to`. */
export function pagesToRead(state: Pages, from: number, to: number): readonly number[] {
  const end = state.total === null ? to : Math.min(to, state.total)
  const first = Math.floor(Math.max(from, 0) / imagesPerPage)
  // where nothing is known, or nothing is there, the beginning is what tells
  const last = Math.max(first, Math.ceil(end / imagesPerPage) - 1)
  const wanted: number[] = []
  for (let number = first; number <= last; number++) {
    if (state.pages.get(number)?.generation !== state.generation) wanted.push(number)
  }
  return wanted
}

/** Keeps a page as it was read in a generation. An older reading never replaces a newer one. */
export function withPage(
  state: Pages,
  number: number,
  generation: number,
  images: readonly ImageSummary[],
  total: number,
): Pages {
  const known = state.pages.get(number)
  if (known !== undefined && known.generation > generation) return state
  const pages = new Map(state.pages)
  pages.set(number, { images: sameWhereEqual(known?.images ?? [], images), generation })
  // what lies past the end is gone
  for (const other of pages.keys()) if (other * imagesPerPage >= total && other !== number) pages.delete(other)
  return { ...state, pages, total }
}

/** The gallery changed: what was read stays to be looked at until it was read again. */
export function outdated(state: Pages): Pages {
  return { ...state, generation: state.generation + 1 }
}

/** Changes images at once, ahead of main. */
export function withChange(
  state: Pages,
  imageIds: ReadonlySet<string>,
  change: (image: ImageSummary) => ImageSummary,
): Pages {
  const pages = new Map(
    [...state.pages].map(([number, page]) => [
      number,
      page.images.some((image) => imageIds.has(image.id))
        ? { ...page, images: page.images.map((image) => (imageIds.has(image.id) ? change(image) : image)) }
        : page,
    ]),
  )
  return { ...state, pages }
}

/** An image that did not change keeps its object, so that its tile is not drawn anew. */
function sameWhereEqual(before: readonly ImageSummary[], now: readonly ImageSummary[]): readonly ImageSummary[] {
  const known = new Map(before.map((image) => [image.id, image]))
  return now.map((image) => {
    const old = known.get(image.id)
    const same =
      old !== undefined &&
      old.favourite === image.favourite &&
      old.thumbnailId === image.thumbnailId &&
      old.media.id === image.media.id &&
      old.promptStart === image.promptStart
    return same ? old : image
  })
}
