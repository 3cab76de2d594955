import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { binMs, retryMs } from '../../../src/main/jobs/bin.ts'
import { ItemBin } from '../../../src/main/jobs/item-bin.ts'
import { Database } from '../../../src/main/storage/database.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'

const dayMs = 24 * 60 * 60_000
let folder: string
let database: Database
let clock: ManualClock
let changes: (readonly string[])[]
let unreferenced: string[]
let bin: ItemBin<readonly string[]>

const ids = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] => rows.map(({ id }) => String(id))
const left = (): readonly string[] => ids(database.prepare('SELECT id FROM things ORDER BY id').all())

/** Makes the database refuse to remove anything. */
const keepThings = (): void =>
  database.execute("CREATE TRIGGER kept BEFORE DELETE ON things BEGIN SELECT raise(FAIL, 'it is kept'); END")

/** Items that refer to one file each; one cannot be deleted. */
function newBin(): ItemBin<readonly string[]> {
  return new ItemBin({
    database,
    clock,
    log: () => undefined,
    exists: (id) => database.prepare('SELECT id FROM things WHERE id = ?').get(id) !== undefined,
    rows: {
      delete: (wanted, at) =>
        ids(
          database
            .prepare(
              `UPDATE things SET deleted_at = ? WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?))
               RETURNING id`,
            )
            .all(at, JSON.stringify(wanted)),
        ),
      restore: (wanted) =>
        ids(
          database
            .prepare(
              `UPDATE things SET deleted_at = NULL WHERE deleted_at IS NOT NULL
                 AND id IN (SELECT value FROM json_each(?)) RETURNING id`,
            )
            .all(JSON.stringify(wanted)),
        ),
      oldestDeletion: () => {
        const first = database.prepare('SELECT min(deleted_at) AS first FROM things').get()?.first
        return typeof first === 'number' ? first : null
      },
    },
    purge: (before) =>
      ids(database.prepare('DELETE FROM things WHERE deleted_at <= ? RETURNING id').all(before)).map(
        (id) => `file of ${id}`,
      ),
    erasure: { removing: (remove) => remove() },
    remover: {
      removeUnreferenced: async (media) => {
        unreferenced.push(...media)
        return media.length
      },
    },
    onChange: (changed) => changes.push(changed),
    beforeDelete: (wanted) => {
      if (wanted.includes('busy')) throw new Error('it is busy')
      return () => changes.push(['then'])
    },
  })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-item-bin-'))
  database = new Database(join(folder, 'things.db'))
  database.execute('CREATE TABLE things (id TEXT PRIMARY KEY, deleted_at INTEGER)')
  database.execute("INSERT INTO things VALUES ('a', NULL), ('b', NULL), ('busy', NULL)")
  clock = new ManualClock()
  changes = []
  unreferenced = []
  bin = newBin()
})
afterEach(async () => {
  await bin.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a deleted item', () => {
  test('a deleted item is hidden and reported once', () => {
    bin.delete(['a', 'none'])
    bin.delete(['a'])
    expect(changes).toEqual([['then'], ['a'], ['then']])
    expect(left()).toEqual(['a', 'b', 'busy'])
  })

  test('nothing is deleted if one item cannot be deleted now', () => {
    expect(() => bin.delete(['a', 'busy'])).toThrow('it is busy')
    expect(changes).toEqual([])
    bin.empty()
    expect(left()).toEqual(['a', 'b', 'busy'])
  })

  test('a deleted item is visible again once restored, and only a removed one is not found', () => {
    bin.delete(['a'])
    bin.restore(['a'])
    bin.restore(['a'])
    expect(changes).toEqual([['then'], ['a'], ['a']])
    bin.empty()
    expect(left()).toEqual(['a', 'b', 'busy'])
    expect(() => bin.restore(['none'])).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ code: 'not_found' }) }),
    )
  })

  test('a deleted item is removed with its files after thirty days, the oldest first', () => {
    bin.delete(['a'])
    clock.advance(dayMs)
    bin.delete(['b'])
    for (let day = 2; day * dayMs < binMs; day += 1) clock.advance(dayMs)
    expect(left()).toEqual(['a', 'b', 'busy'])
    clock.advance(dayMs)
    expect([left(), unreferenced]).toEqual([['b', 'busy'], ['file of a']])
    clock.advance(dayMs)
    expect([left(), unreferenced]).toEqual([['busy'], ['file of a', 'file of b']])
    expect(clock.nextIn).toBeNull()
  })

  test('an item that expired while the app was closed is removed at the next start', async () => {
    bin.delete(['a'])
    await bin.close()
    expect(clock.nextIn).toBeNull()
    clock.advance(binMs)
    bin = newBin()
    bin.start()
    expect(left()).toEqual(['b', 'busy'])
  })

  test('deleted items are removed at once when the bin is emptied', () => {
    bin.delete(['a', 'b'])
    bin.empty()
    expect([left(), unreferenced]).toEqual([['busy'], ['file of a', 'file of b']])
  })

  test('deleted items stay, with an error, if the bin cannot be emptied', () => {
    bin.delete(['a', 'b'])
    keepThings()
    expect(() => bin.empty()).toThrow('it is kept')
    expect([left(), unreferenced]).toEqual([['a', 'b', 'busy'], []])
    expect(clock.nextIn).toBe(dayMs)
  })

  test('an expired item that cannot be removed is retried after a pause', () => {
    keepThings()
    bin.delete(['a'])
    for (let day = 0; day * dayMs < binMs; day += 1) clock.advance(dayMs)
    expect(clock.nextIn).toBe(retryMs)
    database.execute('DROP TRIGGER kept')
    clock.advance(retryMs)
    expect([left(), unreferenced]).toEqual([['b', 'busy'], ['file of a']])
    expect(clock.nextIn).toBeNull()
  })
})
