import type { ImageFilter } from '../../../shared/image.ts'

/** The filter that lets everything through. */
export const noFilter: ImageFilter = {
  query: '',
  models: [],
  sizes: [],
  from: null,
  to: null,
  favourite: false,
  collectionId: null,
}

/** Whether a filter lets less than everything through. */
export function narrows(filter: ImageFilter): boolean {
  return filter.query.trim() !== '' || filter.favourite || filter.collectionId !== null || details(filter) > 0
}

/** How many of the popover's filters are set. */
export function details(filter: ImageFilter): number {
  const dates = filter.from === null && filter.to === null ? 0 : 1
  return filter.models.length + filter.sizes.length + dates
}
