export const historyKinds = ['chat', 'image', 'transcript', 'video'] as const
/** What a person makes with the app; each kind is an item of the history by itself. */
export type HistoryKind = (typeof historyKinds)[number]

export const historyStates = ['running', 'done', 'troubled'] as const
/** State of an item: under way, complete, or in trouble (failed, stopped, unknown). */
export type HistoryState = (typeof historyStates)[number]

/** The longest text that is searched for, in UTF-16 units; more is cut off there. */
export const searchLengthMax = 1_000

/** How many items are changed at once at most. */
export const keysMax = 50_000

/** How many hits of a search are counted; what has more of them has more than these. */
export const hitsCountedMax = 1_000
