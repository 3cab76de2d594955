import type Vips from 'wasm-vips'

type Image = Vips.Image

/** Shorter side of a thumbnail in pixels, twice the size of a grid tile on an ordinary screen. */
const thumbnailSide = 400

/** WebP stores each side in 14 bits; RFC 9649. */
export const webpSideMax = 16_383

/** Returns true for pixels of 8 bits per channel in sRGB. */
export function isPlain(picture: Image): boolean {
  return picture.format === 'uchar' && picture.interpretation === 'srgb' && !hasProfile(picture)
}

/** Returns true if a picture has a colour profile of its own. */
export function hasProfile(picture: Image): boolean {
  return picture.getTypeof('icc-profile-data') !== 0
}

/** Returns the EXIF orientation from 1 to 8; 1 is upright. */
export function orientationOf(picture: Image): number {
  return picture.getTypeof('orientation') === 0 ? 1 : picture.getInt('orientation')
}

/**
 * Returns the scale to cover a square of `thumbnailSide`. Smaller pictures keep their size; the longer side stays
 * within WebP's limit.
 */
export function thumbnailScale({ width, height }: Image): number {
  const covering = thumbnailSide / Math.min(width, height)
  return Math.min(1, covering, webpSideMax / Math.max(width, height))
}

/** Copies bytes out of WebAssembly's memory, so that they can be transferred to another thread. */
export function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes)
}
