/** Longest summary of earlier messages, in UTF-16 units. */
export const summaryMax = 100_000

/** Largest context window that can be entered, in tokens. */
export const windowMax = 100_000_000

/**
 * Share of a window that the newest messages fill when older ones are left out; the rest is room for the chat to
 * continue.
 */
export const keptShare = 0.6
