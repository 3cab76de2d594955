import { join } from 'node:path'
import { AppFailure } from '../../shared/errors.ts'
import { Database } from './database.ts'
import { tryExclusiveLock } from './exclusive-lock.ts'

/** Files that a killed probe may leave behind. */
export const probeFiles: readonly string[] = ['lock.db', 'probe.db'].flatMap((name) => [name, `${name}-journal`])

/** Tests whether a folder can hold a database: locks a file, and writes one with a journal. Leaves its files behind. */
export function probeFolder(folder: string): 'good' | 'full' | 'no-locking' {
  const lock = tryExclusiveLock(join(folder, 'lock.db'))
  if (!lock.held) return 'no-locking'
  lock.release()
  let database: Database | null = null
  try {
    database = new Database(join(folder, 'probe.db'))
    database.execute('CREATE TABLE probe (value INTEGER) STRICT')
    return 'good'
  } catch (cause) {
    return cause instanceof AppFailure && cause.error.code === 'storage_full' ? 'full' : 'no-locking'
  } finally {
    database?.close()
  }
}
