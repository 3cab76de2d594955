import { vi } from 'vitest'
import type { Database } from '../../src/main/storage/database.ts'

/** How SQLite carries out each statement that `work` prepares, one line a step: what is fast, in words instead of ms. */
export function queryPlans(database: Database, work: () => void): readonly string[] {
  const prepare = vi.spyOn(database, 'prepare')
  work()
  const statements = prepare.mock.calls.map(([sql]) => sql)
  prepare.mockRestore()
  return statements.map((sql) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...Array.from(sql.matchAll(/\?/g), () => 1))
      .map(({ detail }) => String(detail))
      .join('\n'),
  )
}
