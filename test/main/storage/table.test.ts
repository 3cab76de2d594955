import { afterEach, beforeEach, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { Database, type Row } from '../../../src/main/storage/database.ts'
import {
  choice,
  deletion,
  flag,
  id,
  integer,
  json,
  jsonOrNull,
  longText,
  named,
  nullable,
  optional,
  type RowOf,
  real,
  shortText,
  table,
  text,
  time,
} from '../../../src/main/storage/table.ts'
import { AppFailure } from '../../../src/shared/errors.ts'

const size = z.object({ width: z.number(), height: z.number() })
const boats = table('boats', {
  id,
  name: shortText(),
  note: optional(text()),
  log: optional(longText, ''),
  isAtSea: named('at_sea', flag),
  kind: choice(['sail', 'oar'], 'oar'),
  colour: choice(['red', 'blue']),
  size: json(size, { width: 1, height: 1 }),
  rig: jsonOrNull(size),
  crew: integer,
  length: nullable(real),
  builtAt: time,
  deletedAt: deletion,
})
type Boat = RowOf<typeof boats>

let database: Database
beforeEach(() => {
  database = new Database(':memory:')
  database.execute(`CREATE TABLE boats (id TEXT PRIMARY KEY, name TEXT, note TEXT, log TEXT, at_sea INTEGER, kind TEXT,
    colour TEXT, size TEXT, rig TEXT, crew INTEGER, length REAL, built_at INTEGER, deleted_at INTEGER)`)
})
afterEach(() => database.close())

const boat: Boat = {
  id: 'a',
  name: '舟',
  note: 'leaks',
  log: 'calm',
  isAtSea: true,
  kind: 'sail',
  colour: 'red',
  size: { width: 2, height: 9 },
  rig: { width: 3, height: 4 },
  crew: 4,
  length: 9.5,
  builtAt: 5,
  deletedAt: 6,
}
const bare: Boat = {
  id: 'b',
  name: '',
  isAtSea: false,
  kind: 'oar',
  colour: 'blue',
  size: { width: 1, height: 1 },
  rig: null,
  crew: 0,
  length: null,
  builtAt: 0,
  deletedAt: null,
}
const stored = (): readonly Row[] => database.prepare('SELECT * FROM boats ORDER BY id').all()

test('the type of a table is that of its rows, with optional keys for optional columns', () => {
  expectTypeOf<Boat>().toEqualTypeOf<{
    readonly id: string
    readonly name: string
    readonly note?: string
    readonly log?: string
    readonly isAtSea: boolean
    readonly kind: 'sail' | 'oar'
    readonly colour: 'red' | 'blue'
    readonly size: { width: number; height: number }
    readonly rig: { width: number; height: number } | null
    readonly crew: number
    readonly length: number | null
    readonly builtAt: number
    readonly deletedAt: number | null
  }>()
})

test('rows are read as they were inserted', () => {
  for (const row of [boat, bare]) boats.insert(database, row)
  expect(stored().map((row) => boats.readRow(row))).toEqual([boat, bare])
  expect(stored()[1]).toMatchObject({ note: null, log: '', at_sea: 0, size: '{"width":1,"height":1}', rig: null })
})

test('a row without a value is inserted where its column does not exist yet', () => {
  database.execute('ALTER TABLE boats DROP COLUMN note')
  boats.insert(database, bare)
  boats.insertIfNew(database, { ...bare, id: 'c' })
  expect(stored().map((row) => row.id)).toEqual(['b', 'c'])
  expect(() => boats.insert(database, boat)).toThrow('note')
})

test('unreadable JSON and words of a newer version are replaced', () => {
  boats.insert(database, boat)
  database.execute(`UPDATE boats SET kind = 'steam', size = '{"width":5,"height":"x"}', rig = '{'`)
  expect(stored().map((row) => boats.readRow(row))).toEqual([
    { ...boat, kind: 'oar', size: { width: 5, height: 1 }, rig: null },
  ])
})

test.each([["colour = 'green'"], ['name = NULL'], ["crew = 'many'"], ["length = 'long'"], ["id = x'00'"]])(
  'a row with %s is damaged',
  (change) => {
    boats.insert(database, boat)
    database.execute(`UPDATE boats SET ${change}`)
    const read = (): unknown => stored().map((row) => boats.readRow(row))
    expect(read).toThrow(AppFailure)
    expect(read).toThrow(expect.objectContaining({ error: expect.objectContaining({ code: 'storage_damaged' }) }))
  },
)

test('a part reads and writes only its own columns', () => {
  const crew = boats.without('id', 'name', 'kind', 'colour', 'size', 'rig', 'length', 'builtAt', 'deletedAt')
  for (const row of [boat, bare]) boats.insert(database, row)
  crew.update(database, 'a', { isAtSea: false, crew: 7 })
  const { note: _, log: __, ...rest } = boat
  expect(stored().map((row) => boats.readRow(row))).toEqual([{ ...rest, isAtSea: false, crew: 7 }, bare])
  expect(stored().map((row) => crew.readRow(row))[0]).toEqual({ isAtSea: false, crew: 7 })
  expect(crew.list).toBe('note, log, at_sea, crew')
})

test('columns are picked from a row that has more', () => {
  expect(boats.only('id', 'crew').pick(boat)).toEqual({ id: 'a', crew: 4 })
})

test('adding a row leaves an existing one with its key', () => {
  boats.insert(database, boat)
  for (const row of [{ ...bare, id: 'a' }, bare]) boats.insertIfNew(database, row)
  expect(stored().map((row) => boats.readRow(row))).toEqual([boat, bare])
})

test('putting a row replaces the one with its key, except kept and omitted columns', () => {
  boats.insert(database, boat)
  boats.without('crew').upsert(database, { ...bare, id: 'a' }, ['id'], ['builtAt'])
  boats.upsert(database, bare, ['id'], ['builtAt'])
  expect(stored().map((row) => boats.readRow(row))).toEqual([{ ...bare, id: 'a', crew: 4, builtAt: 5 }, bare])
})
