import { performance } from 'node:perf_hooks'
import { setImmediate as immediate } from 'node:timers/promises'

/** A picture as pixels: rows from the top, each pixel red, green, blue and, with four channels, alpha. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly pixels: Uint8Array
}

/** Makes a function to call often in long work: it lets the event loop run once `ms` have gone since the last time. */
export function yieldEvery(ms = 6): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < ms) return undefined
    return immediate().then(() => {
      since = performance.now()
    })
  }
}

/** Resizes by the nearest pixel; the same raster when the size is already right. */
export function resize(raster: Raster, width: number, height: number): Raster {
  if (raster.width === width && raster.height === height) return raster
  const { channels } = raster
  const pixels = new Uint8Array(width * height * channels)
  for (let y = 0; y < height; y += 1) {
    const fromY = Math.floor((y * raster.height) / height)
    for (let x = 0; x < width; x += 1) {
      const from = (fromY * raster.width + Math.floor((x * raster.width) / width)) * channels
      pixels.set(raster.pixels.subarray(from, from + channels), (y * width + x) * channels)
    }
  }
  return { width, height, channels, pixels }
}
