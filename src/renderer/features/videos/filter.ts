import type { VideoFilter, VideoGroup } from '../../../shared/video.ts'

/** The groups in the order of the bar; the page may not load the schema, which has them too. */
export const groupsShown = ['all', 'attention', 'waiting', 'running', 'done'] as const satisfies readonly VideoGroup[]

/** The filter that lets everything through. */
export const noFilter: VideoFilter = { group: 'all', query: '', models: [], favourite: false }

/** How many of the popover's filters are set. */
export function details(filter: VideoFilter): number {
  return filter.models.length + (filter.favourite ? 1 : 0)
}

/** Whether a filter lets less than everything through. */
export function narrows(filter: VideoFilter): boolean {
  return filter.group !== 'all' || filter.query.trim() !== '' || details(filter) > 0
}
