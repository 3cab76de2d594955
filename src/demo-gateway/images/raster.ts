import { performance } from 'node:perf_hooks'
import { setImmediate as immediate } from 'node:timers/promises'

/** A picture as pixels: rows from the top, each pixel red, green and blue, plus alpha when it has four channels. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  readonly pixels: Uint8Array
}

/**
 * Creates a function to be called often in long loops. It yields to the event loop when `ms` have passed since the last
 * yield.
 */
export function yieldEvery(ms = 6): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < ms) return undefined
    return immediate().then(() => {
      since = performance.now()
    })
  }
}

/** Resizes to the nearest pixel; returns the same raster when the size already fits. */
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
