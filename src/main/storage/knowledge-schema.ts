import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { AppFailure } from '../../shared/errors.ts'
import { Database } from './database.ts'
import { isOurs } from './folder-sync.ts'

/**
 * Increased when the tables change. A file of an unknown version is recreated, because all its data can be read again.
 */
const schemaVersion = 2

const schema = `
  CREATE TABLE documents (
    id            INTEGER PRIMARY KEY,
    source_id     TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    key           TEXT NOT NULL,
    title         TEXT NOT NULL,
    fingerprint   TEXT NOT NULL,
    problem       TEXT,
    text          TEXT NOT NULL,
    unread        TEXT NOT NULL,
    reader        INTEGER NOT NULL,
    UNIQUE (source_id, key)
  ) STRICT;
  CREATE INDEX documents_by_collection ON documents (collection_id);
  -- an id is never used again, so that it always means the same text
  CREATE TABLE passages (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    position    INTEGER NOT NULL,
    start_at    INTEGER NOT NULL,
    end_at      INTEGER NOT NULL,
    part        TEXT,
    at_ms       REAL,
    headings    TEXT NOT NULL,
    table_head  TEXT,
    text        TEXT NOT NULL
  ) STRICT;
  CREATE INDEX passages_by_document ON passages (document_id, position);
  CREATE VIRTUAL TABLE passage_trigrams
    USING fts5(text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1');
  CREATE VIRTUAL TABLE passage_grams USING fts5(grams, content = '', contentless_delete = 1, tokenize = 'ascii');
`

const fromVersion1 = `
  ALTER TABLE documents ADD COLUMN unread TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE documents ADD COLUMN reader INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE passages ADD COLUMN table_head TEXT;
`

const tables = ['passage_trigrams', 'passage_grams', 'passages', 'documents']

/**
 * Opens the file of read texts. A damaged one, or one of another version, is recreated: everything in it can be read
 * again. A file that was never Atelier's is renamed and kept. `variant` is part of the version.
 */
export function openKnowledge(path: string, variant: number): Database {
  setForeignAside(path)
  try {
    return opened(path, variant)
  } catch (cause) {
    if (!(cause instanceof AppFailure) || cause.error.code !== 'storage_damaged') throw cause
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
    return opened(path, variant)
  }
}

/** Renames a file that is not a database, or another program's database. */
function setForeignAside(path: string): void {
  if (!existsSync(path) || !isForeign(path)) return
  const aside = `${path.replace(/\.db$/, '')}-of-another-${randomUUID()}.db`
  for (const suffix of ['', '-wal', '-shm', '-journal'])
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
}

function isForeign(path: string): boolean {
  if (!isOurs(path, 'SQLite format 3\0')) return true
  let database: Database | null = null
  try {
    database = new Database(path, { readonly: true })
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return names.length > 0 && !names.some(({ name }) => tables.includes(String(name)))
  } catch {
    return false // damaged, or busy
  } finally {
    database?.close()
  }
}

function opened(path: string, variant: number): Database {
  const database = new Database(path)
  try {
    const version = schemaVersion * 1000 + variant
    const found = database.pragma('user_version')
    if (found === 1000 + variant)
      // passages stay until their document has been read again, because their vectors were paid for
      database.transaction(() => {
        database.execute(fromVersion1)
        database.pragma(`user_version = ${version}`)
      })
    else if (found !== version)
      database.transaction(() => {
        const lastId = lastPassageId(database)
        for (const name of tables) database.execute(`DROP TABLE IF EXISTS ${name}`)
        database.execute(schema)
        // vectors refer to passages by their ids
        database.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('passages', ?)").run(lastId)
        database.pragma(`user_version = ${version}`)
      })
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

/** Returns the highest id that a passage has had; 0 for a new file. */
function lastPassageId(database: Database): number {
  const hasIds = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'").get() !== undefined
  const row = hasIds ? database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'passages'").get() : undefined
  return Number(row?.seq ?? 0)
}
