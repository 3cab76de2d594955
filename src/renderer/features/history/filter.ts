import type { HistoryFilter } from '../../../shared/history.ts'

/** Returns the number of active filters in the popover. */
export function details({ models, connectionIds, tags, states, from, to, withMedia }: HistoryFilter): number {
  const dates = from === null && to === null ? 0 : 1
  return models.length + connectionIds.length + tags.length + states.length + dates + (withMedia ? 1 : 0)
}

/** Returns true if a filter excludes any item of its place. */
export function narrows(filter: HistoryFilter): boolean {
  return filter.kinds.length > 0 || filter.pinned || details(filter) > 0
}

/** Clears every restriction that `narrows` reports. */
export const wide: Partial<HistoryFilter> = {
  kinds: [],
  models: [],
  connectionIds: [],
  tags: [],
  states: [],
  from: null,
  to: null,
  pinned: false,
  withMedia: false,
}
