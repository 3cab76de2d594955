import type { VideoFilter, VideoGroup } from '../../../shared/video.ts'

/** Groups in the order of the bar. Repeated here, because the page must not load the schema. */
export const groupsShown = ['all', 'attention', 'waiting', 'running', 'done'] as const satisfies readonly VideoGroup[]

/** The filter that excludes nothing. */
export const noFilter: VideoFilter = { group: 'all', query: '', models: [], favourite: false }

/** Returns the number of active filters in the popover. */
export function details(filter: VideoFilter): number {
  return filter.models.length + (filter.favourite ? 1 : 0)
}

/** Returns true if a filter excludes anything. */
export function narrows(filter: VideoFilter): boolean {
  const isChosen = filter.group !== 'all' || filter.collectionId != null
  return isChosen || filter.query.trim() !== '' || details(filter) > 0
}
