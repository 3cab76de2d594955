import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Database } from '../../../src/main/storage/database.ts'
import { CountingStore, refuseCounting } from '../../fakes/counting-job.ts'

let folder: string
let database: Database
let store: CountingStore
let logged: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-job-store-'))
  database = new Database(join(folder, 'jobs.db'))
  logged = []
  store = new CountingStore(database, (_level, message) => logged.push(message))
  store.add('a')
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('an event is on the disk before listeners are called', () => {
  expect(store.applyEvent('a', { type: 'add', by: 2 })).toEqual({ id: 'a', count: 2, ended: false })
  expect(store.row('a')?.count).toBe(2)
  expect(store.changes).toEqual([{ from: 0, to: 2 }])
})

test('an event without meaning for a job, or for an unknown one, changes nothing', () => {
  store.applyEvent('a', { type: 'end' })
  expect(store.applyEvent('a', { type: 'add', by: 1 })).toBeNull()
  expect(store.record('b', { type: 'add', by: 1 })).toBeNull()
  expect(store.changes).toHaveLength(1)
})

test('a job of another computer gets no event', () => {
  store.foreign.add('a')
  expect(store.applyEvent('a', { type: 'add', by: 1 })).toBeNull()
  expect(store.record('a', { type: 'end' })).toBeNull()
  expect([store.findJob('a'), store.changes]).toEqual([{ id: 'a', count: 0, ended: false }, []])
})

test('rows that belong to an event are written with it or not at all', () => {
  expect(() =>
    store.applyEvent('a', { type: 'add', by: 1 }, () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(store.findJob('a')?.count).toBe(0)
  expect(store.changes).toEqual([])
})

test('an event that the disk refuses changes nothing, unless it is only recorded', () => {
  refuseCounting(database)
  expect(() => store.applyEvent('a', { type: 'add', by: 1 })).toThrow()
  expect(store.findJob('a')?.count).toBe(0)
  expect(store.record('a', { type: 'add', by: 3 })?.count).toBe(3)
  expect(store.findJob('a')?.count).toBe(3)
  expect(store.row('a')?.count).toBe(0)
  expect(store.changes).toEqual([{ from: 0, to: 3 }])
  expect(logged).toEqual(['counting job could not be kept'])
})

test('an unwritten change is written with the next event, as a whole', () => {
  const accept = refuseCounting(database)
  store.record('a', { type: 'add', by: 3 })
  accept()
  store.applyEvent('a', { type: 'add', by: 1 })
  store.applyEvent('a', { type: 'add', by: 1 })
  expect(store.row('a')?.count).toBe(5)
  // the first write had no known row on disk
  expect(store.writtenOver).toEqual([null, 4])
})

test('flushing writes the unwritten changes that the disk accepts', () => {
  const accept = refuseCounting(database)
  store.record('a', { type: 'add', by: 3 })
  store.flush()
  expect(store.findJob('a')?.count).toBe(3)
  expect(logged).toHaveLength(2)
  accept()
  store.flush()
  expect(store.row('a')?.count).toBe(3)
})

test('a closed store has written all it could, and changes no more', () => {
  const accept = refuseCounting(database)
  store.record('a', { type: 'add', by: 3 })
  accept()
  store.close()
  expect(store.row('a')?.count).toBe(3)
  expect(store.applyEvent('a', { type: 'add', by: 1 })).toBeNull()
  expect(store.record('a', { type: 'end' })).toBeNull()
  expect(store.row('a')).toEqual({ id: 'a', count: 3, ended: false })
})
