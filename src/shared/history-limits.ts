import type { HistoryFilter } from './history.ts'

export const historyKinds = ['chat', 'image', 'transcript', 'video'] as const
/** What a person makes with the app; each kind is an item of the history by itself. */
export type HistoryKind = (typeof historyKinds)[number]

/** The longest text that is searched for, in UTF-16 units; more is cut off there. */
export const searchLengthMax = 1_000

/** How many hits of a search are counted; what has more of them has more than these. */
export const hitsCountedMax = 1_000

/** The filter that lets everything through that is at hand. */
export const everything: HistoryFilter = {
  kinds: [],
  models: [],
  connectionIds: [],
  tags: [],
  from: null,
  to: null,
  pinned: false,
  withMedia: false,
  place: 'here',
}
