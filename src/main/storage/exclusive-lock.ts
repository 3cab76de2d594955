import Database from 'better-sqlite3'

export type LockAttempt =
  | { readonly held: true; readonly release: () => void }
  /** `busy`: another process holds the lock. `failed`: locking itself failed, with its `cause`. */
  | { readonly held: false; readonly why: 'busy' }
  | { readonly held: false; readonly why: 'failed'; readonly cause: unknown }

/**
 * Locks a file for this process, without waiting. The lock is an exclusive SQLite transaction: SQLite uses the right
 * primitive on every platform, and the system releases it when the process dies. The file stays empty.
 */
export function tryExclusiveLock(path: string): LockAttempt {
  let database: Database.Database | undefined
  try {
    database = new Database(path, { timeout: 0 })
    database.pragma('locking_mode = EXCLUSIVE')
    database.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    database?.close()
    return isBusy(cause) ? { held: false, why: 'busy' } : { held: false, why: 'failed', cause }
  }
  const held = database
  return { held: true, release: () => held.close() }
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY')
}
