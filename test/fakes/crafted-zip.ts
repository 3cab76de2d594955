import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a ZIP with a possibly false index. */
export interface CraftedEntry {
  readonly name: string
  readonly bytes: Uint8Array
  /** Length claimed by the index instead of the real one. */
  readonly claimed?: number
  /** Index of the entry whose bytes this one shares. */
  readonly at?: number
}

/** Writes a ZIP by hand (APPNOTE 4.3). Its index can share bytes, repeat names and state false lengths. */
export function craftedZip(entries: readonly CraftedEntry[]): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  const places: number[] = []
  let end = 0
  for (const { at, bytes, claimed, name } of entries) {
    const path = Buffer.from(name)
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x800, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claimed ?? bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const place = at === undefined ? end : (places[at] ?? 0)
    places.push(place)
    if (at === undefined) {
      const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, path, packed])
      parts.push(local)
      end += local.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(place, 10)
    index.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, tail, path]))
  }
  const directory = Buffer.concat(index)
  const last = Buffer.alloc(22)
  last.write('PK\u0005\u0006', 'latin1')
  last.writeUInt16LE(entries.length, 8)
  last.writeUInt16LE(entries.length, 10)
  last.writeUInt32LE(directory.length, 12)
  last.writeUInt32LE(end, 16)
  return Buffer.concat([...parts, directory, last])
}
