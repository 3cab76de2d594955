/** Longest shown part of an unused text of an answer, in UTF-16 units; the kept body holds all of it. */
export const alsoTextMax = 200_000
