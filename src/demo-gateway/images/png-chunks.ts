/** The first eight bytes of every PNG file. */
export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export interface PngChunk {
  readonly type: string
  readonly data: Buffer
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function crc32(...pieces: readonly Buffer[]): number {
  let crc = 0xffffffff
  for (const piece of pieces) {
    for (const byte of piece) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** Encodes one chunk with its length and checksum. */
export function writeChunk(type: string, data: Buffer): Buffer {
  const name = Buffer.from(type, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(name, data))
  return Buffer.concat([length, name, data, check])
}

/** Splits a PNG file into its chunks. Throws a RangeError for an incomplete file or a wrong checksum. */
export function readChunks(file: Buffer): PngChunk[] {
  if (!file.subarray(0, 8).equals(pngSignature)) throw new RangeError('not a PNG file')
  const chunks: PngChunk[] = []
  for (let at = 8; chunks.at(-1)?.type !== 'IEND'; ) {
    if (at + 12 > file.length) throw new RangeError('the PNG file is cut off')
    const length = file.readUInt32BE(at)
    if (at + 12 + length > file.length) throw new RangeError('the PNG file is cut off')
    const name = file.subarray(at + 4, at + 8)
    const data = file.subarray(at + 8, at + 8 + length)
    if (file.readUInt32BE(at + 8 + length) !== crc32(name, data)) throw new RangeError('a check sum is wrong')
    chunks.push({ type: name.toString('latin1'), data })
    at += 12 + length
  }
  return chunks
}
