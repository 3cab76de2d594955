/** Dictionary entries of a picture, and of a picture with a mask. */
const picture = /\/Subtype\s{0,4}\/Image\b/g
const mask = /\/S?Mask\s{1,4}\d{1,10}\s{1,4}\d{1,5}\s{1,4}R\b/g
const stretch = 4 * 1024 * 1024
const overlap = 64

/**
 * Returns the number of pictures in a PDF, without those that only mask others. Their dictionaries are never compressed
 * (ISO 32000-1, 7.5.7), so that they are found without unpacking anything. A picture that appears on many pages counts
 * once.
 */
export function pictureCount(bytes: Uint8Array): number {
  let count = 0
  for (let from = 0; from < bytes.length; from += stretch) {
    const end = Math.min(bytes.length, from + stretch + overlap)
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('latin1')
    // matches in the overlap count with the next stretch
    const begun = (found: RegExp): number => [...text.matchAll(found)].filter(({ index }) => index < stretch).length
    count += begun(picture) - begun(mask)
  }
  return Math.max(0, count)
}
