/**
 * Returns which of several rendered hits is the stored one at `start`; -1 if nothing is rendered. Both are in order,
 * but not all stored hits are rendered: the address of a link is not, and a formula is rendered twice.
 */
export function hitIndex(starts: readonly number[], start: number, rendered: number): number {
  const at = starts.findIndex((one) => one >= start)
  const index = at < 0 ? starts.length - 1 : at
  if (starts.length === rendered || starts.length < 2) return Math.min(index, rendered - 1)
  return Math.min(rendered - 1, Math.round((Math.max(0, index) * (rendered - 1)) / (starts.length - 1)))
}
