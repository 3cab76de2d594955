import type { RowCounts } from '../../storage/backup-contents.ts'

/** The rows of a database by table, and SQLite's `data_version` when they were counted. */
export interface CountedRows {
  readonly version: unknown
  readonly rows: RowCounts
}

/**
 * Compares a copy with its source, counted before and after copying.
 * `same`: nobody wrote, and every table has the same rows. `changing`: somebody wrote, and every table with a constant
 * count has the same rows. `different`: rows or tables are missing, or too many.
 */
export function checkCopy(
  before: CountedRows,
  copied: RowCounts,
  after: CountedRows,
): 'same' | 'changing' | 'different' {
  const tables = Object.keys(before.rows)
  const hasSameTables = tables.length === Object.keys(copied).length && tables.every((table) => table in copied)
  if (!hasSameTables) return 'different'
  const isConstant = (table: string): boolean => after.rows[table] === before.rows[table]
  if (tables.some((table) => isConstant(table) && copied[table] !== before.rows[table])) return 'different'
  return before.version === after.version ? 'same' : 'changing'
}
