import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppFailure } from '../../shared/errors.ts'
import { Database } from './database.ts'

/** Name of the file in a data folder. No backup holds it, because its content is read again from the place. */
const fileName = 'sync.db'

export function syncPath(dataFolder: string): string {
  return join(dataFolder, fileName)
}

/** Changes with the schema. A file of another schema is replaced. */
const schemaVersion = 1

const schema = `
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- the last version of each writer that was read
  CREATE TABLE tips (id INTEGER PRIMARY KEY, writer TEXT NOT NULL UNIQUE, number INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;

  -- the versions that count, and all own ones
  CREATE TABLE versions (
    tip     INTEGER NOT NULL,
    number  INTEGER NOT NULL,
    hash    TEXT NOT NULL,
    text    TEXT NOT NULL,
    -- 1 if nobody has replaced or erased it
    counts  INTEGER NOT NULL,
    -- 1 if it came from others and the database does not show it yet
    is_new  INTEGER NOT NULL,
    PRIMARY KEY (tip, number)
  ) STRICT;

  CREATE TABLE dead (dot TEXT PRIMARY KEY, register TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE erasures (item TEXT NOT NULL, seen TEXT NOT NULL, PRIMARY KEY (item, seen)) STRICT, WITHOUT ROWID;

  CREATE TABLE read_files (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  -- the values of rows when the database and the state were last equal, as hashes
  CREATE TABLE shown (
    item TEXT NOT NULL, entity TEXT NOT NULL, row TEXT NOT NULL, hashes TEXT NOT NULL, PRIMARY KEY (item, entity, row)
  ) STRICT, WITHOUT ROWID;

  -- rows that the state has and the database does not show yet, in the order of their arrival
  CREATE TABLE news (
    place INTEGER PRIMARY KEY, item TEXT NOT NULL, entity TEXT NOT NULL, row TEXT NOT NULL, UNIQUE (item, entity, row)
  ) STRICT;

  -- messages whose parent is not here yet
  CREATE TABLE waiting (
    parent TEXT NOT NULL, item TEXT NOT NULL, row TEXT NOT NULL, PRIMARY KEY (parent, item, row)
  ) STRICT, WITHOUT ROWID;
`

/** Opens the file, or creates it. Replaces a damaged one, and one of another version of Atelier. */
export function openSyncDatabase(path: string): Database {
  const present = openPresent(path)
  if (present !== null) return present
  deleteSyncDatabase(path)
  const database = new Database(path)
  database.durably(() => {
    database.execute(schema)
    database.execute(`PRAGMA user_version = ${schemaVersion}`)
  })
  return database
}

function openPresent(path: string): Database | null {
  let database: Database | null = null
  try {
    database = new Database(path)
    if (database.pragma('user_version') === schemaVersion) return database
    database.close()
    return null
  } catch (cause) {
    database?.close()
    if (isDamage(cause)) return null
    throw cause
  }
}

/** Returns true for the failure of a damaged file. */
export function isDamage(cause: unknown): boolean {
  return cause instanceof AppFailure && cause.error.code === 'storage_damaged'
}

/** Deletes the file. It must be closed. */
export function deleteSyncDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
}
