/** The element that lists what was found, for the field that leads through it. */
export const resultsId = 'history-results'

/** The element of a stop of the arrow keys. */
export function stopId(at: number): string {
  return `history-result-${at}`
}
