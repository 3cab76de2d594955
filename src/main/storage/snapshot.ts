import { Database } from './database.ts'
import { databasePath } from './open.ts'

/**
 * The database as it is now, to be read for as long as that takes while others write on. Close it: until then the
 * journal cannot be folded into the file.
 */
export function openSnapshot(dataFolder: string): Database {
  const database = new Database(databasePath(dataFolder), { readonly: true })
  database.execute('BEGIN')
  // a transaction sees what was there at its first read
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
  return database
}
