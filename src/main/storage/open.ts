import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppFailure, fail } from '../../shared/errors.ts'
import type { Notice } from '../../shared/notice.ts'
import { Database, storageError } from './database.ts'
import { syncFile } from './folder-sync.ts'
import { checkForeign } from './foreign-database.ts'
import { migrations } from './migrations.ts'
import { createDatabase } from './new-database.ts'
import { OwnFiles } from './own-files.ts'
import {
  type CarriedOut,
  carryOutRestore,
  freeName,
  moveAside,
  newCopyName,
  noteRestore,
  type Undone,
} from './pending-restore.ts'
import { makeRestoredCopy } from './restored-copy.ts'
import { takeSteps } from './schema-steps.ts'

const fileName = 'atelier.db'

/** Returns the path of the database in a data folder. */
export function databasePath(dataFolder: string): string {
  return join(dataFolder, fileName)
}
const backupsKept = 5

export interface OpenedStorage {
  readonly database: Database
  /** Notices for the user: the file was unusable and was set aside. */
  readonly notices: readonly Notice[]
  /** A restore that was completed before the database was opened. */
  readonly restored: CarriedOut | null
  /** The earlier database, put back after a failed restore. */
  readonly undone: Undone | null
}

/**
 * Opens the database of a data folder and migrates it to the newest schema.
 *
 * A damaged file, or one of a newer version, is moved unchanged into a separate folder; an empty database replaces it,
 * and the newest valid backup is offered.
 * Before a migration, and before the first start of another version of Atelier (`isNewVersion`), the file is copied and
 * the copy checked. A pending restore is completed first.
 * Throws an AppFailure (`storage_read_only`, `storage_full`) if the folder cannot be used.
 */
export function openStorage(
  folder: string,
  now: number,
  steps: readonly string[] = migrations,
  isNewVersion = false,
): OpenedStorage {
  try {
    if (isNewVersion) backUpPresent(folder, now, steps)
    return openOrSetAside(folder, now, steps)
  } catch (cause) {
    const error = cause instanceof AppFailure ? null : storageError(cause)
    throw error ? new AppFailure(error, { cause }) : cause
  }
}

function openOrSetAside(folder: string, now: number, steps: readonly string[]): OpenedStorage {
  const restored = carryOutRestore(folder, fileName)
  if (restored === null) return { ...openPresent(folder, now, steps), restored, undone: null }
  const database = restored.isHopeless ? null : openRestored(folder, now, steps)
  if (database !== null) return { database, notices: [], restored, undone: null }
  const undone = restored.undo(now)
  return { ...openPresent(folder, now, steps), restored: null, undone }
}

function openPresent(
  folder: string,
  now: number,
  steps: readonly string[],
): Pick<OpenedStorage, 'database' | 'notices'> {
  const path = join(folder, fileName)
  if (!existsSync(path)) return { database: createDatabase(path, steps), notices: [] }
  const verdict = inspect(path, steps)
  if (verdict === 'usable') return { database: migrate(new Database(path), folder, now, steps), notices: [] }
  const aside = moveAside(folder, fileName, freeName(folder, `${verdict}-${now}`))
  const backup = newestGoodBackup(folder, steps.length)
  return {
    database: createDatabase(path, steps),
    notices: [{ code: 'database_set_aside', why: verdict, folder: aside, backup }],
  }
}

/** Opens the restored database; null when it is unusable. Throws the disk's errors. */
function openRestored(folder: string, now: number, steps: readonly string[]): Database | null {
  const path = join(folder, fileName)
  try {
    if (!existsSync(path) || inspect(path, steps) !== 'usable') return null
    return migrate(new Database(path), folder, now, steps)
  } catch (cause) {
    const error = cause instanceof AppFailure ? cause.error : storageError(cause)
    if (error?.code === 'storage_full' || error?.code === 'storage_read_only') throw cause
    return null
  }
}

/** A verified copy of a backup, ready to replace the database. */
export interface PreparedRestore {
  /** When the backup was made, ms since 1970. */
  readonly madeAt: number
  /**
   * Schedules a restore for the next start. The database must be closed by then; it moves into the folder `aside` of
   * the data folder.
   */
  commit(now: number, aside?: string): void
}

/**
 * Builds a database from a copy made before a migration, next to the current one. Null if no valid copy has that name.
 * Copies are not recorded in the ledger, so they count as foreign.
 */
export function prepareRestore(
  folder: string,
  name: string,
  now: number = Date.now(),
  steps: readonly string[] = migrations,
): PreparedRestore | null {
  const backup = listBackups(folder).find((candidate) => candidate.name === name)
  if (!backup) return null
  const copy = newCopyName()
  // after a crash, the next start removes it along with the copy
  const foreign = join(folder, `${copy}.from`)
  try {
    copyFileSync(backup.path, foreign)
    const contents = checkForeign(foreign, steps)
    const about = { own: false, present: databasePath(folder), now }
    makeRestoredCopy(foreign, join(folder, copy), contents, about, steps)
    syncFile(join(folder, copy))
  } catch (cause) {
    rmSync(join(folder, copy), { force: true })
    if (cause instanceof AppFailure && /^backup_/.test(cause.error.code)) return null
    throw cause
  } finally {
    rmSync(foreign, { force: true })
  }
  return {
    madeAt: backup.madeAt,
    commit: (at, aside) => noteRestore(folder, { copy, madeAt: backup.madeAt, settings: null }, at, aside),
  }
}

