/** Longest summary of earlier messages, in UTF-16 units. */
export const summaryMax = 100_000

/** Most tokens of a model's window that can be entered. */
export const windowMax = 100_000_000

/** Share of a window that the newest messages fill when the rest is left out, so that there is room to go on. */
export const keptShare = 0.6
