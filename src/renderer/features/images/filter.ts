import type { ImageFilter } from '../../../shared/image.ts'

/** The filter that excludes nothing. */
export const noFilter: ImageFilter = {
  query: '',
  models: [],
  sizes: [],
  from: null,
  to: null,
  favourite: false,
  collectionId: null,
}

/** Returns true if a filter excludes anything. */
export function narrows(filter: ImageFilter): boolean {
  return filter.query.trim() !== '' || filter.favourite || filter.collectionId !== null || details(filter) > 0
}

/** Returns the number of active filters in the popover. */
export function details(filter: ImageFilter): number {
  const dates = filter.from === null && filter.to === null ? 0 : 1
  return filter.models.length + filter.sizes.length + dates
}
