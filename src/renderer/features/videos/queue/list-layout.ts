/** The narrowest card that is read with ease, and the space around cards, in px. */
const cardMin = 330
const gap = 12
const padding = 16
/** QueueList.module.css has as many. */
const columnsMax = 5

/** How many cards stand side by side in a list of a width. */
export function columnsFor(width: number): number {
  if (width === 0) return 0
  return Math.min(columnsMax, Math.max(1, Math.floor((width - 2 * padding + gap) / (cardMin + gap))))
}
