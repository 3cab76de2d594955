import type { ImageSummary } from '../../../shared/image.ts'
import { type Pages, withChange } from '../../components/lists/pages.ts'

/** Known favourite marks, by image id. */
export type Marks = ReadonlyMap<string, boolean>

/** Returns the current marks of these images. */
export function marksOf(pages: Pages<ImageSummary>, ids: ReadonlySet<string>): Marks {
  const items = [...pages.pages.values()].flatMap((page) => page.items)
  return new Map(items.flatMap(({ id, favourite }) => (ids.has(id) ? [[id, favourite]] : [])))
}

/** Sets the mark of all these images. */
export function marked(pages: Pages<ImageSummary>, ids: ReadonlySet<string>, favourite: boolean): Pages<ImageSummary> {
  return withChange(pages, ids, (image) => ({ ...image, favourite }))
}

/** Restores each mark, unless something else has changed it since. */
export function unmarked(pages: Pages<ImageSummary>, before: Marks, favourite: boolean): Pages<ImageSummary> {
  return withChange(pages, new Set(before.keys()), (image) =>
    image.favourite === favourite ? { ...image, favourite: before.get(image.id) ?? image.favourite } : image,
  )
}
