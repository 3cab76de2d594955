/** Maximum number of bytes that are searched for the size. */
const searchedMax = 64 * 1024
/** Maximum number of brands that are read. */
const brandsMax = 32

/** Returns the brands of a HEIF-family file (ISO/IEC 14496-12, `ftyp`), the major one first; empty for other files. */
export function brandsOf(bytes: Uint8Array): readonly string[] {
  if (bytes.length < 16 || text(bytes, 4) !== 'ftyp') return []
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
  const end = Math.min(length, bytes.length, 16 + 4 * brandsMax)
  const brands = [text(bytes, 8)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(text(bytes, at))
  return brands
}

/** Returns the largest size in pixels in any property (ISO/IEC 23008-12, `ispe`); nulls without one. */
export function propertySize(bytes: Uint8Array): { readonly width: number | null; readonly height: number | null } {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, searchedMax))
  let found: { readonly width: number; readonly height: number } | null = null
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    const size = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) }
    // tiles and thumbnails have their own sizes
    if (found === null || size.width * size.height > found.width * found.height) found = size
  }
  return found ?? { width: null, height: null }
}

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
