import { expect, test } from 'vitest'
import { Database } from '../../../src/main/storage/database.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { tables } from '../../../src/main/storage/tables.ts'

/** The columns of a table by name: its type, and whether it may be null. */
function columnsIn(database: Database, table: string) {
  const rows = database.prepare('SELECT * FROM pragma_table_info(?) ORDER BY name').all(table)
  return rows.map(({ name, notnull, pk, type }) => ({ name, type, isNullable: notnull === 0 && pk === 0 }))
}

test('each definition equals its table in the newest schema', () => {
  const database = new Database(':memory:')
  for (const step of migrations) database.execute(step)
  for (const { entries, name } of tables.values()) {
    const defined = entries.map(({ column: { isNullable, type }, name }) => ({ name, type, isNullable }))
    expect(
      defined.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      name,
    ).toEqual(columnsIn(database, name))
  }
  database.close()
})
