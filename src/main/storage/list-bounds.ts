import { fail } from '../../shared/errors.ts'
import type { Database } from './database.ts'
import type { ListBounds } from './table.ts'
import { tables } from './tables.ts'

const boundsOf = (kind: keyof ListBounds): readonly (readonly [table: string, of: string, max: number])[] =>
  [...tables.values()].flatMap(({ bounds, name }) =>
    Object.entries(bounds[kind] ?? {}).map(([of, max]) => [name, of, max] as const),
  )
/** Tables that main reads as one list. A number far beyond any real one is treated as an attempt to exhaust memory. */
const lists = boundsOf('lists')
/** Columns whose values are offered as choices. */
const choices = boundsOf('choices')
/** Maximum number of failed jobs on the list; they stay there until dismissed. */
const listedMax = 1000

/** Checks the lengths of all lists. Throws an AppFailure `backup_damaged` when a list would exhaust memory. */
export function refuseEndlessLists(database: Database): void {
  for (const [table, of, max] of lists) {
    const found = database.prepare(`SELECT 1 FROM ${table} GROUP BY ${of} HAVING count(*) > ${max} LIMIT 1`).get()
    if (found !== undefined) fail('backup_damaged', `over ${max} ${table} in one list`)
  }
  for (const [table, column, max] of choices) {
    const found = database
      .prepare(`SELECT count(*) AS n FROM (SELECT DISTINCT ${column} FROM ${table} LIMIT ${max + 1})`)
      .get()
    if (Number(found?.n) > max) fail('backup_damaged', `over ${max} values to choose from in ${table}`)
  }
}

/** Dismisses ended jobs except the newest; they stay in the database. `now` is in ms since 1970. */
export function shortenJobLists(database: Database, now: number): void {
  for (const table of ['image_jobs', 'transcription_jobs'])
    database
      .prepare(
        `UPDATE ${table} SET dismissed_at = ? WHERE dismissed_at IS NULL AND (status <> 'done' OR error IS NOT NULL)
         AND id NOT IN (SELECT id FROM ${table} WHERE dismissed_at IS NULL AND (status <> 'done' OR error IS NOT NULL)
           ORDER BY created_at DESC, id DESC LIMIT ?)`,
      )
      .run(now, listedMax)
}
