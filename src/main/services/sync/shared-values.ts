import { createHash } from 'node:crypto'
import { defaultParameters } from '../../../shared/chat-limits.ts'
import type { StoredFields, StoredValue } from '../../storage/shared-content.ts'
import {
  archivedField,
  chatParameters,
  columnsWith,
  instructionsParameter,
  type SharedTable,
  sharedChats,
  sharedMessages,
  sharedTables,
} from '../../storage/shared-tables.ts'
import { parsed } from '../../storage/stored-json.ts'
import type { ItemRow } from '../../storage/sync-shown.ts'
import type { HistoryState } from './history-state.ts'
import { binEntity, type ShownRule, shownValue } from './shown-value.ts'
import type { Register, Version, WrittenValue } from './version.ts'

type Json = WrittenValue['value']
/** The values of a row's registers, and those that never change. */
export type RowValues = Readonly<Record<string, Json>>

export const tagEntity = 'tag'

/** A part of a row that has a register of its own. */
interface SharedField {
  readonly name: string
  readonly rule: ShownRule
}

/** Returns the fields of a table's rows that change one by one. */
export function fieldsOf(shared: SharedTable): readonly SharedField[] {
  return [...shared.rules].flatMap(([name, rule]): readonly SharedField[] => {
    if (rule === 'each version' || rule === 'last version' || rule === 'added') return [{ name, rule }]
    if (rule === 'each key')
      return Object.keys(chatParameters).map((key) => ({
        name: `${name}.${key}`,
        rule: key === instructionsParameter ? 'each version' : 'last version',
      }))
    return rule === 'bin' ? [{ name: archivedField, rule: 'last version' }] : []
  })
}

/** Returns the item of a row. Only chats have ids that no other kind has. */
export function itemOf(shared: SharedTable, id: string): string {
  return shared === sharedChats ? id : `${shared.entity} ${id}`
}

export function placeOf(shared: SharedTable, id: string): ItemRow {
  return { item: itemOf(shared, id), entity: shared.entity, row: id }
}

export function registerOf({ entity, item, row }: ItemRow, field = ''): Register {
  return { item, entity, row, field }
}

export function messageRegister(chat: string, id: string): Register {
  return { item: chat, entity: sharedMessages.entity, row: id, field: '' }
}

/** Returns the row that shows a register; null for kinds that are not shared yet. */
export function sharedRowOf({ entity, item, row }: Register): ItemRow | null {
  if (entity === binEntity || entity === tagEntity) return placeOf(sharedChats, item)
  return sharedTables.some((shared) => shared.entity === entity) ? { item, entity, row } : null
}

/** Returns the values of a row. */
export function valuesOf(shared: SharedTable, row: StoredFields): RowValues {
  const values: Record<string, Json> = {}
  for (const name of columnsWith(shared, 'once', 'each version', 'last version', 'added'))
    values[name] = row[name] ?? null
  for (const name of columnsWith(shared, 'each key')) {
    const stored = parsed(row[name])
    for (const key of Object.keys(chatParameters)) values[`${name}.${key}`] = memberOf(stored, key)
  }
  if (shared === sharedChats) values[archivedField] = row[archivedField] ?? null
  return values
}

function memberOf(value: unknown, key: string): Json {
  if (typeof value !== 'object' || value === null) return null
  const member: Json | undefined = Reflect.get(value, key)
  return member ?? null
}

/** Returns the columns for these values. */
export function columnsFor(shared: SharedTable, values: RowValues): StoredFields {
  const columns: Record<string, StoredValue> = {}
  for (const name of columnsWith(shared, 'once', 'each version', 'last version', 'added'))
    columns[name] = storedValue(values[name])
  for (const name of columnsWith(shared, 'each key')) columns[name] = JSON.stringify(parametersFrom(name, values))
  return columns
}

/** One bad parameter would hide all others, so each is checked on its own. */
function parametersFrom(column: string, values: RowValues): Readonly<Record<string, unknown>> {
  const parameters: Record<string, unknown> = {}
  for (const [key, schema] of Object.entries(chatParameters)) {
    const read = schema.safeParse(values[`${column}.${key}`])
    const value: unknown = read.success ? read.data : Reflect.get(defaultParameters, key)
    if (value !== undefined) parameters[key] = value
  }
  return parameters
}

export function storedValue(value: Json | undefined): StoredValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** A row as the state has it. */
export interface ShownRow {
  readonly values: RowValues
  /** The versions that it is made of. */
  readonly versions: readonly Version[]
}

/** Returns a row of an item; null if the state has nothing of the item. */
export function shownRow(state: HistoryState, shared: SharedTable, place: ItemRow): ShownRow | null {
  const all = state.versionsOfItem(place.item).filter(isContent)
  if (all.length === 0) return null
  const births = state.versionsOf(registerOf(place))
  const begun = shownValue(births, 'last version')?.value ?? null
  const begunOr = (name: string, other: Json): Json => memberOf(begun, name) ?? other
  const values: Record<string, Json> = {}
  // the beginning was erased, but not what others wrote meanwhile
  const first = Math.min(...all.map(({ stamp }) => stamp))
  for (const name of columnsWith(shared, 'once')) values[name] = begunOr(name, first)
  const versions = [...births]
  for (const { name, rule } of fieldsOf(shared)) {
    const written = state.versionsOf(registerOf(place, name))
    versions.push(...written)
    const last = shownValue(written, rule)
    if (rule === 'added')
      values[name] = Number(
        last?.value === true || births.some(({ change }) => memberOf(writtenValue(change), name) === 1),
      )
    else values[name] = last === null ? begunOr(name, emptyValue(shared, name)) : last.value
  }
  return { values, versions }
}

function isContent({ change }: Version): boolean {
  return change.kind === 'value' && change.register.entity !== binEntity && change.register.entity !== tagEntity
}

function writtenValue(change: Version['change']): Json {
  return change.kind === 'value' ? change.value : null
}

/** The value of a column of which nobody has written anything. */
function emptyValue({ table }: SharedTable, name: string): Json {
  const [whole = '', key = ''] = name.split('.')
  if (key !== '') return memberOf(defaultParameters, key)
  const column = table.entries.find((entry) => entry.name === whole)?.column
  if (column === undefined || column.isNullable) return null
  return column.kind.kind === 'json' ? '{}' : column.type === 'TEXT' ? '' : 0
}

/** Returns true if nothing is left of the beginning of a row. */
export function isWithoutBeginning(state: HistoryState, place: ItemRow): boolean {
  return state.versionsOf(registerOf(place)).length === 0
}

/** Returns a mark of a value, by which another value is noticed. */
export function markOf(value: Json): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
