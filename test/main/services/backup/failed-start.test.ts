import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { newCopyName, noteRestore } from '../../../../src/main/storage/pending-restore.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { fillDataFolder, holdingsOf } from '../../../fakes/filled-folder.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let data: string
let other: string
let platform: TestPlatform
let before: ReturnType<typeof holdingsOf>
const dispose: (() => void)[] = []
const at = (...names: string[]): string => join(data, ...names)

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'atelier-start-'))
  other = mkdtempSync(join(tmpdir(), 'atelier-other-'))
  await fillDataFolder(data, { messages: 30, files: 1, mark: 'mine' })
  await fillDataFolder(other, { messages: 5, files: 0, mark: 'other' })
  before = holdingsOf(data)
  const made = testPlatform({ paths: { data, resources: join(import.meta.dirname, '../../../../resources') } })
  platform = made.platform
  dispose.push(made.dispose, () => rmSync(other, { recursive: true, force: true }))
})
afterEach(() => {
  for (const undo of dispose.splice(0)) undo()
})

/** Prepares a restore of the other folder's database, changed as given, for the next start. */
function decide(change: (path: string) => void): void {
  const copy = newCopyName()
  copyFileSync(join(other, 'atelier.db'), at(copy))
  change(at(copy))
  noteRestore(data, { copy, madeAt: 7, settings: '{"theme":"light"}', before: '{"theme":"dark"}' }, 9)
}

/** Notices of an app's start. */
async function startAndLook(changes: Partial<TestPlatform> = {}): Promise<readonly string[]> {
  const app = await createApp({ ...platform, ...changes }, { demo: false })
  try {
    const { notices } = await new AppClient(() => app).call('app.info', {})
    return notices.map(({ code }) => code)
  } finally {
    await app.close()
  }
}

const within =
  (sql: string) =>
  (path: string): void => {
    const database = new Database(path)
    database.execute(sql)
    database.close()
  }

describe('a start with restored data', () => {
  test('a start after a good restore succeeds, and the next one reports nothing', async () => {
    decide(() => undefined)
    expect([await startAndLook(), await startAndLook()]).toEqual([['backup_restored'], []])
    expect(holdingsOf(data)).toEqual(expect.objectContaining({ messages: holdingsOf(other).messages }))
    expect(platform.store.get('settings')).toMatchObject({ theme: 'light' })
  })

  test.each<readonly [string, (path: string) => void]>([
    ['is no database', (path) => writeFileSync(path, 'a letter '.repeat(2000))],
    ['is cut', (path) => writeFileSync(path, readFileSync(path).subarray(0, 5000))],
    ['says that it is older than it is', within('PRAGMA user_version = 3')],
    ['says that it is newer than the app', within('PRAGMA user_version = 999')],
    ['lacks a table', within('PRAGMA foreign_keys = OFF; DROP TABLE connections')],
    ['has another table in place of one', within('DROP TABLE preferences; CREATE TABLE preferences (own)')],
  ])('falls back to what was before where it %s', async (_what, change) => {
    decide(change)
    expect(await startAndLook()).toEqual(['restore_undone'])
    expect(holdingsOf(data)).toEqual(before)
    expect(platform.store.get('settings')).toMatchObject({ theme: 'dark' })
    expect(existsSync(at('restore.json'))).toBe(false)
    // the refused database is kept, and nothing blocks a later restore
    const aside = readdirSync(data).filter((name) => /^(damaged|replaced|newer)-/.test(name))
    expect(aside.map((name) => name.replace(/\d.*/, ''))).toEqual(['damaged-'])
    expect(await startAndLook()).toEqual([])
    expect(holdingsOf(data)).toEqual(before)
  })

  test('a start falls back if the app throws while it is composed', async () => {
    decide(() => undefined)
    let throws = 1
    const onWake = (): (() => void) => {
      throws -= 1
      if (throws === 0) throw new TypeError('of a row that nobody foresaw')
      return () => undefined
    }
    expect(await startAndLook({ onWake })).toEqual(['restore_undone'])
    expect(holdingsOf(data)).toEqual(before)
    expect(await startAndLook()).toEqual([])
  })

  test('a start falls back after three starts that were killed before they finished', async () => {
    decide(() => undefined)
    for (let start = 0; start < 3; start += 1) {
      const { database, restored } = openStorage(data, 20 + start)
      expect(restored?.madeAt).toBe(7)
      database.close()
    }
    expect(await startAndLook()).toEqual(['restore_undone'])
    expect(holdingsOf(data)).toEqual(before)
  })
})
