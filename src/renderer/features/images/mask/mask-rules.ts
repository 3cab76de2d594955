import type { Size } from './geometry.ts'
import { emptyRaster, type Raster } from './raster.ts'

/** How a picture is read as a mask: by its transparent pixels, or, without any, by its bright ones. */
export type MaskRule = 'transparent' | 'bright'

/** Threshold from which a pixel counts as opaque or bright. */
const half = 128

/** Returns the Rec. 601 luma: perceived brightness, 0 to 255. */
export function brightness(red: number, green: number, blue: number): number {
  return (red * 299 + green * 587 + blue * 114) / 1000
}

/** Reads a picture as a mask, some rows at a time, so that a large one is never in memory whole. */
export interface MaskReader {
  /** Adds the next RGBA rows of the picture; `top` is the number of the first one. */
  add(rgba: Uint8ClampedArray, top: number): void
  done(): { readonly raster: Raster; readonly rule: MaskRule }
}

/** Makes a reader. `only` fixes the rule; otherwise transparency wins if there is any. */
export function maskReader(size: Size, only: MaskRule | null = null): MaskReader {
  const transparent = emptyRaster(size)
  const bright = emptyRaster(size)
  let anyTransparent = false
  return {
    add(rgba, top) {
      const from = top * size.width
      for (let pixel = 0; pixel * 4 < rgba.length; pixel++) {
        const at = pixel * 4
        if ((rgba[at + 3] ?? 0) < half) {
          transparent.data[from + pixel] = 1
          anyTransparent = true
        } else if (brightness(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0) >= half) {
          bright.data[from + pixel] = 1
        }
      }
    },
    done() {
      const rule = only ?? (anyTransparent ? 'transparent' : 'bright')
      return { raster: rule === 'transparent' ? transparent : bright, rule }
    },
  }
}

/** Returns the rows of the sent mask: black, with alpha 0 if marked and 255 elsewhere, without intermediate values. */
export function exportRows(raster: Raster, top: number, rows: number): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(rows * raster.width * 4)
  const from = top * raster.width
  for (let pixel = 0; pixel < rows * raster.width; pixel++)
    rgba[pixel * 4 + 3] = raster.data[from + pixel] === 1 ? 0 : 255
  return rgba
}

/** Returns the marked share in percent with one decimal; 0 and 100 only if exact. */
export function markedPercent(marked: number, size: Size): number {
  const pixels = size.width * size.height
  if (marked === 0 || marked === pixels) return marked === 0 ? 0 : 100
  return Math.min(99.9, Math.max(0.1, Math.round((marked / pixels) * 1000) / 10))
}
