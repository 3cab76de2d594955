import {
  intersection,
  isEmpty,
  type Point,
  polygonRect,
  type Rect,
  type Size,
  segmentRect,
  wholeRect,
} from './geometry.ts'

/** Pixels of a mask: one byte each, row by row; 1 is marked, 0 is not. */
export interface Raster extends Size {
  readonly data: Uint8Array
}

export type Mark = 0 | 1

export function emptyRaster({ width, height }: Size): Raster {
  return { width, height, data: new Uint8Array(width * height) }
}

/** Returns the range of x with `low <= at + slope * x <= high`. */
function within(at: number, slope: number, low: number, high: number): readonly [number, number] {
  if (Math.abs(slope) < 1e-9) return at >= low && at <= high ? [-Infinity, Infinity] : [Infinity, -Infinity]
  const a = (low - at) / slope
  const b = (high - at) / slope
  return a < b ? [a, b] : [b, a]
}

/** Fills the pixels whose centre is within `radius` of the line from `a` to `b`. */
export function fillSegment(raster: Raster, a: Point, b: Point, radius: number, mark: Mark): void {
  const { data, width } = raster
  const rect = segmentRect(a, b, radius, raster)
  if (isEmpty(rect)) return
  const length = Math.hypot(b.x - a.x, b.y - a.y)
  const ux = length === 0 ? 0 : (b.x - a.x) / length
  const uy = length === 0 ? 0 : (b.y - a.y) / length
  for (let y = rect.top; y < rect.bottom; y++) {
    const centre = y + 0.5
    let low = Infinity
    let high = -Infinity
    // the two round ends …
    for (const end of [a, b]) {
      const rest = radius * radius - (centre - end.y) ** 2
      if (rest < 0) continue
      const half = Math.sqrt(rest)
      low = Math.min(low, end.x - half)
      high = Math.max(high, end.x + half)
    }
    // … and the band between them; each row of a convex shape is one run
    if (length > 0) {
      const down = centre - a.y
      const along = within(down * uy - a.x * ux, ux, 0, length)
      const across = within(down * ux + a.x * uy, -uy, -radius, radius)
      const from = Math.max(along[0], across[0])
      const to = Math.min(along[1], across[1])
      if (from <= to) {
        low = Math.min(low, from)
        high = Math.max(high, to)
      }
    }
    const first = Math.max(rect.left, Math.ceil(low - 0.5))
    const last = Math.min(rect.right - 1, Math.floor(high - 0.5))
    if (first <= last) data.fill(mark, y * width + first, y * width + last + 1)
  }
}

export function fillRect(raster: Raster, rect: Rect, mark: Mark): void {
  const inside = intersection(rect, wholeRect(raster))
  if (isEmpty(inside)) return
  for (let y = inside.top; y < inside.bottom; y++)
    raster.data.fill(mark, y * raster.width + inside.left, y * raster.width + inside.right)
}

/** Crossings of a polygon's edges with row centres; those of row r are from `starts[r]` to `starts[r + 1]`. */
interface Crossings {
  readonly starts: Int32Array
  readonly xs: Float64Array
  /** Direction of each edge: 1 if it goes down, -1 if it goes up. */
  readonly turns: Int8Array
}

/** Calls `take` with the edge crossings of each row of `rect`. Uses flat arrays, because a long lasso has very many. */
function eachCrossing(
  points: readonly Point[],
  rect: Rect,
  take: (row: number, x: number, turn: number) => void,
): void {
  for (let index = 0; index < points.length; index++) {
    const from = points[index]
    const to = points[(index + 1) % points.length]
    if (from === undefined || to === undefined || from.y === to.y) continue
    const first = Math.max(rect.top, Math.ceil(Math.min(from.y, to.y) - 0.5))
    const end = Math.min(rect.bottom, Math.ceil(Math.max(from.y, to.y) - 0.5))
    const slope = (to.x - from.x) / (to.y - from.y)
    for (let y = first; y < end; y++) take(y - rect.top, from.x + (y + 0.5 - from.y) * slope, from.y < to.y ? 1 : -1)
  }
}

function crossingsOf(points: readonly Point[], rect: Rect): Crossings {
  const starts = new Int32Array(rect.bottom - rect.top + 1)
  eachCrossing(points, rect, (row) => {
    starts[row + 1] = (starts[row + 1] ?? 0) + 1
  })
  for (let row = 1; row < starts.length; row++) starts[row] = (starts[row] ?? 0) + (starts[row - 1] ?? 0)
  const total = starts.at(-1) ?? 0
  const xs = new Float64Array(total)
  const turns = new Int8Array(total)
  const filled = new Int32Array(starts.length)
  eachCrossing(points, rect, (row, x, turn) => {
    const start = starts[row] ?? 0
    let at = start + (filled[row] ?? 0)
    filled[row] = (filled[row] ?? 0) + 1
    // insertion sort, because a row has few crossings
    for (; at > start && (xs[at - 1] ?? 0) > x; at--) {
      xs[at] = xs[at - 1] ?? 0
      turns[at] = turns[at - 1] ?? 0
    }
    xs[at] = x
    turns[at] = turn
  })
  return { starts, xs, turns }
}

/**
 * Fills the pixels whose centre lies inside a closed line. Uses non-zero winding, so that inner loops are filled too.
 */
export function fillPolygon(raster: Raster, points: readonly Point[], mark: Mark): void {
  const rect = polygonRect(points, raster)
  if (isEmpty(rect)) return
  const { starts, xs, turns } = crossingsOf(points, rect)
  for (let row = 0; row < rect.bottom - rect.top; row++) {
    const at = (rect.top + row) * raster.width
    let around = 0
    let begin = 0
    for (let index = starts[row] ?? 0; index < (starts[row + 1] ?? 0); index++) {
      const x = xs[index] ?? 0
      if (around === 0) begin = x
      around += turns[index] ?? 0
      if (around !== 0) continue
      const left = Math.max(rect.left, Math.ceil(begin - 0.5))
      const right = Math.min(rect.right, Math.ceil(x - 0.5))
      if (left < right) raster.data.fill(mark, at + left, at + right)
    }
  }
}

export function invert(raster: Raster): void {
  const { data } = raster
  for (let index = 0; index < data.length; index++) data[index] = (data[index] ?? 0) ^ 1
}

export function countMarked({ data }: Raster): number {
  let count = 0
  for (let index = 0; index < data.length; index++) count += data[index] ?? 0
  return count
}

/** Resizes a mask by the nearest pixel, without intermediate values. */
export function resized(raster: Raster, size: Size): Raster {
  if (raster.width === size.width && raster.height === size.height) return raster
  const result = emptyRaster(size)
  const columns = Array.from({ length: size.width }, (_, x) => Math.floor(((x + 0.5) * raster.width) / size.width))
  for (let y = 0; y < size.height; y++) {
    const row = Math.floor(((y + 0.5) * raster.height) / size.height) * raster.width
    for (let x = 0; x < size.width; x++) result.data[y * size.width + x] = raster.data[row + (columns[x] ?? 0)] ?? 0
  }
  return result
}
