/** Tags with the offsets of tiles and their lengths in bytes (TIFF 6.0, section 15). */
const offsetsTag = 324
const countsTag = 325
/** Bytes of a value by its type: SHORT, LONG, and LONG8 of BigTIFF. */
const valueBytes: Readonly<Record<number, 2 | 4 | 8>> = { 3: 2, 4: 4, 16: 8 }

/**
 * Returns true for a TIFF that ends before the tiles of its first picture. libvips leaves missing tiles black without
 * an error, but reports missing strips.
 */
export function lacksTiles(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = bytes[0] === 0x49
  const isBig = view.byteLength > 16 && view.getUint16(2, little) === 43
  const number = (at: number, size: 2 | 4 | 8): number =>
    size === 2 ? view.getUint16(at, little) : size === 4 ? view.getUint32(at, little) : number64(view, at, little)
  const word = isBig ? 8 : 4
  const entryBytes = isBig ? 20 : 12
  /** Returns the values under a tag; null if the file ends before them. */
  const values = (entries: number, count: number, tag: number): readonly number[] | null => {
    for (let at = entries; at < entries + count * entryBytes; at += entryBytes) {
      if (view.getUint16(at, little) !== tag) continue
      const size = valueBytes[view.getUint16(at + 2, little)]
      if (size === undefined) return []
      const many = number(at + 4, word)
      const from = many * size > word ? number(at + 4 + word, word) : at + 4 + word
      if (from + many * size > view.byteLength) return null
      return Array.from({ length: many }, (_, index) => number(from + index * size, size))
    }
    return []
  }
  if (view.byteLength < 8 + word) return true
  const directory = number(isBig ? 8 : 4, word)
  const entries = directory + (isBig ? 8 : 2)
  if (entries > view.byteLength) return true
  const count = number(directory, isBig ? 8 : 2)
  if (entries + count * entryBytes > view.byteLength) return true
  const offsets = values(entries, count, offsetsTag)
  const counts = values(entries, count, countsTag)
  if (offsets === null || counts === null) return true
  // a tile without bytes is empty on purpose
  return offsets.some((offset, index) => (counts[index] ?? 0) > 0 && offset + (counts[index] ?? 0) > view.byteLength)
}

function number64(view: DataView, at: number, little: boolean): number {
  return Number(view.getBigUint64(at, little))
}
