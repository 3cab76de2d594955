import { Database } from './database.ts'
import { migrations } from './migrations.ts'

/** An empty database of the newest schema that is in memory alone; so is what SQLite needs to sort. */
export function openInMemory(): Database {
  const database = new Database(':memory:')
  database.pragma('temp_store = MEMORY')
  for (const step of migrations) database.execute(step)
  database.execute(`PRAGMA user_version = ${migrations.length}`)
  return database
}
