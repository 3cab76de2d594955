import type { Database } from './database.ts'

/** Runs the steps that a database has not taken, one transaction each. */
export function takeSteps(database: Database, steps: readonly string[]): void {
  for (let version = Number(database.pragma('user_version')); version < steps.length; version += 1) {
    database.transaction(() => {
      database.execute(steps[version] ?? '')
      database.execute(`PRAGMA user_version = ${version + 1}`)
    })
  }
}
