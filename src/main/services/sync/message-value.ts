import type { SharedContent } from '../../storage/shared-content.ts'
import { messageParts, sharedMessages } from '../../storage/shared-tables.ts'
import { objectOf } from './received-row.ts'
import { markOf, type RowValues, valuesOf } from './shared-values.ts'
import type { WrittenValue } from './version.ts'

export interface MessageValue {
  readonly chat: string
  readonly value: RowValues
  /** When it was made, ms since 1970. */
  readonly at: number
  /** Changes with the value. Ends with its sign, see `SharedContent.messageSigns`. */
  readonly mark: string
}

/** Returns a message with its parts; null if it is unknown, or still arriving. */
export function readMessage(content: SharedContent, id: string): MessageValue | null {
  const row = content.findRow(sharedMessages, id)
  if (row === null || row.state === 'streaming') return null
  const parts = Object.entries(content.partsOf(id)).map(([name, rows]) => [name, rows.map((part) => ({ ...part }))])
  const value: RowValues = {
    ...valuesOf(sharedMessages, row),
    // where it was before messages were deleted
    parent_id: row.home_id ?? row.parent_id ?? null,
    ...Object.fromEntries(parts),
  }
  const [text, thinking] = [row.text, row.thinking].map((stored) => Buffer.byteLength(String(stored)))
  return {
    chat: String(row.conversation_id),
    value,
    at: Number(row.created_at),
    // where it hangs here may change with the messages around it
    mark: `${markOf({ ...value, parent_id: null })} ${text} ${thinking} ${row.state}`,
  }
}

/**
 * Returns the value of a message that went on here. Its parent stays, and what this computer could not show, such as
 * files that are not here.
 */
export function continuedMessage(before: WrittenValue['value'], now: RowValues): RowValues {
  const known = objectOf(before) ?? {}
  const values: Record<string, WrittenValue['value']> = { ...known, ...now }
  if (known.parent_id !== undefined) values.parent_id = known.parent_id
  for (const { table } of messageParts) {
    const [there, here] = [known[table.name], now[table.name]]
    if (Array.isArray(there) && there.length > (Array.isArray(here) ? here.length : 0)) values[table.name] = there
  }
  return values
}
