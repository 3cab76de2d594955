import type { z } from 'zod'
import { fail } from '../../shared/errors.ts'
import type { Database, Row, SqlValue } from './database.ts'
import { parsed, storedJson } from './stored-json.ts'

/** Use of a library file. */
export type MediaUse = 'chat' | 'images' | 'recordings' | 'videos'

/** Kind of a column: determines which values a foreign database and an import may contain. */
export type ColumnKind =
  /** A time is in ms since 1970. A marked time may also be a mark of `items-under-way.ts`. */
  | { readonly kind: 'id' | 'integer' | 'bytes' | 'time' | 'markedTime' | 'real' | 'flag' }
  /** `importedMax` is the longest text in an import, in characters; absent for the longest message. */
  | { readonly kind: 'text'; readonly size: TextSize; readonly importedMax?: number }
  /** `isOpen` if other values are accepted too. */
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly isOpen: boolean }
  | { readonly kind: 'json'; readonly size: TextSize; readonly schema: z.ZodType }
  /** The id of a library file; `use` is null if the column does not keep the file. */
  | { readonly kind: 'media'; readonly use: MediaUse | null }

/** Titles and names, other texts, or whole answers and edited texts. */
export type TextSize = 'short' | 'usual' | 'long'

/** A column of a table. */
export interface Column<T> {
  readonly type: 'TEXT' | 'INTEGER' | 'REAL'
  readonly kind: ColumnKind
  readonly isNullable: boolean
  /** SQL name of the column; absent if it is the key in snake case. */
  readonly name?: string
  /** Stored in rows without the key; absent if every row has the key. */
  readonly absent?: SqlValue
  /** Reads a value of the column's type, or null if it is nullable. */
  read(stored: SqlValue): T
  write(value: T): SqlValue
}

/** A column whose key is absent from rows without a value. */
interface OptionalColumn<T> extends Column<T> {
  readonly absent: SqlValue
}

type Columns = Readonly<Record<string, Column<unknown>>>
type ValueOf<C> = C extends Column<infer T> ? T : never
type Flat<T> = { [K in keyof T]: T[K] }
type RowFrom<C extends Columns> = Flat<
  { readonly [K in keyof C as C[K] extends OptionalColumn<unknown> ? never : K]: ValueOf<C[K]> } & {
    readonly [K in keyof C as C[K] extends OptionalColumn<unknown> ? K : never]?: ValueOf<C[K]>
  }
>

/** A row to be written: a key that may be absent may also be undefined. */
export type Given<R> = { [K in keyof R]: Partial<Pick<R, K>> extends Pick<R, K> ? R[K] | undefined : R[K] }

/** The rows of a table, as its code uses them. */
export type RowOf<T> = T extends Table<infer R> ? R : never

const asText = (kind: ColumnKind): Column<string> => ({
  type: 'TEXT',
  kind,
  isNullable: false,
  read: String,
  write: (value) => value,
})
const asNumber = (
  type: 'INTEGER' | 'REAL',
  kind: 'integer' | 'bytes' | 'time' | 'markedTime' | 'real',
): Column<number> => ({
  type,
  kind: { kind },
  isNullable: false,
  read: Number,
  write: (value) => value,
})

/** An id that Atelier chose: short, without NUL. */
export const id = asText({ kind: 'id' })
export const integer = asNumber('INTEGER', 'integer')
/** A size of a file, which may be any exact integer. */
export const bytes = asNumber('INTEGER', 'bytes')
/** A time in ms since 1970. */
export const time = asNumber('INTEGER', 'time')
export const real = asNumber('REAL', 'real')
/** True or false, stored as 1 or 0. */
export const flag: Column<boolean> = {
  type: 'INTEGER',
  kind: { kind: 'flag' },
  isNullable: false,
  read: (stored) => stored !== 0,
  write: (value) => (value ? 1 : 0),
}

