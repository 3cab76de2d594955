import { crc32 } from 'node:zlib'

/**
 * A ZIP of stored files in ZIP64 form, which more than 65,535 files need (APPNOTE 6.3.10). Written by hand, because
 * libraries take a minute for that many.
 */
export function manyFilesZip(files: Iterable<readonly [name: string, bytes: Uint8Array]>): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let at = 0
  for (const [name, bytes] of files) {
    const path = Buffer.from(name)
    const facts = Buffer.alloc(20)
    facts.writeUInt32LE(crc32(bytes), 8)
    facts.writeUInt32LE(bytes.length, 12)
    facts.writeUInt32LE(bytes.length, 16)
    const common = Buffer.concat([words16(20, 0x800, 0), facts.subarray(4), words16(path.length, 0)])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, path, bytes])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    index.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), words16(20), common, place, path]))
    parts.push(local)
    at += local.length
  }
  const directory = Buffer.concat(index)
  const end64 = Buffer.alloc(56)
  end64.write('PK\u0006\u0006', 'latin1')
  end64.writeBigUInt64LE(44n, 4)
  end64.writeUInt16LE(45, 12)
  end64.writeUInt16LE(45, 14)
  end64.writeBigUInt64LE(BigInt(index.length), 24)
  end64.writeBigUInt64LE(BigInt(index.length), 32)
  end64.writeBigUInt64LE(BigInt(directory.length), 40)
  end64.writeBigUInt64LE(BigInt(at), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\u0006\u0007', 'latin1')
  locator.writeBigUInt64LE(BigInt(at + directory.length), 8)
  locator.writeUInt32LE(1, 16)
  const end = Buffer.alloc(22, 0xff)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt32LE(0, 4)
  end.writeUInt16LE(0, 20)
  return Buffer.concat([...parts, directory, end64, locator, end])
}

function words16(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2)
  return buffer
}
