import { Database } from './database.ts'
import { takeSteps } from './schema-steps.ts'

/** Creates a database file that has taken every step. */
export function createDatabase(path: string, steps: readonly string[]): Database {
  const database = new Database(path)
  try {
    takeSteps(database, steps)
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}
