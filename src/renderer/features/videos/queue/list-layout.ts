/** Narrowest readable card, and the gap around cards, in px. */
const cardMin = 330
const gap = 12
const padding = 16
/** Maximum number of cards in a row; the same as in QueueList.module.css. */
const columnsMax = 5

/** Returns the number of cards per row in a list of this width. */
export function columnsFor(width: number): number {
  if (width === 0) return 0
  return Math.min(columnsMax, Math.max(1, Math.floor((width - 2 * padding + gap) / (cardMin + gap))))
}
