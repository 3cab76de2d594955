import { vi } from 'vitest'
import type { Database } from '../../src/main/storage/database.ts'

/** Query plan of each statement that `work` prepares, one line for each step: a test checks it instead of a time. */
export function queryPlans(database: Database, work: () => void): readonly string[] {
  const prepare = vi.spyOn(database, 'prepare')
  work()
  const statements = prepare.mock.calls.map(([sql]) => sql)
  prepare.mockRestore()
  return statements.map((sql) =>
    // every parameter needs a value, and the plan is the same for all
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array.from(sql.matchAll(/\?/g), () => 1))
      .map(({ detail }) => String(detail))
      .join('\n'),
  )
}
