import type { RowCounts } from '../../storage/backup-contents.ts'

/** Row counts of a database by table, and SQLite's `data_version` at that time. */
export interface CountedRows {
  readonly version: unknown
  readonly rows: RowCounts
}

/**
 * Compares a copied database with its source, counted before and after copying. `same`: nobody wrote, and all counts
 * match. `changing`: somebody wrote, and every table with a constant count matches. The tables of the search index are
 * left out, because merging changes their counts.
 */
export function checkCopy(
  before: CountedRows,
  copied: RowCounts,
  after: CountedRows,
): 'same' | 'changing' | 'different' {
  const tables = Object.keys(before.rows)
  const hasSameTables = tables.length === Object.keys(copied).length && tables.every((table) => table in copied)
  if (!hasSameTables) return 'different'
  const isQuiet = before.version === after.version
  const isConstant = (table: string): boolean =>
    isQuiet || (after.rows[table] === before.rows[table] && !table.startsWith('search_'))
  if (tables.some((table) => isConstant(table) && copied[table] !== before.rows[table])) return 'different'
  return isQuiet ? 'same' : 'changing'
}
