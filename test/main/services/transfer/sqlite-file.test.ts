import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SqliteFile, type SqliteRow } from '../../../../src/main/services/transfer/import/sqlite-file.ts'
import { Database } from '../../../../src/main/storage/database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-sqlite-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** A database that SQLite made, without a journal beside it. */
function made(script: string, fill: (database: Database) => void = () => undefined): string {
  const path = join(folder, 'a.db')
  const database = new Database(path)
  database.execute(script)
  database.execute('BEGIN')
  fill(database)
  database.execute('COMMIT')
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
  return path
}

async function rowsOf(path: string, table: string, columns: readonly string[]): Promise<readonly SqliteRow[]> {
  const file = new SqliteFile(path)
  try {
    const rows: SqliteRow[] = []
    for await (const row of file.rows(table, columns)) rows.push(row)
    return rows
  } finally {
    file.close()
  }
}

const damaged = expect.objectContaining({ error: expect.objectContaining({ code: 'import_damaged' }) })

describe('an SQLite database of another program', () => {
  test.each([512, 4_096, 65_536])(
    'a database with pages of %i bytes has the rows that SQLite reads',
    async (pageBytes) => {
      const path = made(
        `PRAGMA page_size = ${pageBytes}; VACUUM; CREATE TABLE t (id text primary key, n, f real, text text)`,
        (database) => {
          const insert = database.prepare('INSERT INTO t VALUES (?, ?, ?, ?)')
          for (let index = 0; index < 2_000; index += 1)
            insert.run(
              `id ${index}`,
              index % 7 === 0 ? null : (index - 1_000) * 3_000_000,
              index / 3,
              '茶 '.repeat((index * 37) % 900),
            )
        },
      )
      const database = new Database(path, { readonly: true })
      const wanted = database.prepare('SELECT id, n, f, text FROM t ORDER BY rowid').all()
      database.close()
      expect(await rowsOf(path, 't', ['id', 'n', 'f', 'text'])).toEqual(wanted)
    },
  )

  test('a long text in one row is read completely', async () => {
    const text = 'moss '.repeat(400_000)
    const path = made(
      'CREATE TABLE t (text)',
      (database) => void database.prepare('INSERT INTO t VALUES (?)').run(text),
    )
    expect(await rowsOf(path, 't', ['text'])).toEqual([{ text }])
  })

  test('added, generated, quoted or commented columns give the stored values', async () => {
    const path = made(
      `CREATE TABLE other (id INTEGER PRIMARY KEY); INSERT INTO other VALUES (1), (2);
         CREATE TABLE "odd, name" ("a b" text DEFAULT 'x,y)', [c] int, -- a, comment
         \`d\` int GENERATED ALWAYS AS (c * 2) VIRTUAL, e int AS (c * 3) STORED, id INTEGER PRIMARY KEY,
         CONSTRAINT u UNIQUE ("a b"), CHECK (c > 0), FOREIGN KEY (c) REFERENCES other(id))`,
      (database) => {
        database.execute(`INSERT INTO "odd, name" ("a b", c, id) VALUES ('one', 1, 7)`)
        database.execute('ALTER TABLE "odd, name" ADD COLUMN later text')
        database.execute(`INSERT INTO "odd, name" ("a b", c, id, later) VALUES ('two', 2, 9, 'new')`)
      },
    )
    expect(await rowsOf(path, 'odd, name', ['a b', 'c', 'e', 'id', 'later', 'missing'])).toEqual([
      { 'a b': 'one', c: 1, e: 3, id: 7, later: null },
      { 'a b': 'two', c: 2, e: 6, id: 9, later: 'new' },
    ])
  })

  test('a database in UTF-16 has the same texts', async () => {
    const path = join(folder, 'a.db')
    writeFileSync(path, '')
    const database = new Database(path)
    database.execute("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t (x); INSERT INTO t VALUES ('兰花 🌱')")
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    expect(await rowsOf(path, 't', ['x'])).toEqual([{ x: '兰花 🌱' }])
  })

  test('views, virtual tables and tables without row ids have no rows', async () => {
    const path = made(
      `CREATE TABLE real (x); INSERT INTO real VALUES (1); CREATE VIEW seen AS SELECT x FROM real;
       CREATE VIRTUAL TABLE found USING fts5(x); CREATE TABLE bare (x PRIMARY KEY) WITHOUT ROWID`,
    )
    const file = new SqliteFile(path)
    expect(['real', 'seen', 'found', 'bare'].map((table) => file.has(table, 'x'))).toEqual([true, false, false, false])
    file.close()
  })
})

describe('a hostile SQLite database', () => {
  const filled = () =>
    made('CREATE TABLE t (x)', (database) => {
      const insert = database.prepare('INSERT INTO t VALUES (?)')
      for (let index = 0; index < 3_000; index += 1) insert.run('y'.repeat(index % 300))
    })

  test('a truncated database, or another file, is refused', async () => {
    const bytes = readFileSync(filled())
    const path = join(folder, 'b.db')
    for (const cut of [0, 50, 5_000, bytes.length - 4_096]) {
      writeFileSync(path, bytes.subarray(0, cut))
      await expect(rowsOf(path, 't', ['x'])).rejects.toEqual(damaged)
    }
  })

  test('a database whose pages form a circle is refused', async () => {
    const bytes = readFileSync(filled())
    // the right-most child of the table's root is the root itself
    bytes.writeUInt32BE(2, 4_096 + 8)
    const path = join(folder, 'b.db')
    writeFileSync(path, bytes)
    await expect(rowsOf(path, 't', ['x'])).rejects.toEqual(damaged)
  })

  test('a database with any byte changed is read or refused, and nothing else happens', async () => {
    const bytes = readFileSync(filled())
    const path = join(folder, 'b.db')
    for (let at = 0; at < 600; at += 1) {
      const changed = Buffer.from(bytes)
      const place = (at * 7_919) % (3 * 4_096)
      changed[place] = (changed[place] ?? 0) ^ (1 + (at % 255))
      writeFileSync(path, changed)
      const outcome = await rowsOf(path, 't', ['x']).then(
        () => 'read',
        (cause: { error?: { code?: string } }) => cause.error?.code ?? String(cause),
      )
      expect(['read', 'import_damaged', 'import_not_read']).toContain(outcome)
    }
  })
})