/** Up to 16 MB. `importedMax` is the longest one in an import, in characters. */
export const text = (importedMax?: number): Column<string> => sizedText('usual', importedMax)
/** A name or title, up to 64 KB. */
export const shortText = (importedMax?: number): Column<string> => sizedText('short', importedMax)
/** A whole answer or an edited text, up to 256 MB. */
export const longText = sizedText('long')

function sizedText(size: TextSize, importedMax?: number): Column<string> {
  return asText({ kind: 'text', size, ...(importedMax === undefined ? {} : { importedMax }) })
}

/** The id of a library file, kept by its use; with null the file may be missing. */
export const media = (use: MediaUse | null): Column<string> => asText({ kind: 'media', use })

/** One of several words. A newer version's word is read as `fallback`; without it the row is damaged. */
export function choice<const T extends string>(values: readonly T[], fallback?: T): Column<T> {
  return {
    ...asText({ kind: 'choice', values, isOpen: fallback !== undefined }),
    read: (stored) =>
      values.find((value) => value === stored) ?? fallback ?? fail('storage_damaged', 'a word that is not known'),
    write: (value) => value,
  }
}

/** One of several words, or null. A newer version's word is read as null. */
export function choiceOrNull<const T extends string>(values: readonly T[]): Column<T | null> {
  return {
    ...asText({ kind: 'choice', values, isOpen: true }),
    isNullable: true,
    read: (stored) => values.find((value) => value === stored) ?? null,
    write: (value) => value,
  }
}

/** JSON in which unreadable members are replaced by those of `fallback`. */
export function json<T extends object>(schema: z.ZodType<T>, fallback: T, size: TextSize = 'usual'): Column<T> {
  return {
    ...asText({ kind: 'json', size, schema }),
    read: (stored) => storedJson(stored, schema, fallback),
    write: (value) => JSON.stringify(value),
  }
}

/** JSON or null; unreadable JSON is read as null. */
export function jsonOrNull<T>(schema: z.ZodType<T>, size: TextSize = 'usual'): Column<T | null> {
  return {
    ...asText({ kind: 'json', size, schema }),
    isNullable: true,
    read: (stored) => schema.safeParse(parsed(stored)).data ?? null,
    write: (value) => (value === null ? null : JSON.stringify(value)),
  }
}

export function nullable<T>(column: Column<T>): Column<T | null> {
  return {
    ...column,
    isNullable: true,
    read: (stored) => (stored === null ? null : column.read(stored)),
    write: (value) => (value === null ? null : column.write(value)),
  }
}

/** A value that some rows lack. It is stored as null, or as an empty text. */
export function optional<T>(column: Column<T>, absent: '' | null = null): OptionalColumn<T> {
  return { ...column, isNullable: absent === null, absent }
}

/** A column whose SQL name is not its key in snake case. */
export function named<C extends Column<unknown>>(name: string, column: C): C {
  return { ...column, name }
}

/** A time, or a mark of an unfinished import, copy or deletion. */
export const markedTime = asNumber('INTEGER', 'markedTime')
/** When an item was deleted; null for one that is not. */
export const deletion = nullable(markedTime)

/** Maximum number of rows and values of a foreign table that main reads as one list. */
export interface ListBounds {
  /** Limits by columns whose equal values form a list; `NULL` is the whole table. */
  readonly lists?: Readonly<Record<string, number>>
  /** Different values of an SQL expression, offered as choices. */
  readonly choices?: Readonly<Record<string, number>>
}

interface Entry {
  readonly key: string
  readonly name: string
  readonly column: Column<unknown>
}

/** Defines a table of the newest schema by the keys of its rows. */
export function table<C extends Columns>(name: string, columns: C, bounds: ListBounds = {}): Table<RowFrom<C>> {
  const entries = Object.entries(columns).map(([key, column]) => ({ key, name: column.name ?? snakeCase(key), column }))
  return new Table(name, entries, bounds)
}

/** A definition, without the type of its rows. */
export type TableFacts = Pick<Table<object>, 'name' | 'entries' | 'bounds'>

