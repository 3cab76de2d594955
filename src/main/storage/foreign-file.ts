import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { fail } from '../../shared/errors.ts'

/** Limits of the schema: pages, rows, and bytes per row. Ours has about sixty rows of at most 2 KB. */
const [schemaPagesMax, schemaRowsMax, rowBytesMax] = [200, 1000, 64 * 1024]
const [interiorPage, leafPage] = [5, 13]

/**
 * Checks a foreign database file against the format (sqlite.org/fileformat2) before SQLite opens it. Opening reads the
 * whole schema, and a cycle in the schema tree would never end. Clears the flag for a journal. Throws an AppFailure
 * `backup_damaged`.
 */
export function prepareForeignFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    const { size } = fstatSync(file)
    const head = bytesAt(file, 0, 100)
    if (head.toString('latin1', 0, 16) !== 'SQLite format 3\0') damaged('no database')
    const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
    const isPower = pageBytes >= 512 && (pageBytes & (pageBytes - 1)) === 0
    if (!isPower || size % pageBytes !== 0 || head.readUInt32BE(28) !== size / pageBytes)
      damaged('pages of another size')
    if (head.readUInt8(20) !== 0) damaged('pages with something at their ends')
    if (head.readUInt32BE(56) !== 1) damaged('texts that are not UTF-8')
    const versions = [head.readUInt8(18), head.readUInt8(19)]
    if (versions.some((version) => version !== 1 && version !== 2)) damaged('a version of the format that is not there')
    walkSchema(file, pageBytes, size / pageBytes)
    // a journal next to it is never read, because a backup has none
    writeSync(file, Uint8Array.of(1, 1), 0, 2, 18)
  } finally {
    closeSync(file)
  }
}

function walkSchema(file: number, pageBytes: number, pages: number): void {
  const seen = new Set<number>()
  const open = [1]
  let rows = 0
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (number < 1 || number > pages || seen.has(number)) damaged('a schema that leads back to itself')
    seen.add(number)
    if (seen.size > schemaPagesMax) damaged('a schema that is far too long')
    const page = bytesAt(file, (number - 1) * pageBytes, pageBytes)
    const start = number === 1 ? 100 : 0
    const type = page.readUInt8(start)
    if (type !== interiorPage && type !== leafPage) damaged('a schema that makes no sense')
    const cells = cellsOf(page, start, type)
    for (const cell of cells)
      if (type === interiorPage) open.push(page.readUInt32BE(cell))
      else if (lengthAt(page, cell) > rowBytesMax) damaged('a schema with something very long')
    if (type === interiorPage) open.push(page.readUInt32BE(start + 8))
    else rows += cells.length
    if (rows > schemaRowsMax) damaged('a schema that is far too long')
  }
}

/** Returns the offsets of a page's cells. */
function cellsOf(page: Buffer, start: number, type: number): readonly number[] {
  const count = page.readUInt16BE(start + 3)
  const pointers = start + (type === interiorPage ? 12 : 8)
  if (pointers + 2 * count > page.length) damaged('a page that makes no sense')
  return Array.from({ length: count }, (_, index) => {
    const cell = page.readUInt16BE(pointers + 2 * index)
    return cell >= pointers && cell + 4 <= page.length ? cell : damaged('a page that makes no sense')
  })
}

/** Reads the variable-length number at the beginning of a cell: the length of its row. */
function lengthAt(page: Buffer, cell: number): number {
  let value = 0
  for (let at = cell; at < Math.min(cell + 9, page.length); at += 1) {
    const byte = page.readUInt8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return value
  }
  return Number.POSITIVE_INFINITY
}

function bytesAt(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length)
  for (let done = 0; done < length; ) {
    const read = readSync(file, buffer, done, length - done, position + done)
    if (read === 0) damaged('a database without its end')
    done += read
  }
  return buffer
}

function damaged(detail: string): never {
  return fail('backup_damaged', detail)
}
