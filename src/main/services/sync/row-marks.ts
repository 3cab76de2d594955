import type { StoredFields } from '../../storage/shared-content.ts'
import { columnsWith, type SharedTable, sharedChats } from '../../storage/shared-tables.ts'
import { fieldsOf, markOf, valuesOf } from './shared-values.ts'
import { binEntity } from './shown-value.ts'

/** The name of the mark of the columns that never change in a row. */
export const onceMark = ''

/** Returns a mark of each field of a row, as text: they show which of them were changed since. */
export function marksOf(shared: SharedTable, row: StoredFields): string {
  const values = valuesOf(shared, row)
  const marks = fieldsOf(shared).map(({ name }) => [name, markOf(values[name] ?? null)])
  const bin = shared === sharedChats ? [[binEntity, markOf(row.deleted_at !== null)]] : []
  const once = Object.fromEntries(columnsWith(shared, 'once').map((name) => [name, values[name] ?? null]))
  return JSON.stringify(Object.fromEntries([...marks, ...bin, [onceMark, markOf(once)]]))
}

/** Returns the marks of a text. */
export function readMarks(text: string): Readonly<Record<string, string>> {
  return JSON.parse(text)
}
