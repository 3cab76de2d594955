const stripOffsets = 273
const tileOffsets = 324
/** Bytes of a value by its type (TIFF 6.0, section 2): short, long, fraction. */
const valueBytes: Readonly<Record<number, number>> = { 3: 2, 4: 4, 5: 8 }

/** Moves the directory of a little-endian TIFF in front of its pixels, as cameras and Windows write it. */
export function withHeadFirst(tiff: Buffer): Buffer {
  const from = tiff.readUInt32LE(4)
  const tail = Buffer.from(tiff.subarray(from))
  const entries = tail.readUInt16LE(0)
  for (let at = 2; at < 2 + entries * 12; at += 12) {
    const count = tail.readUInt32LE(at + 4)
    const isApart = count * (valueBytes[tail.readUInt16LE(at + 2)] ?? 1) > 4
    const values = isApart ? tail.readUInt32LE(at + 8) - from : at + 8
    if (isApart) tail.writeUInt32LE(values + 8, at + 8)
    if (![stripOffsets, tileOffsets].includes(tail.readUInt16LE(at))) continue
    for (let index = 0; index < count; index += 1)
      tail.writeUInt32LE(tail.readUInt32LE(values + index * 4) + tail.length, values + index * 4)
  }
  const head = Buffer.from(tiff.subarray(0, 8))
  head.writeUInt32LE(8, 4)
  return Buffer.concat([head, tail, tiff.subarray(8, from)])
}