/** A table, or a part of its columns. `R` is the type of its rows. */
export class Table<R extends object> {
  readonly name: string
  readonly entries: readonly Entry[]
  readonly bounds: ListBounds
  /** The columns of the table, as in an SQL statement. */
  readonly list: string
  private readonly insertion: string
  private readonly changes: string

  constructor(name: string, entries: readonly Entry[], bounds: ListBounds = {}) {
    this.name = name
    this.entries = entries
    this.bounds = bounds
    this.list = entries.map((entry) => entry.name).join(', ')
    this.insertion = `INSERT INTO ${name} (${this.list}) VALUES (${entries.map(() => '?').join(', ')})`
    this.changes = `UPDATE ${name} SET ${entries.map((entry) => `${entry.name} = ?`).join(', ')} WHERE id = ?`
  }

  /** Returns the table without some columns. */
  without<K extends keyof R>(...keys: readonly K[]): Table<Omit<R, K>> {
    const entries = this.entries.filter(({ key }) => !keys.some((other) => other === key))
    return new Table(this.name, entries, this.bounds)
  }

  /** Returns the table with only some columns. */
  only<K extends keyof R>(...keys: readonly K[]): Table<Pick<R, K>> {
    const entries = this.entries.filter(({ key }) => keys.some((other) => other === key))
    return new Table(this.name, entries, this.bounds)
  }

  /** Converts a row. Throws an AppFailure `storage_damaged` for a value of another type. */
  readRow(row: Row): R
  // TypeScript has no better type for an object that is built key by key
  readRow(row: Row): object {
    const read: Record<string, unknown> = {}
    for (const { column, key, name } of this.entries) {
      const stored = row[name]
      if (!isStored(stored, column)) fail('storage_damaged', `${this.name}.${name} has a value of another type`)
      if (column.absent === undefined || stored !== column.absent) read[key] = column.read(stored)
    }
    return read
  }

  /** Returns these columns of a row that has more. */
  pick(row: R): R
  pick(row: R): object {
    return Object.fromEntries(this.entries.map(({ key }) => [key, Reflect.get(row, key)]))
  }

  /** Inserts a row. It does not name columns that it lacks, which a database of an earlier version may not have yet. */
  insert(database: Database, row: Given<R>): void {
    const given = this.given(row)
    database.prepare(given.insertion).run(...given.values(row))
  }

  /** Inserts a row unless its key is in use. */
  insertIfNew(database: Database, row: Given<R>): void {
    const given = this.given(row)
    database.prepare(`${given.insertion} ON CONFLICT DO NOTHING`).run(...given.values(row))
  }

  /** Inserts a row, or changes the row that has the same values of `keys`. A changed row keeps its values of `kept`. */
  upsert(database: Database, row: Given<R>, keys: readonly (keyof R)[], kept: readonly (keyof R)[] = []): void {
    const changes = this.without(...keys, ...kept).entries.map(({ name }) => `${name} = excluded.${name}`)
    const conflict = `ON CONFLICT (${this.only(...keys).list}) DO UPDATE SET ${changes.join(', ')}`
    database.prepare(`${this.insertion} ${conflict}`).run(...this.values(row))
  }

  /** Writes these columns of a row. */
  update(database: Database, rowId: string, row: Given<R>): void {
    database.prepare(this.changes).run(...this.values(row), rowId)
  }

  /** Returns the table without the columns that are null because the row lacks them. */
  private given(row: Given<R>): Table<R> {
    const isLacking = ({ column, key }: Entry) => column.absent === null && Reflect.get(row, key) === undefined
    if (!this.entries.some(isLacking)) return this
    return new Table(
      this.name,
      this.entries.filter((entry) => !isLacking(entry)),
    )
  }

  private values(row: Given<R>): readonly SqlValue[] {
    return this.entries.map(({ column, key }) => {
      const value: unknown = Reflect.get(row, key)
      return value === undefined && column.absent !== undefined ? column.absent : column.write(value)
    })
  }
}

function isStored(stored: unknown, { isNullable, type }: Column<unknown>): stored is SqlValue {
  return stored === null ? isNullable : typeof stored === (type === 'TEXT' ? 'string' : 'number')
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
