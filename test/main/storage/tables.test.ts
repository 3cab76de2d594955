import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../../src/main/storage/database.ts'
import { isDerived } from '../../../src/main/storage/foreign-database.ts'
import { columnsOf } from '../../../src/main/storage/foreign-rows.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { tables } from '../../../src/main/storage/tables.ts'

let database: Database
beforeAll(() => {
  database = new Database(':memory:')
  for (const step of migrations) database.execute(step)
})
afterAll(() => database.close())

function tablesIn(schema: Database): readonly string[] {
  const rows = schema.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").all()
  return rows.map(({ name }) => String(name)).filter((name) => !isDerived(name))
}

test('every column that a backup of any version may have is defined', () => {
  const growing = new Database(':memory:')
  for (const step of migrations) {
    growing.execute(step)
    for (const table of tablesIn(growing)) {
      const defined = new Set(tables.get(table)?.entries.map(({ name }) => name))
      expect(columnsOf(growing, table).filter((name) => !defined.has(name))).toEqual([])
    }
  }
  growing.close()
})

test('each definition equals its table in the newest schema', () => {
  expect([...tables.keys()].toSorted()).toEqual(tablesIn(database).toSorted())
  for (const { entries, name: table } of tables.values()) {
    const stored = database
      .prepare('SELECT * FROM pragma_table_info(?) ORDER BY name')
      .all(table)
      .map(({ name, notnull, pk, type }) => ({ name, type, isNullable: notnull === 0 && pk === 0 }))
    const defined = entries.map(({ column: { isNullable, type }, name }) => ({ name, type, isNullable }))
    expect(
      defined.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      table,
    ).toEqual(stored)
  }
})

test('limits name columns of their tables', () => {
  for (const { bounds, name } of tables.values())
    for (const of of [...Object.keys(bounds.lists ?? {}), ...Object.keys(bounds.choices ?? {})])
      expect(() => database.prepare(`SELECT 1 FROM ${name} GROUP BY ${of}`)).not.toThrow()
})
