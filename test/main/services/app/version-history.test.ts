import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leftVersion, otherVersion, versionHistory } from '../../../../src/main/services/app/version-history.ts'
import { startedWith } from '../../../../src/main/services/backup/restored-start.ts'
import { copyBefore, noteGoBack } from '../../../../src/main/storage/go-back.ts'

let data: string
let values: Map<string, unknown>
const store = {
  get: (key: string): unknown => values.get(key),
  set: (key: string, value: unknown): void => void values.set(key, value),
}
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atelier-history-'))
  values = new Map()
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

test('an update is recorded with its previous version; a lower version is not an update', () => {
  otherVersion(store, '1.0.0', '1.1.0', 10)
  expect(versionHistory(store)).toEqual({ before: { version: '1.0.0', own: '1.1.0', at: 10 }, wentBackFrom: null })
  // a first start that was killed and comes again
  otherVersion(store, '1.0.0', '1.1.0', 20)
  expect(versionHistory(store).before?.at).toBe(10)
  leftVersion(store, '1.1.0')
  expect(versionHistory(store)).toEqual({ before: null, wentBackFrom: '1.1.0' })
  otherVersion(store, '1.0.0', '0.9.0', 30)
  expect(versionHistory(store)).toEqual({ before: null, wentBackFrom: null })
})

/** One start of a version, which ends at once. */
async function start(version: string, now: number, change = ''): Promise<readonly string[]> {
  const clock = { now: () => now, after: () => () => undefined }
  const parts = {
    clock,
    log: () => undefined,
    paths: { data, resources: '' },
    store,
    version,
    whereabouts: { home: null, outcome: null },
  }
  return await startedWith(parts, async ({ database, notices }) => {
    if (change !== '') database.execute(change)
    const words = database.prepare("SELECT value FROM preferences WHERE name = 'word'").all()
    database.close()
    return [...notices.map(({ code }) => code), ...words.map(({ value }) => String(value))]
  })
}

test('starts of two versions keep what a downgrade needs', async () => {
  await start('1.0.0', 1, "INSERT INTO preferences (name, value) VALUES ('word', 'before')")
  await start('1.1.0', 10, "UPDATE preferences SET value = 'after' WHERE name = 'word'")
  const copy = copyBefore(data, versionHistory(store).before?.at ?? 0)
  expect(copy).toMatch(/-10\.db$/)
  noteGoBack(data, { from: '1.1.0', to: '1.0.0', copy: copy ?? '' })
  // the rename was not reached: the newer version goes on as if nothing had been asked
  expect(await start('1.1.0', 20)).toEqual(['after'])
  noteGoBack(data, { from: '1.1.0', to: '1.0.0', copy: copy ?? '' })
  expect(await start('1.0.0', 30)).toEqual(['before'])
  expect(versionHistory(store)).toEqual({ before: null, wentBackFrom: '1.1.0' })
  expect(readdirSync(data).filter((name) => name.startsWith('newer-'))).toEqual(['newer-1.1.0-30'])
  expect(await start('1.0.0', 40)).toEqual(['before'])
  expect(versionHistory(store).wentBackFrom).toBe('1.1.0')
  // the same update again is an update
  await start('1.1.0', 50)
  expect(versionHistory(store)).toEqual({ before: { version: '1.0.0', own: '1.1.0', at: 50 }, wentBackFrom: null })
})
