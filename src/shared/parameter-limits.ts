// Bounds of a chat's parameters. The page needs them at run time, apart from the schemas.

/** Maximum number of stop sequences of a completion model; the common gateways accept no more. */
export const stopsMax = 4

/** Maximum number of parallel answers to one message. */
export const columnsMax = 4

/** Longest summary of earlier messages, in UTF-16 units. */
export const summaryMax = 100_000

/** Largest context window that can be entered, in tokens. */
export const windowMax = 100_000_000

/**
 * Share of a window that the newest messages fill when older ones are left out. The rest is left for the chat to
 * continue.
 */
export const keptShare = 0.6
