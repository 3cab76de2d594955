import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../src/main/storage/database.ts'
import { isDerived } from '../../../src/main/storage/foreign-database.ts'
import { columnsOf } from '../../../src/main/storage/foreign-rows.ts'
import { openInMemory } from '../../../src/main/storage/memory-database.ts'
import { messageParts, sharedTables, sharedTags, unsharedTables } from '../../../src/main/storage/shared-tables.ts'

let database: Database
beforeAll(() => {
  database = openInMemory()
})
afterAll(() => database.close())

describe('the list of what several computers share', () => {
  test('names each table of the schema once', () => {
    const stored = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !isDerived(name))
    const named = [
      ...[...sharedTables, ...messageParts].map(({ table }) => table.name),
      sharedTags.name,
      ...Object.keys(unsharedTables),
    ]
    expect(named.toSorted()).toEqual(stored.toSorted())
  })

  test('has a rule for each column of a shared table', () => {
    for (const { rules, table } of sharedTables)
      expect([...rules.keys()].toSorted(), table.name).toEqual(columnsOf(database, table.name).toSorted())
  })

  test('has one id for each row', () => {
    for (const { rules } of sharedTables) expect([...rules.values()].filter((rule) => rule === 'id').length).toBe(1)
  })
})
