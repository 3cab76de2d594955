import { isDeepStrictEqual } from 'node:util'
import { AppFailure, appError, fail } from '../../shared/errors.ts'
import type { RowCounts } from './backup-contents.ts'
import { Database, type Row } from './database.ts'
import { prepareForeignFile } from './foreign-file.ts'
import { columnsOf, rowCondition } from './foreign-rows.ts'
import { migrations } from './migrations.ts'

/** Verified contents of a foreign database. */
export interface ForeignContents {
  /** The database's `user_version`. */
  readonly version: number
  /** Names of all tables. */
  readonly tables: readonly string[]
  /** Row counts of the copied tables. */
  readonly rows: RowCounts
}

/** Returns true if a table is derived from others; its content is never imported. */
export function isDerived(table: string): boolean {
  return table.startsWith('search_')
}

/**
 * Verifies a foreign database. Its schema must equal, word for word, the schema that our migrations create for its
 * version. Its tables must pass `quick_check`, and each value must have a type and length that Atelier writes. Derived
 * tables are not checked.
 * No other process may write to the file's folder. Throws an AppFailure `backup_damaged`, or `backup_newer`.
 */
export function checkForeign(path: string, steps: readonly string[] = migrations): ForeignContents {
  return refusing(() => {
    prepareForeignFile(path)
    const database = new Database(path, { readonly: true })
    try {
      distrust(database)
      const version = Number(database.pragma('user_version'))
      if (version > steps.length) fail('backup_newer', `schema ${version}`)
      if (version < 1) fail('backup_damaged', 'a version that there never was')
      const schema = schemaOf(database)
      const wanted = schemaAt(version, steps)
      if (!isDeepStrictEqual(schema, wanted)) fail('backup_damaged', 'a schema that is not ours')
      const sqlOf = new Map(wanted.filter(({ type }) => type === 'table').map(({ name, sql }) => [name, sql]))
      const tables = [...sqlOf.keys()]
      const rows = copiedOf(tables).map((name) => [name, proven(database, name, sqlOf.get(name) ?? '')] as const)
      return { version, tables, rows: Object.fromEntries(rows) }
    } finally {
      database.close()
    }
  })
}

/** Returns the tables that are copied. */
export function copiedOf(tables: readonly string[]): readonly string[] {
  return tables.filter((name) => !isDerived(name))
}

/** Makes SQLite distrust the schema and pages of databases opened or attached from now on. */
export function distrust(database: Database): void {
  database.pragma('trusted_schema = OFF')
  database.pragma('cell_size_check = ON')
}

/** Runs code that reads foreign data; converts an SQLite error to an error of the backup. */
export function refusing<T>(run: () => T): T {
  try {
    return run()
  } catch (cause) {
    const why = cause instanceof AppFailure ? cause.error.code : codeOf(cause)
    const isTheirs =
      why === 'storage_damaged' || /^SQLITE_(ERROR|CONSTRAINT|MISMATCH|TOOBIG|SCHEMA|RANGE|FORMAT)/.test(why)
    if (!isTheirs) throw cause
    throw new AppFailure(appError('backup_damaged', `its database was refused: ${why}`), { cause })
  }
}

/** Counts a table's rows, after checking each of them. */
function proven(database: Database, table: string, sql: string): number {
  if (database.pragma(`quick_check('${table}')`) !== 'ok') fail('backup_damaged', `the table ${table} is not sound`)
  const condition = rowCondition(table, columnsOf(database, table), sql)
  // without an index, so that the checked rows are the ones copied
  const found = database
    .prepare(`SELECT count(*) AS n, count(*) FILTER (WHERE NOT (${condition})) AS bad FROM ${table} NOT INDEXED`)
    .get()
  if (Number(found?.bad) > 0) fail('backup_damaged', `${found?.bad} rows of ${table} with values that we never write`)
  return Number(found?.n)
}

interface SchemaEntry {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string
}

/**
 * Returns all entries of a schema by name, without the inner tables of search indexes, which vary with SQLite's
 * version.
 */
function schemaOf(database: Database): readonly SchemaEntry[] {
  return database.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all().map(entryOf)
}

function entryOf(row: Row): SchemaEntry {
  const [type, name, table] = [String(row.type), String(row.name), String(row.tbl_name)]
  const isShadow = type === 'table' && /^search_(trigrams|grams)_(data|idx|content|docsize|config)$/.test(name)
  return { type, name, table, sql: isShadow ? '' : String(row.sql ?? '').replace(/\s+/g, ' ') }
}

/** Returns the schema that our migrations create for a version. */
function schemaAt(version: number, steps: readonly string[]): readonly SchemaEntry[] {
  const database = new Database(':memory:')
  try {
    for (const step of steps.slice(0, version)) database.execute(step)
    return schemaOf(database)
  } finally {
    database.close()
  }
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
