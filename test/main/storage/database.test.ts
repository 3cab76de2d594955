import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database, storageError } from '../../../src/main/storage/database.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'

let database: Database
let folder: string
let dispose: () => void
beforeEach(() => {
  ;({ database, folder, dispose } = temporaryDatabase())
})
afterEach(() => dispose())

const put = (name: string): number =>
  database.prepare('INSERT INTO preferences (name, value) VALUES (?, ?)').run(name, 'v')
const names = (): unknown[] =>
  database
    .prepare('SELECT name FROM preferences ORDER BY name')
    .all()
    .map((row) => row.name)
const normal = 1
const full = 2

describe('a durable transaction', () => {
  test('a durable transaction waits for the disk, returns its value, and leaves others as quick as before', () => {
    expect(database.pragma('synchronous')).toBe(normal)
    const value = database.durably(() => {
      put('a')
      return database.pragma('synchronous')
    })
    expect([value, database.pragma('synchronous'), names()]).toEqual([full, normal, ['a']])
  })

  test('a durable transaction that fails keeps nothing, and leaves others as quick as before', () => {
    expect(() =>
      database.durably(() => {
        put('a')
        throw new Error('no')
      }),
    ).toThrow('no')
    expect([database.pragma('synchronous'), names()]).toEqual([normal, []])
  })
})

test('a transaction is all or nothing, also for a second connection', () => {
  const other = new Database(`${folder}/atelier.db`, { readonly: true })
  const seen = (): unknown => other.prepare('SELECT count(*) AS n FROM preferences').get()?.n
  database.transaction(() => {
    put('a')
    expect(seen()).toBe(0)
    put('b')
  })
  expect(seen()).toBe(2)
  expect(() =>
    database.transaction(() => {
      put('c')
      put('a')
    }),
  ).toThrow('UNIQUE')
  expect(names()).toEqual(['a', 'b'])
  other.close()
})

test('a reading transaction cannot write', () => {
  const reader = new Database(`${folder}/atelier.db`, { readonly: true })
  expect(() => reader.execute("INSERT INTO preferences VALUES ('a', 'b')")).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ code: 'storage_read_only' }) }),
  )
  reader.close()
})

test.each([
  ['SQLITE_FULL', 'storage_full'],
  ['ENOSPC', 'storage_full'],
  ['EDQUOT', 'storage_full'],
  ['SQLITE_IOERR_WRITE', 'storage_full'],
  ['SQLITE_READONLY_DIRECTORY', 'storage_read_only'],
  ['SQLITE_CANTOPEN', 'storage_read_only'],
  ['EROFS', 'storage_read_only'],
  ['EACCES', 'storage_read_only'],
  ['SQLITE_CORRUPT_VTAB', 'storage_damaged'],
  ['SQLITE_NOTADB', 'storage_damaged'],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
  ['ENOENT', undefined],
])('reports %s as %s', (code, expected) => {
  expect(storageError(Object.assign(new Error('x'), { code }))?.code).toBe(expected)
})
