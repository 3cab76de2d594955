import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../src/main/storage/database.ts'
import { migrations } from '../../src/main/storage/migrations.ts'
import { takeSteps } from '../../src/main/storage/schema-steps.ts'

let newest: Buffer | null = null

/**
 * Replaces `src/main/storage/new-database.ts`: copies a migrated database. Migrating one took a third of the processor's
 * time of a test that starts the app.
 */
export function createDatabase(path: string, steps: readonly string[]): Database {
  if (steps === migrations) {
    newest ??= withSteps(migrations)
    writeFileSync(path, newest)
  }
  const database = new Database(path)
  try {
    takeSteps(database, steps)
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

/** The file of an empty database that has taken these steps. */
function withSteps(steps: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-steps-'))
  const path = join(folder, 'atelier.db')
  try {
    const database = new Database(path)
    takeSteps(database, steps)
    database.close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
