import { type Raster, resize } from './raster.ts'

/** Width of an inset as a part of the whole picture. */
const insetPart = 1 / 5

/** Returns a picture with others as small insets along its lower edge, where the mask allows changes. */
export function withInsets(picture: Raster, others: readonly Raster[], mask: Raster | undefined): Raster {
  const { channels, height, width } = picture
  const pixels = Uint8Array.from(picture.pixels)
  const side = Math.max(1, Math.floor(Math.min(width, height) * insetPart))
  const perRow = Math.max(1, Math.floor(width / side))
  for (const [index, other] of others.entries()) {
    const inset = resize(other, side, side)
    const left = (index % perRow) * side
    const top = height - side * (1 + Math.floor(index / perRow))
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) {
        const to = (top + y) * width + left + x
        const isOpen = mask === undefined || (mask.channels === 4 && mask.pixels[to * 4 + 3] === 0)
        if (top + y < 0 || left + x >= width || !isOpen) continue
        const from = (y * side + x) * inset.channels
        pixels.set(inset.pixels.subarray(from, from + 3), to * channels)
      }
  }
  return { width, height, channels, pixels }
}
