export const historyKinds = ['chat', 'image', 'transcript', 'video'] as const
/** A kind of history item. */
export type HistoryKind = (typeof historyKinds)[number]

export const historyStates = ['running', 'done', 'troubled'] as const
/** State of an item: in progress, complete, or needing attention (failed, stopped, unknown). */
export type HistoryState = (typeof historyStates)[number]

/** Longest search text, in UTF-16 units; the rest is ignored. */
export const searchLengthMax = 1_000

/** Maximum number of items that one call changes. */
export const keysMax = 50_000

/** Maximum number of hits that a search counts; a higher number is shown as "more than". */
export const hitsCountedMax = 1_000
