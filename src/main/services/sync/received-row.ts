import type { StoredFields, StoredValue } from '../../storage/shared-content.ts'
import { columnsWith, messageParts, type SharedTable, sharedChats } from '../../storage/shared-tables.ts'
import { type ShownRow, storedValue } from './shared-values.ts'

/** Columns of which other computers say nothing. */
export function newRow(shared: SharedTable, columns: StoredFields): StoredFields {
  if (shared === sharedChats) return { ...emptyRow(shared), active_at: columns.created_at ?? 0 }
  return emptyRow(shared)
}

export function emptyRow(shared: SharedTable): StoredFields {
  const names = columnsWith(shared, 'bin', 'derived', 'here')
  return Object.fromEntries(
    shared.table.entries
      .filter(({ name }) => names.includes(name))
      .map(({ column, name }) => [name, column.isNullable ? null : column.type === 'TEXT' ? '' : 0]),
  )
}

export function withoutParent({ parent_id: _, ...others }: StoredFields): StoredFields {
  return others
}

export function timeOrNull(value: unknown): StoredValue {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

type Json = ShownRow['values'][string]
export type JsonObject = Readonly<Record<string, Json>>

export function objectOf(value: Json): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
}

/** Returns the rows of a message's parts, with the columns that this version knows. */
export function partsIn(value: JsonObject): Readonly<Record<string, readonly StoredFields[]>> {
  return Object.fromEntries(
    messageParts.map(({ table: { entries, name } }) => {
      const rows = value[name]
      const known = new Set(entries.map((entry) => entry.name))
      const listed: StoredFields[] = []
      for (const member of Array.isArray(rows) ? rows : []) {
        const row = objectOf(member)
        if (row === null) continue
        const columns = Object.entries(row).filter(([column]) => known.has(column))
        listed.push(Object.fromEntries(columns.map(([column, stored]) => [column, storedValue(stored)])))
      }
      return [name, listed]
    }),
  )
}
