import { Database } from './database.ts'
import { migrations } from './migrations.ts'

/** Opens an empty database of the newest schema that exists only in memory, including SQLite's temporary data. */
export function openInMemory(): Database {
  const database = new Database(':memory:')
  database.pragma('temp_store = MEMORY')
  for (const step of migrations) database.execute(step)
  database.execute(`PRAGMA user_version = ${migrations.length}`)
  return database
}
