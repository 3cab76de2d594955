import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppFailure } from '../../shared/errors.ts'
import { Database } from './database.ts'
import { loadVectorExtension } from './vector-extension.ts'
import { vectorMigrations } from './vector-migrations.ts'

/** Name of the vector file in a data folder. It is not part of backups, because its content can be recreated. */
const vectorFileName = 'vectors.db'

export function vectorPath(dataFolder: string): string {
  return join(dataFolder, vectorFileName)
}

export interface OpenedVectors {
  readonly database: Database
  /** True if semantic search is possible: sqlite-vec was loaded. */
  readonly canSearch: boolean
}

/**
 * Opens the vector file, or creates it. A damaged one, or one of a newer version, is renamed and kept. Throws an
 * AppFailure (`storage_read_only`, `storage_full`).
 */
export function openVectors(path: string, now: number): OpenedVectors {
  const database = openUsable(path) ?? afresh(path, now)
  return { database, canSearch: loadVectorExtension(database) !== null }
}

function openUsable(path: string): Database | null {
  let database: Database | null = null
  try {
    database = new Database(path)
    const version = Number(database.pragma('user_version'))
    if (version > vectorMigrations.length || isForeign(database, version)) {
      database.close()
      return null
    }
    migrate(database, version)
    return database
  } catch (cause) {
    database?.close()
    if (cause instanceof AppFailure && cause.error.code === 'storage_damaged') return null
    throw cause
  }
}

/** Returns true for another program's database, to which nothing is written. */
function isForeign(database: Database, version: number): boolean {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return version === 0 ? names.length > 0 : !names.some(({ name }) => name === 'sets')
}

function migrate(database: Database, version: number): void {
  for (const [index, step] of vectorMigrations.slice(version).entries())
    database.durably(() => {
      database.execute(step)
      database.execute(`PRAGMA user_version = ${version + index + 1}`)
    })
}

function afresh(path: string, now: number): Database {
  for (const suffix of ['', '-wal']) {
    const file = `${path}${suffix}`
    if (existsSync(file)) renameSync(file, `${path.replace(/\.db$/, '')}-unusable-${now}.db${suffix}`)
  }
  rmSync(`${path}-shm`, { force: true })
  const database = new Database(path)
  migrate(database, 0)
  return database
}

/** Deletes the vector file. It must be closed. */
export function deleteVectors(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
}
