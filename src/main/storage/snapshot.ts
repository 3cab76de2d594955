import { Database } from './database.ts'
import { databasePath } from './open.ts'

/**
 * Opens a read-only view of the database at this moment, while others write. Close it: until then the write-ahead log
 * cannot be checkpointed.
 */
export function openSnapshot(dataFolder: string): Database {
  const database = new Database(databasePath(dataFolder), { readonly: true })
  database.execute('BEGIN')
  // a transaction sees the state of its first read
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
  return database
}
