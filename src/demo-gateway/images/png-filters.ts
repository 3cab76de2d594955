/** Returns the prediction of PNG's Paeth filter. */
function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/**
 * Undoes the filter of one row in place. `previous` is the unfiltered row above; `step` is the bytes per pixel.
 * Throws a RangeError for an unknown filter type.
 */
export function unfilterRow(filter: number, row: Uint8Array, previous: Uint8Array, step: number): void {
  if (filter < 0 || filter > 4) throw new RangeError('a row has an unknown filter')
  if (filter === 0) return
  for (let index = 0; index < row.length; index += 1) {
    const left = index >= step ? (row[index - step] ?? 0) : 0
    const up = previous[index] ?? 0
    const corner = index >= step ? (previous[index - step] ?? 0) : 0
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner)
    row[index] = ((row[index] ?? 0) + predicted) & 0xff
  }
}

/** Writes a row with the filter Up into `out`, its filter byte first. Up compresses gradients well. */
export function filterRow(out: Uint8Array, row: Uint8Array, previous: Uint8Array): void {
  out[0] = 2
  for (let index = 0; index < row.length; index += 1) {
    out[index + 1] = ((row[index] ?? 0) - (previous[index] ?? 0)) & 0xff
  }
}