type Verdict = 'usable' | 'damaged' | 'newer'

/** Checks header, schema, version, and the first row of every table; takes microseconds for any size. */
function inspect(path: string, steps: readonly string[]): Verdict {
  return look(path, steps.length, (database) => {
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all()
    if (
      !isOurs(
        database,
        tables.map(({ name }) => String(name)),
        steps,
      )
    )
      fail('storage_damaged', 'the database of another program')
    for (const { name } of tables)
      database.prepare(`SELECT 1 FROM "${String(name).replaceAll('"', '""')}" LIMIT 1`).get()
  })
}

/**
 * Returns true if the database is empty or has the tables of our first migration. Atelier never writes into another
 * program's database.
 */
function isOurs(database: Database, tables: readonly string[], steps: readonly string[]): boolean {
  if (Number(database.pragma('user_version')) === 0) return tables.length === 0
  const first = /CREATE TABLE (\w+)/.exec(steps[0] ?? '')?.[1]
  return first === undefined || tables.includes(first)
}

/** Reads every page of the database: slow, but used for backups, where a mistake would lose data. */
function inspectThoroughly(path: string, newest: number): Verdict {
  return look(path, newest, (database) => {
    if (database.pragma('integrity_check(1)') !== 'ok') fail('storage_damaged', 'integrity_check')
  })
}

function look(path: string, newest: number, read: (database: Database) => void): Verdict {
  let database: Database | null = null
  try {
    // a process killed while it converted a restored file to WAL leaves this journal, which only a writer can roll back
    database = new Database(path, { readonly: !existsSync(`${path}-journal`) })
    if (Number(database.pragma('user_version')) > newest) return 'newer'
    read(database)
    return 'usable'
  } catch (cause) {
    if (isDamage(cause)) return 'damaged'
    throw cause
  } finally {
    database?.close()
  }
}

/**
 * Returns true if an error means damage. A valid file answers these queries, so even an SQL error means a damaged
 * schema.
 */
function isDamage(cause: unknown): boolean {
  if (cause instanceof AppFailure) return cause.error.code === 'storage_damaged'
  return cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_ERROR'
}

/** Runs the missing migrations, one transaction each, after making a verified copy. */
function migrate(database: Database, folder: string, now: number, steps: readonly string[]): Database {
  try {
    const from = Number(database.pragma('user_version'))
    if (from > 0 && from < steps.length) backUp(database, folder, from, now, steps)
    takeSteps(database, steps)
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

interface Backup {
  readonly name: string
  readonly path: string
  readonly madeAt: number
}

/** Returns the path of the backups in a data folder. */
export function backupFolder(folder: string): string {
  return join(folder, 'backups')
}

/** Copies a database that needs no migration; a migration makes its own copy. */
function backUpPresent(folder: string, now: number, steps: readonly string[]): void {
  const path = join(folder, fileName)
  if (!existsSync(path) || inspect(path, steps) !== 'usable') return
  const database = new Database(path)
  try {
    const version = Number(database.pragma('user_version'))
    if (version === steps.length) backUp(database, folder, version, now, steps)
  } finally {
    database.close()
  }
}

/** Copies the database, verifies the copy, and only then gives it its final name. Keeps the newest few. */
function backUp(database: Database, folder: string, version: number, now: number, steps: readonly string[]): void {
  const own = new OwnFiles(backupFolder(folder), /^atelier-v\d+-\d+\.db\.[0-9a-f-]{36}\.unproven$/)
  for (const name of own.recordedNames()) rmSync(join(backupFolder(folder), name), { force: true })
  const name = `atelier-v${version}-${now}.db`
  const unproven = own.newFile(`${name}.${randomUUID()}.unproven`)
  database.copyTo(unproven)
  if (inspectThoroughly(unproven, version) !== 'usable')
    fail('storage_damaged', 'the copy made before the migration is not good')
  renameSync(unproven, join(backupFolder(folder), name))
  for (const old of listBackups(folder).slice(backupsKept))
    if (isCopyOfOurs(old.path, steps)) rmSync(old.path, { force: true })
}

/** Returns true if a file with a copy's name is a database of Atelier. */
function isCopyOfOurs(path: string, steps: readonly string[]): boolean {
  try {
    return inspect(path, steps) !== 'damaged'
  } catch {
    return false
  }
}

/** Returns all backups, newest first. */
function listBackups(folder: string): readonly Backup[] {
  const inside = backupFolder(folder)
  if (!existsSync(inside)) return []
  return readdirSync(inside)
    .flatMap((name) => {
      const madeAt = /^atelier-v\d+-(\d+)\.db$/.exec(name)?.[1]
      return madeAt === undefined ? [] : [{ name, path: join(inside, name), madeAt: Number(madeAt) }]
    })
    .sort((a, b) => b.madeAt - a.madeAt)
}

/** Returns the names of the copies made since a time, newest first. */
export function copiesSince(folder: string, since: number): readonly string[] {
  return listBackups(folder).flatMap(({ madeAt, name }) => (madeAt >= since ? [name] : []))
}

function newestGoodBackup(folder: string, newest: number): { readonly name: string; readonly madeAt: number } | null {
  const good = listBackups(folder).find((backup) => {
    try {
      return inspectThoroughly(backup.path, newest) === 'usable'
    } catch {
      return false // an unreadable file is no valid backup
    }
  })
  return good ? { name: good.name, madeAt: good.madeAt } : null
}
