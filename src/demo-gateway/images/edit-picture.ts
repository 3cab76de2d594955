import { hashText } from '../random.ts'
import { paint } from './painting.ts'
import { type Raster, yieldEvery } from './raster.ts'

/**
 * Edits a picture by a prompt. Only pixels where the mask is fully transparent change.
 * Without a mask all pixels change, and traces of the source remain visible. The result has the source's size and channels.
 */
export async function editPicture(source: Raster, mask: Raster | undefined, prompt: string, seed: number) {
  const { width, height, channels } = source
  const fresh = await paint(width, height, prompt, hashText('edit', seed))
  const pixels = Uint8Array.from(source.pixels)
  const rest = yieldEvery()
  for (let y = 0; y < height; y += 1) {
    for (let pixel = y * width; pixel < (y + 1) * width; pixel += 1) {
      if (mask && (mask.channels !== 4 || mask.pixels[pixel * 4 + 3] !== 0)) continue
      for (let channel = 0; channel < 3; channel += 1) {
        const old = source.pixels[pixel * channels + channel] ?? 0
        const painted = fresh.pixels[pixel * 3 + channel] ?? 0
        const mixed = mask ? painted : Math.round(painted * 0.7 + old * 0.3)
        // Every pixel of the region differs from the source, so that the edit is visible.
        pixels[pixel * channels + channel] = mixed === old ? (old + 128) % 256 : mixed
      }
      if (channels === 4) pixels[pixel * 4 + 3] = 255
    }
    await rest()
  }
  return { width, height, channels, pixels } satisfies Raster
}
