export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Whole pixels from (`left`, `top`) up to, but without, (`right`, `bottom`). */
export interface Rect {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function wholeRect({ width, height }: Size): Rect {
  return { left: 0, top: 0, right: width, bottom: height }
}

export function isEmpty(rect: Rect): boolean {
  return rect.right <= rect.left || rect.bottom <= rect.top
}

/** Returns the intersection of two rects; may be empty. */
export function intersection(a: Rect, b: Rect): Rect {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}

/** Returns the smallest rect around both; null is empty. */
export function union(a: Rect | null, b: Rect): Rect {
  if (a === null) return b
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

/** Returns the bounds of the pixels that a round brush of `radius` may touch between `a` and `b`. */
export function segmentRect(a: Point, b: Point, radius: number, size: Size): Rect {
  const around = {
    left: Math.floor(Math.min(a.x, b.x) - radius),
    top: Math.floor(Math.min(a.y, b.y) - radius),
    right: Math.ceil(Math.max(a.x, b.x) + radius),
    bottom: Math.ceil(Math.max(a.y, b.y) + radius),
  }
  return intersection(around, wholeRect(size))
}

/** Returns the pixels touched by a rectangle between two corners, in any order. */
export function cornersRect(a: Point, b: Point, size: Size): Rect {
  const around = {
    left: Math.floor(Math.min(a.x, b.x)),
    top: Math.floor(Math.min(a.y, b.y)),
    right: Math.ceil(Math.max(a.x, b.x)),
    bottom: Math.ceil(Math.max(a.y, b.y)),
  }
  return intersection(around, wholeRect(size))
}

/** Returns the bounds of the pixels that a polygon may touch. */
export function polygonRect(points: readonly Point[], size: Size): Rect {
  let rect: Rect | null = null
  for (const { x, y } of points)
    rect = union(rect, { left: Math.floor(x), top: Math.floor(y), right: Math.ceil(x), bottom: Math.ceil(y) })
  return rect === null ? { left: 0, top: 0, right: 0, bottom: 0 } : intersection(rect, wholeRect(size))
}
