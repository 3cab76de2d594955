import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { fail } from '../../../../shared/errors.ts'
import { growthAllowed } from './import-bounds.ts'
import { columnsIn } from './sqlite-columns.ts'
import { numberAt, type SqliteCell, valuesOf } from './sqlite-record.ts'

/** A row with the requested columns that exist. */
export type SqliteRow = Readonly<Record<string, SqliteCell>>

interface Table {
  readonly root: number
  readonly columns: readonly string[]
  /** Index of the INTEGER PRIMARY KEY column, an alias of the rowid; -1 for none. */
  readonly rowIdAt: number
}

interface Cell {
  readonly rowId: number
  readonly payload: Buffer
}

const signature = 'SQLite format 3\0'
/** Maximum number of tables and other entries of a schema. */
const schemaRowsMax = 5_000
/** Longest row that is read, in bytes. */
const rowBytesMax = 64 * 1024 * 1024
/** Number of rows between two pauses in which the thread can answer. */
const rowsAtOnce = 200
const [interiorPage, leafPage] = [5, 13]

/** Returns true if bytes are the beginning of an SQLite database. */
export function isSqlite(head: Buffer): boolean {
  return head.toString('latin1', 0, signature.length) === signature
}

/**
 * Reads the tables of a foreign SQLite database by its file format (sqlite.org/fileformat2). No SQL of it is run, so
 * its triggers, views and functions mean nothing. Terminating a thread during an SQLite query crashes the process.
 * Methods throw an AppFailure `import_damaged`, or `import_not_read` beyond a bound.
 */
export class SqliteFile {
  private readonly file: number
  private readonly pageBytes: number
  private readonly pages: number
  /** Bytes of a page that hold content. */
  private readonly usable: number
  private readonly encoding: string
  private readonly tables = new Map<string, Table>()
  /** Bytes that may still be read; pages that cells share are read more than once. */
  private budget: number

  constructor(path: string) {
    this.file = openSync(path, 'r')
    try {
      const { size } = fstatSync(this.file)
      const head = this.bytesAt(0, 100)
      if (!isSqlite(head)) damaged('no database')
      this.pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16)
      if (this.pageBytes < 512 || (this.pageBytes & (this.pageBytes - 1)) !== 0) damaged('pages of another size')
      this.pages = Math.floor(size / this.pageBytes)
      this.usable = this.pageBytes - head.readUInt8(20)
      if (this.usable < 480) damaged('pages with something at their ends')
      this.encoding =
        ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'][head.readUInt32BE(56)] ?? damaged('texts of no encoding')
      this.budget = growthAllowed(size)
      this.readSchema()
    } catch (cause) {
      closeSync(this.file)
      throw cause
    }
  }

  /** Returns true if there is a table with these columns. */
  has(table: string, ...columns: readonly string[]): boolean {
    const found = this.tables.get(table)
    return found !== undefined && columns.every((column) => found.columns.includes(column))
  }

  /** Yields the rows of a table, by their numbers; none if the table is missing. `onRow` gets the size of each. */
  async *rows(
    table: string,
    wanted: readonly string[],
    onRow: (bytes: number) => void = () => undefined,
  ): AsyncGenerator<SqliteRow> {
    const found = this.tables.get(table)
    if (found === undefined) return
    const places = wanted.map((name) => [name, found.columns.indexOf(name)] as const).filter(([, at]) => at >= 0)
    let count = 0
    for (const { payload, rowId } of this.cells(found.root)) {
      const values = valuesOf(payload, new Set(places.map(([, at]) => at)), this.encoding)
      onRow(payload.length)
      yield Object.fromEntries(
        places.map(([name, at]) => [name, at === found.rowIdAt ? rowId : (values.get(at) ?? null)]),
      )
      count += 1
      if (count % rowsAtOnce === 0) await setImmediate()
    }
  }

  close(): void {
    closeSync(this.file)
  }

  private readSchema(): void {
    let rows = 0
    for (const { payload } of this.cells(1)) {
      rows += 1
      if (rows > schemaRowsMax) fail('import_not_read', 'a schema that is far too long')
      const values = valuesOf(payload, new Set([0, 1, 3, 4]), this.encoding)
      const [type, name, root, sql] = [values.get(0), values.get(1), values.get(3), values.get(4)]
      if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number' || typeof sql !== 'string') continue
      const columns = columnsIn(sql)
      if (root > 0 && columns !== null) this.tables.set(name, { root, ...columns })
    }
  }

  /** Yields the cells of a table's tree, from its first leaf to its last. */
  private *cells(root: number): Generator<Cell> {
    const seen = new Set<number>()
    const open = [root]
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      if (seen.has(number)) damaged('a table that leads back to itself')
      seen.add(number)
      const page = this.databasePage(number)
      const start = number === 1 ? 100 : 0
      const type = page.readUInt8(start)
      if (type !== interiorPage && type !== leafPage) damaged('a page of another kind')
      const cells = cellsOf(page, start, type)
      if (type === leafPage) for (const at of cells) yield this.cell(page, at)
      // the last pushed is read first
      else open.push(page.readUInt32BE(start + 8), ...cells.map((at) => page.readUInt32BE(at)).reverse())
    }
  }

  private cell(page: Buffer, at: number): Cell {
    const [length, afterLength] = numberAt(page, at)
    const [rowId, from] = numberAt(page, afterLength)
    if (length > rowBytesMax) fail('import_not_read', 'a row that is far too long')
    const most = this.usable - 35
    const least = Math.floor(((this.usable - 12) * 32) / 255) - 23
    const rest = least + ((length - least) % (this.usable - 4))
    const local = length <= most ? length : rest <= most ? rest : least
    if (from + local > page.length) damaged('a row without its end')
    const parts = [page.subarray(from, from + local)]
    let next = local < length ? page.readUInt32BE(from + local) : 0
    for (let done = local; done < length; ) {
      const further = this.databasePage(next)
      const part = further.subarray(4, Math.min(this.usable, 4 + length - done))
      parts.push(part)
      done += part.length
      next = further.readUInt32BE(0)
    }
    return { rowId, payload: Buffer.concat(parts) }
  }

  private databasePage(number: number): Buffer {
    if (number < 1 || number > this.pages) damaged('a page that is not there')
    this.budget -= this.pageBytes
    if (this.budget < 0) fail('import_not_read', 'pages that are used far too often')
    return this.bytesAt((number - 1) * this.pageBytes, this.pageBytes)
  }

  private bytesAt(position: number, length: number): Buffer {
    const buffer = Buffer.alloc(length)
    for (let done = 0; done < length; ) {
      const read = readSync(this.file, buffer, done, length - done, position + done)
      if (read === 0) damaged('a database without its end')
      done += read
    }
    return buffer
  }
}

/** Starts of a page's cells. */
function cellsOf(page: Buffer, start: number, type: number): readonly number[] {
  const count = page.readUInt16BE(start + 3)
  const pointers = start + (type === interiorPage ? 12 : 8)
  if (pointers + 2 * count > page.length) damaged('a page that makes no sense')
  return Array.from({ length: count }, (_, index) => {
    const at = page.readUInt16BE(pointers + 2 * index)
    return at >= pointers && at + 4 <= page.length ? at : damaged('a page that makes no sense')
  })
}

function damaged(detail: string): never {
  return fail('import_damaged', detail)
}
