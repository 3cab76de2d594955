import { assertNever, fail } from '../../shared/errors.ts'
import type { Database } from './database.ts'
import { copying, underWay } from './items-under-way.ts'
import type { ColumnKind, TextSize } from './table.ts'
import { tables } from './tables.ts'
import { lastTime } from './time-in-order.ts'

/** Longest id, in bytes. */
const idBytes = 1000
/** Longest texts, in bytes. */
const bytesMax: Readonly<Record<TextSize, number>> = {
  short: 64 * 1024,
  usual: 16 * 1024 ** 2,
  long: 256 * 1024 ** 2,
}

/** Returns the names of a table's columns. */
export function columnsOf(database: Database, table: string): readonly string[] {
  return database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => String(name))
}

/**
 * Returns the SQL condition for rows of `table` whose values have the types and lengths that Atelier writes. `sql` is
 * our own CREATE statement: SQLite's check of a foreign file ignores its constraints.
 */
export function rowCondition(table: string, columns: readonly string[], sql: string): string {
  const constraints = [...sql.matchAll(/CHECK (\(\w+ (?:IN \([^()]*\)|= \d+)\))/g)].map(([, constraint]) => constraint)
  const values = columns.map((column) => `(${column} IS NULL OR ${kindCondition(column, kindOf(table, column))})`)
  return [...values, ...constraints].join(' AND ')
}

function kindOf(table: string, column: string): ColumnKind {
  const defined = tables.get(table)?.entries.find(({ name }) => name === column)
  return defined?.column.kind ?? fail('internal', `${table}.${column} is not defined`)
}

function kindCondition(name: string, kind: ColumnKind): string {
  const text = (max: number): string => `typeof(${name}) = 'text' AND octet_length(${name}) <= ${max}`
  const inRange = `${name} BETWEEN ${-lastTime} AND ${lastTime}`
  const integer = `typeof(${name}) = 'integer'`
  switch (kind.kind) {
    case 'id':
      return `${text(idBytes)} AND instr(${name}, char(0)) = 0`
    case 'media':
      return `${text(idBytes)} AND octet_length(${name}) = 64 AND ${name} NOT GLOB '*[^0-9a-f]*'`
    case 'text':
      return text(bytesMax[kind.size])
    case 'json':
      return `${text(bytesMax[kind.size])} AND json_valid(${name})`
    case 'choice':
      // open choices are checked by constraints of the schema, which earlier versions had with other words
      return kind.isOpen
        ? text(bytesMax.usual)
        : `${text(bytesMax.usual)} AND ${name} IN (${kind.values.map((value) => `'${value}'`).join(', ')})`
    case 'real':
      // SQLite treats infinity as a number
      return `typeof(${name}) IN ('real', 'integer') AND abs(${name}) <= ${lastTime}`
    case 'bytes':
      return `${integer} AND ${name} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}`
    case 'markedTime':
      return `${integer} AND (${name} IN (${copying}, ${underWay}) OR ${inRange})`
    case 'integer':
    case 'time':
    case 'flag':
      return `${integer} AND ${inRange}`
    default:
      return assertNever(kind, 'column kind')
  }
}
