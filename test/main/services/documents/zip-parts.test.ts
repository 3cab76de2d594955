import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { zipNames, zipPart, zipParts } from '../../../../src/main/services/documents/zip-parts.ts'

const text = 'The tide comes in.\n'.repeat(200)
const archive = (level: 0 | 6 = 6) =>
  Buffer.from(zipSync({ 'a.txt': [strToU8(text), { level }], 'b.txt': strToU8('b') }))
const directory = (bytes: Buffer) => bytes.indexOf(Buffer.from('PK\x01\x02'))
const said = (part: ReturnType<typeof zipPart>) => (part instanceof Uint8Array ? new TextDecoder().decode(part) : part)

test('files of an archive are named and read', () => {
  expect(zipNames(archive())).toEqual(['a.txt', 'b.txt'])
  for (const level of [0, 6] as const) expect(said(zipPart(archive(level), 'a.txt'))).toBe(text)
  expect(zipPart(zipSync({ 'a.txt': [new Uint8Array(), { level: 6 }] }), 'a.txt')).toEqual(new Uint8Array())
  expect(zipPart(archive(), 'c.txt')).toBeNull()
  expect(zipParts(archive(), new Set(['b.txt', 'c.txt']))).toEqual(new Map([['b.txt', strToU8('b')]]))
})

test('an archive in the ZIP64 format is read', async () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(text), 'a.txt', { forceZip64Format: true })
  zip.end({ forceZip64Format: true, comment: 'PK'.repeat(300) })
  const bytes = await buffer(zip.outputStream)
  expect(zipNames(bytes)).toEqual(['a.txt'])
  expect(said(zipPart(bytes, 'a.txt'))).toBe(text)
})

test('names are read as UTF-8 if they are valid UTF-8, marked or not', () => {
  const bytes = Buffer.from(zipSync({ '第一章.txt': strToU8('一'), 'é.txt': strToU8('e') }))
  const unmarked = Buffer.from(bytes)
  for (let at = directory(bytes); at < bytes.length - 22; at += 46 + bytes.readUInt16LE(at + 28))
    unmarked.writeUInt16LE(0, at + 8)
  for (const one of [bytes, unmarked]) {
    expect(zipNames(one)).toEqual(['第一章.txt', 'é.txt'])
    expect(said(zipPart(one, '第一章.txt'))).toBe('一')
  }
  // a letter of Latin-1
  unmarked[directory(unmarked) + 47] = 0x61
  expect(zipNames(unmarked)).toEqual([expect.stringMatching(/^ça/), 'é.txt'])
})

describe('a damaged file of an archive', () => {
  test.each([0, 1, text.length >> 1, text.length - 1])(
    'a file is damaged that declares %i bytes and has more',
    (size) => {
      const bytes = archive()
      bytes.writeUInt32LE(size, directory(bytes) + 24)
      expect(zipPart(bytes, 'a.txt')).toBe('damaged')
      expect(said(zipPart(bytes, 'b.txt'))).toBe('b')
    },
  )

  test.each([0, 6] as const)('a file is damaged that changed after it was packed at level %i', (level) => {
    const bytes = archive(level)
    const at = 30 + 'a.txt'.length + 9
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(zipPart(bytes, 'a.txt')).toBe('damaged')
  })

  test('a file is damaged that is outside of the archive, or packed in an unknown way', () => {
    const away = archive()
    away.writeUInt32LE(away.length, directory(away) + 42)
    expect(zipPart(away, 'a.txt')).toBe('damaged')
    const unknown = archive()
    unknown.writeUInt16LE(99, directory(unknown) + 10)
    expect(zipPart(unknown, 'a.txt')).toBe('damaged')
  })
})

test('a directory that contains more or fewer files than it declares is damaged', () => {
  for (const count of [0, 1, 3]) {
    const bytes = archive()
    bytes.writeUInt16LE(count, bytes.length - 12)
    expect(zipNames(bytes)).toBe('damaged')
  }
})

test('stored files that declare no size count towards the unpacking limit', () => {
  const stored = Buffer.from(zipSync({ 'a.txt': [new Uint8Array(1024 ** 2), { level: 0 }] }))
  const entry = stored.subarray(directory(stored), -22)
  entry.writeUInt32LE(0, 24)
  const end = Buffer.from(stored.subarray(-22))
  end.writeUInt16LE(300, 8)
  end.writeUInt16LE(300, 10)
  const bytes = Buffer.concat([stored.subarray(0, directory(stored)), ...Array.from({ length: 300 }, () => entry), end])
  expect(zipNames(bytes)).toBe('too_large')
})
