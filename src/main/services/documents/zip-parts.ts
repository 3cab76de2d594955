import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { inflateSync } from 'fflate'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'

/** Maximum number of files in a document, and their maximum total size in bytes. */
const entriesMax = 20_000
const unpackedMax = 256 * 1024 ** 2

/** Directory entry of a file in an archive. */
interface Entry {
  readonly name: string
  /** How the file is packed: 0 for stored, 8 for deflated. */
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  /** Offset of the file's own header. */
  readonly at: number
}

/** Returns the names of the files in an archive. Refuses it by its declared sizes, before anything is unpacked. */
export function zipNames(bytes: Uint8Array): readonly string[] | FileProblem {
  const entries = entriesOf(bytes)
  if (typeof entries === 'string') return entries
  // a stored file is as long as its packed size says
  const total = entries.reduce((sum, { packedSize, size }) => sum + Math.max(packedSize, size), 0)
  return total > unpackedMax ? 'too_large' : entries.map(({ name }) => name)
}

/**
 * Returns one file of an archive that `zipNames` accepted; null if it is missing. A file that does not have its
 * declared size and checksum is damaged: no more than its declared size is ever unpacked.
 */
export function zipPart(bytes: Uint8Array, wanted: string): Uint8Array | null | FileProblem {
  const parts = zipParts(bytes, new Set([wanted]))
  return typeof parts === 'string' ? parts : (parts.get(wanted) ?? null)
}

/** Returns several files of such an archive, unpacked in one go. Missing files are left out. */
export function zipParts(
  bytes: Uint8Array,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, Uint8Array> | FileProblem {
  const entries = entriesOf(bytes)
  if (typeof entries === 'string') return entries
  const parts = new Map<string, Uint8Array>()
  for (const entry of entries) {
    if (!wanted.has(entry.name)) continue
    const content = contentOf(bytes, entry)
    if (content === null) return 'damaged'
    parts.set(entry.name, content)
  }
  return parts
}

/** Marks of APPNOTE.TXT, sections 4.3.7 to 4.3.16. */
const localMark = 0x04034b50
const entryMark = 0x02014b50
const endMark = 0x06054b50
const wideEndMark = 0x06064b50
const wideLocatorMark = 0x07064b50
const endBytes = 22
const commentMax = 0xffff
/** Marks a number that is in the extra field instead. */
const elsewhere = 0xffffffff

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

function entriesOf(bytes: Uint8Array): readonly Entry[] | FileProblem {
  try {
    return directoryOf(viewOf(bytes))
  } catch {
    // an offset outside the archive
    return 'damaged'
  }
}

function directoryOf(archive: Buffer): readonly Entry[] | FileProblem {
  const { count, start } = endOf(archive)
  const entries: Entry[] = []
  let at = start
  while (at + 4 <= archive.length && archive.readUInt32LE(at) === entryMark) {
    if (entries.length === entriesMax) return 'too_large'
    const [nameBytes, extraBytes] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)]
    const extraAt = at + 46 + nameBytes
    const next = extraAt + extraBytes + archive.readUInt16LE(at + 32)
    if (next > archive.length) return 'damaged'
    const [size, packedSize, header] = wideNumbers(
      [archive.readUInt32LE(at + 24), archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)],
      archive.subarray(extraAt, extraAt + extraBytes),
    )
    if (size === undefined || packedSize === undefined || header === undefined) return 'damaged'
    const name = nameOf(archive.subarray(at + 46, extraAt))
    const method = archive.readUInt16LE(at + 10)
    entries.push({ name, method, checksum: archive.readUInt32LE(at + 16), packedSize, size, at: header })
    at = next
  }
  return entries.length === count ? entries : 'damaged'
}

/**
 * Returns the name of an entry. Many writers leave out the flag that marks a name as UTF-8, so that the bytes decide.
 * Some write folders as Windows does.
 */
function nameOf(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1').replaceAll('\\', '/')
}

/** Returns the number of files by the end of an archive, and the start of its directory. Throws if there is no end. */
function endOf(archive: Buffer): { readonly count: number; readonly start: number } {
  let end = archive.length - endBytes
  const first = Math.max(0, end - commentMax)
  while (end >= first && archive.readUInt32LE(end) !== endMark) end -= 1
  if (end < first) throw new RangeError('no end of an archive')
  if (end >= 20 && archive.readUInt32LE(end - 20) === wideLocatorMark) {
    const wide = Number(archive.readBigUInt64LE(end - 12))
    if (archive.readUInt32LE(wide) === wideEndMark)
      return { count: Number(archive.readBigUInt64LE(wide + 32)), start: Number(archive.readBigUInt64LE(wide + 48)) }
  }
  return { count: archive.readUInt16LE(end + 10), start: archive.readUInt32LE(end + 16) }
}

/** Returns the numbers of an entry. 64-bit numbers are in its extra field, in the same order. */
function wideNumbers(numbers: readonly number[], extra: Buffer): readonly number[] {
  if (!numbers.includes(elsewhere)) return numbers
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let wide = at + 4
    return numbers.map((number) => {
      if (number !== elsewhere) return number
      wide += 8
      return Number(extra.readBigUInt64LE(wide - 8))
    })
  }
  return numbers
}

/** Returns a file as it was packed; null if it is damaged. */
function contentOf(bytes: Uint8Array, { at, checksum, method, packedSize, size }: Entry): Uint8Array | null {
  const archive = viewOf(bytes)
  try {
    if (archive.readUInt32LE(at) !== localMark) return null
    const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
    const packed = bytes.subarray(start, start + packedSize)
    const content = method === 0 ? packed : method === 8 ? inflateSync(packed, { out: new Uint8Array(size) }) : null
    return content !== null && content.length === size && crc32(content) === checksum ? content : null
  } catch {
    return null
  }
}
