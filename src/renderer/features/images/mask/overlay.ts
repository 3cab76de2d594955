import { isEmpty, type Rect, type Size } from './geometry.ts'
import type { Raster } from './raster.ts'
import type { View } from './view-transform.ts'

/** Look of the mask: tinted with hatching and an outline, or cut out to a checkerboard, as it is sent. */
export type OverlayKind = 'marked' | 'sent'

/** The painter's target: the frame's pixels as ABGR words, and each one's position in the mask. */
export interface OverlayFrame extends Size {
  /** The picture in the frame without the mask. */
  readonly base: Uint32Array
  readonly target: Uint32Array
  /** Result of `samples`, with `border` more entries at both ends. */
  readonly columns: Int32Array
  readonly rows: Int32Array
  readonly border: number
  /** Position of the picture in the frame; the patterns move with it. */
  readonly view: View
}

/** Tint of marked pixels: red, green, blue, and its share of 256. */
const tint = { red: 226, green: 58, blue: 34, share: 112 }
/** Hatching of marked pixels; light, so that it shows on a red picture too. */
const hatch = { red: 255, green: 246, blue: 238, share: 160 }
const outlineColour = 0xff_18_23_8f
const outlineInside = 0xff_f2_f8_ff
const checkLight = 0xff_ff_ff_ff
const checkDark = 0xff_d4_d6_d8

function blended(pixel: number, { red, green, blue, share }: typeof tint): number {
  const r = pixel & 255
  const g = (pixel >> 8) & 255
  const b = (pixel >> 16) & 255
  return (
    (0xff000000 |
      ((b + (((blue - b) * share) >> 8)) << 16) |
      ((g + (((green - g) * share) >> 8)) << 8) |
      (r + (((red - r) * share) >> 8))) >>>
    0
  )
}

/**
 * Returns the part of a frame row that may differ from the bare picture: around the marked pixels of its rows. Uses the
 * engine's fast search, so unmarked areas cost almost nothing.
 */
function touched(frame: OverlayFrame, mask: Raster, rect: Rect, y: number): readonly [number, number] {
  const { rows, border, view } = frame
  const reach = border + 1
  const from = Math.max(0, Math.floor((rect.left - reach - view.x) / view.scale))
  const to = Math.min(mask.width, Math.ceil((rect.right + reach - view.x) / view.scale) + 1)
  let first = Infinity
  let last = -Infinity
  for (const row of [rows[y] ?? -1, rows[y + border] ?? -1, rows[y + 2 * border] ?? -1]) {
    if (row < 0 || from >= to) continue
    const pixels = mask.data.subarray(row * mask.width + from, row * mask.width + to)
    const found = pixels.indexOf(1)
    if (found < 0) continue
    first = Math.min(first, from + found)
    last = Math.max(last, from + pixels.lastIndexOf(1))
  }
  if (last < first) return [rect.right, rect.right]
  const left = Math.floor(first * view.scale + view.x) - reach
  const right = Math.ceil((last + 1) * view.scale + view.x) + reach
  return [Math.min(rect.right, Math.max(rect.left, left)), Math.max(rect.left, Math.min(rect.right, right))]
}

/** Draws a rect of the frame: picture and mask. The cost depends on the rect, not on the picture. */
export function drawOverlay(frame: OverlayFrame, mask: Raster, rect: Rect, kind: OverlayKind): void {
  if (isEmpty(rect)) return
  const { base, target, width } = frame
  for (let y = rect.top; y < rect.bottom; y++) {
    const [left, right] = touched(frame, mask, rect, y)
    const row = y * width
    target.set(base.subarray(row + rect.left, row + rect.right), row + rect.left)
    if (left < right) drawRow(frame, mask, y, left, right, kind)
  }
}

function drawRow(frame: OverlayFrame, mask: Raster, y: number, left: number, right: number, kind: OverlayKind): void {
  const { target, columns, rows, width, border, view } = frame
  const { data } = mask
  // a multiple of every pattern's period keeps the sums below positive
  const shiftX = 4096 * 16 - Math.round(view.x)
  const shiftY = 4096 * 16 - Math.round(view.y)
  const row = rows[y + border] ?? -1
  const above = rows[y] ?? -1
  const below = rows[y + 2 * border] ?? -1
  const marked = (column: number, line: number): boolean =>
    column >= 0 && line >= 0 && data[line * mask.width + column] === 1
  for (let x = left; x < right; x++) {
    const at = y * width + x
    const column = columns[x + border] ?? -1
    const here = marked(column, row)
    if (kind === 'sent') {
      const light = ((((x + shiftX) >> 3) + ((y + shiftY) >> 3)) & 1) === 0
      if (here) target[at] = light ? checkLight : checkDark
      continue
    }
    const edge =
      here !== marked(columns[x] ?? -1, row) ||
      here !== marked(columns[x + 2 * border] ?? -1, row) ||
      here !== marked(column, above) ||
      here !== marked(column, below)
    if (edge) target[at] = here ? outlineInside : outlineColour
    else if (here) {
      const line = ((x + shiftX + y + shiftY) & 15) < 3
      target[at] = blended(target[at] ?? 0, line ? hatch : tint)
    }
  }
}
