import Sqlite from 'better-sqlite3'
import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import { folded } from '../../shared/folded-text.ts'

/** A value in SQLite. */
export type SqlValue = string | number | bigint | null | Uint8Array

/** A row as SQLite returns it; its table's code parses it before any other use. */
export type Row = Readonly<Record<string, unknown>>

/** Returns the number in a nullable column; null if there is none. */
export const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)

export interface Statement {
  all(...values: SqlValue[]): Row[]
  get(...values: SqlValue[]): Row | undefined
  /** Returns the number of changed rows. */
  run(...values: SqlValue[]): number
}

/**
 * The app's only database connection. Synchronous, because a statement takes microseconds and the order stays clear.
 * Hides the driver's types.
 */
export class Database {
  private readonly driver: Sqlite.Database
  private readonly statements = new Map<string, Statement>()

  /**
   * Opens the file, or creates it. `readonly` changes nothing, but still reads the journal of a killed process. Like
   * every method, throws an AppFailure for a full, read-only or damaged file.
   */
  constructor(path: string, options: { readonly readonly?: boolean } = {}) {
    const readonly = options.readonly ?? false
    this.driver = guard(() => new Sqlite(path, { readonly, timeout: 2000 }))
    // for texts without a folded column; nothing in a file may call it
    this.driver.function('folded', { deterministic: true, directOnly: true }, (text) => folded(String(text)))
    try {
      if (!readonly) {
        this.driver.pragma('journal_mode = WAL')
        // NORMAL loses commits only in a power failure, never in a crash of the app; `durably` closes that gap
        this.driver.pragma('synchronous = NORMAL')
        this.driver.pragma('foreign_keys = ON')
        this.driver.pragma('journal_size_limit = 16777216')
        // overwrites deleted data, which SQLite would otherwise leave in the file
        this.driver.pragma('secure_delete = ON')
      }
    } catch (cause) {
      this.driver.close()
      const error = storageError(cause)
      throw error ? new AppFailure(error, { cause }) : cause
    }
  }

  /** Prepares a statement; equal texts are prepared once. */
  prepare(sql: string): Statement {
    const known = this.statements.get(sql)
    if (known) return known
    const prepared = guard(() => this.driver.prepare<SqlValue[], Row>(sql))
    const statement: Statement = {
      all: (...values) => guard(() => prepared.all(...values)),
      get: (...values) => guard(() => prepared.get(...values)),
      run: (...values) => guard(() => prepared.run(...values).changes),
    }
    this.statements.set(sql, statement)
    return statement
  }

  /** Runs a script of several statements. */
  execute(sql: string): void {
    guard(() => this.driver.exec(sql))
  }

  /** Loads an SQLite extension from a file. Throws if the system refuses it. */
  loadExtension(path: string): void {
    this.driver.loadExtension(path)
  }

  /** Returns the single value of a pragma. */
  pragma(text: string): unknown {
    return guard(() => this.driver.pragma(text, { simple: true }))
  }

  /** Returns the number of rows this connection has changed since it was opened. */
  changes(): number {
    return Number(this.prepare('SELECT total_changes() AS n').get()?.n ?? 0)
  }

  /**
   * Moves the write-ahead log into the database and empties it, because the log still contains deleted rows. Returns
   * false while another connection reads or writes: try again later.
   */
  emptyLog(): boolean {
    // first as much as possible without blocking others
    this.pragma('wal_checkpoint(PASSIVE)')
    this.pragma('busy_timeout = 20')
    try {
      return this.pragma('wal_checkpoint(TRUNCATE)') === 0
    } finally {
      this.pragma('busy_timeout = 2000')
    }
  }

  /** Runs a transaction: all or nothing. */
  transaction<T>(run: () => T): T {
    return guard(() => this.driver.transaction(run).immediate())
  }

  /** Runs a transaction and syncs it to disk before returning. */
  durably<T>(run: () => T): T {
    this.pragma('synchronous = FULL')
    try {
      return this.transaction(run)
    } finally {
      this.pragma('synchronous = NORMAL')
    }
  }

  /** Copies the whole database in its current state into a new file. */
  copyTo(path: string): void {
    this.prepare('VACUUM INTO ?').run(path)
  }

  close(): void {
    this.statements.clear()
    this.driver.close()
  }
}

function guard<T>(run: () => T): T {
  try {
    return run()
  } catch (cause) {
    if (cause instanceof AppFailure) throw cause
    const error = storageError(cause)
    throw error ? new AppFailure(error, { cause }) : cause
  }
}

/**
 * Converts a driver's or file system's error: full, read-only or damaged; null for others. Result codes:
 * https://sqlite.org/rescode.html
 */
export function storageError(cause: unknown): AppError | null {
  const code = errorCode(cause)
  if (code === null) return null
  if (code.startsWith('SQLITE_FULL') || code === 'ENOSPC' || code === 'EDQUOT') return appError('storage_full', code)
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM|EROFS|EACCES|EPERM)/.test(code))
    return appError('storage_read_only', code)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return appError('storage_damaged', code)
  if (code.startsWith('SQLITE_IOERR')) return appError('storage_full', code)
  return null
}

function errorCode(cause: unknown): string | null {
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return null
}
