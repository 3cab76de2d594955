import { AppFailure, appError } from '../../shared/errors.ts'

/** Pixels in rows from the top, with three or four bytes each. */
export interface BmpPixels {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  readonly bands: 3 | 4
}

interface Header {
  readonly width: number
  readonly height: number
  /** True if the first row is the upper one. */
  readonly isTopDown: boolean
  readonly bits: number
  /** Offset of the pixels. */
  readonly pixelsAt: number
  readonly palette: readonly (readonly [number, number, number])[]
  /** Bit masks of red, green, blue and alpha in a pixel of 16 or 32 bits. */
  readonly masks: readonly [number, number, number, number]
}

/**
 * Reads a Windows bitmap (Microsoft, BITMAPINFOHEADER): uncompressed, with 1, 4, 8, 16, 24 or 32 bits. With `damaged`,
 * missing rows are black.
 * Throws an AppFailure `not_a_picture` for other bitmaps, more than `pixelsMax` pixels, missing rows without `damaged`,
 * and if all rows are missing.
 */
export function bmpPixels(bytes: Uint8Array, pixelsMax: number, damaged: boolean): BmpPixels {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = headerOf(view, pixelsMax)
  const { bits, height, isTopDown, masks, palette, pixelsAt, width } = header
  const bands = masks[3] === 0 ? 3 : 4
  const stride = Math.ceil((width * bits) / 32) * 4
  const rows = Math.floor((bytes.length - pixelsAt) / stride)
  if (rows < (damaged ? 1 : height)) return refused(`a bitmap with ${Math.max(0, rows)} of ${height} rows`)
  const pixels = new Uint8Array(width * height * bands)
  for (let row = 0; row < height; row += 1) {
    const from = pixelsAt + stride * (isTopDown ? row : height - 1 - row)
    if (from + stride > bytes.length) continue
    let to = row * width * bands
    for (let x = 0; x < width; x += 1, to += bands) {
      if (bits <= 8) {
        const per = 8 / bits
        const byte = view.getUint8(from + Math.floor(x / per))
        const index = (byte >> (8 - bits * ((x % per) + 1))) & ((1 << bits) - 1)
        pixels.set(palette[index] ?? [0, 0, 0], to)
      } else if (bits === 24) {
        const at = from + x * 3
        pixels.set([view.getUint8(at + 2), view.getUint8(at + 1), view.getUint8(at)], to)
      } else {
        const value = bits === 16 ? view.getUint16(from + x * 2, true) : view.getUint32(from + x * 4, true)
        for (let band = 0; band < bands; band += 1) pixels[to + band] = part(value, masks[band] ?? 0)
      }
    }
  }
  return { pixels, width, height, bands }
}

function headerOf(view: DataView, pixelsMax: number): Header {
  const length = view.getUint32(14, true)
  const isOld = length === 12
  if (view.byteLength < 14 + length) return refused('a bitmap without a whole header')
  const width = isOld ? view.getUint16(18, true) : view.getInt32(18, true)
  const tall = isOld ? view.getUint16(20, true) : view.getInt32(22, true)
  const bits = view.getUint16(isOld ? 24 : 28, true)
  const compression = isOld ? 0 : view.getUint32(30, true)
  const height = Math.abs(tall)
  if (width <= 0 || height === 0 || width * height > pixelsMax) return refused(`a bitmap of ${width}x${height}`)
  const hasMasks = (compression === 3 || compression === 6) && (bits === 16 || bits === 32)
  if (![1, 4, 8, 16, 24, 32].includes(bits) || (compression !== 0 && !hasMasks))
    return refused(`a bitmap of ${bits} bits, compressed as ${compression}`)
  const colours = isOld || bits > 8 ? 0 : view.getUint32(46, true)
  const count = bits > 8 ? 0 : Math.min(colours === 0 ? 2 ** bits : colours, 2 ** bits)
  return {
    width,
    height,
    isTopDown: tall < 0,
    bits,
    pixelsAt: view.getUint32(10, true),
    palette: paletteOf(view, 14 + length, count, isOld ? 3 : 4),
    masks: hasMasks ? masksOf(view, length, compression === 6) : usualMasks(bits),
  }
}

function paletteOf(view: DataView, at: number, count: number, step: number): Header['palette'] {
  const palette: (readonly [number, number, number])[] = []
  for (let index = 0; index < count && at + index * step + 3 <= view.byteLength; index += 1) {
    const from = at + index * step
    palette.push([view.getUint8(from + 2), view.getUint8(from + 1), view.getUint8(from)])
  }
  return palette
}

/** Returns the masks, which are in the header, or after it in its shortest form. */
function masksOf(view: DataView, length: number, withAlpha: boolean): Header['masks'] {
  const at = (index: number): number =>
    54 + index * 4 + 4 <= view.byteLength ? view.getUint32(54 + index * 4, true) : 0
  return [at(0), at(1), at(2), length >= 56 || withAlpha ? at(3) : 0]
}

function usualMasks(bits: number): Header['masks'] {
  if (bits === 16) return [0x7c00, 0x3e0, 0x1f, 0]
  // the fourth byte of a pixel has no meaning here
  return bits === 32 ? [0xff0000, 0xff00, 0xff, 0] : [0, 0, 0, 0]
}

/** Returns the bits of a mask, scaled to 8 bits. */
function part(value: number, mask: number): number {
  if (mask === 0) return 0
  const low = 31 - Math.clz32(mask & -mask)
  const most = mask >>> low
  return Math.round((((value & mask) >>> low) * 255) / most)
}

function refused(detail: string): never {
  throw new AppFailure(appError('not_a_picture', detail))
}
