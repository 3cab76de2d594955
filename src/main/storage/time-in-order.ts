import type { Database } from './database.ts'

/** Last time of JavaScript's `Date`, in ms since 1970. Later numbers are marks. */
export const lastTime = 8_640_000_000_000_000

/** Rows whose times are this near, in ms, count as made one after the other. */
const nearMs = 1000

/** A list that is ordered by a time and the id. */
export interface TimedList {
  readonly table: string
  /** The column of the time; `created_at` if absent. */
  readonly time?: string
  /** The row that has the list, such as the conversation of messages; the list is the whole table if absent. */
  readonly owner?: { readonly column: string; readonly id: string }
}

/**
 * Returns the time for a new row, in ms since 1970: `at`, or the next free one after the rows made just before it. Ids
 * are random, so rows with equal times would have no order. A mark is returned unchanged.
 */
export function timeInOrder(database: Database, list: TimedList, at: number): number {
  if (at > lastTime) return at
  const { owner, table, time = 'created_at' } = list
  const last = database.prepare(
    `SELECT ${time} AS at FROM ${table} WHERE ${time} >= ? AND ${time} < ? ${owner === undefined ? '' : `AND ${owner.column} = ?`}
     ORDER BY ${time} DESC LIMIT 1`,
  )
  const values = owner === undefined ? [] : [owner.id]
  for (let free = at; ; ) {
    const row = last.get(free, free + nearMs, ...values)
    if (row === undefined) return free
    free = Number(row.at) + 1
  }
}
