import { spawn } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepProgram } from '../../../src/main/electron/updates/kept-program.ts'
import { Database } from '../../../src/main/storage/database.ts'
import { copyBefore, noteGoBack, takeGoBack } from '../../../src/main/storage/go-back.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { openStorage } from '../../../src/main/storage/open.ts'

/** The migrations of the version that is gone back from. */
const newer = [...migrations, 'CREATE TABLE later (word TEXT)']

let folder: string
let data: string
const at = (...names: string[]): string => join(data, ...names)
const noted = vi.fn()

/** A data folder that a newer version has opened, copied, changed and written into. Gives the name of the copy. */
function updated(): string {
  const { database } = openStorage(data, 1)
  database.execute("INSERT INTO preferences (name, value) VALUES ('mine', 'before')")
  database.close()
  const later = openStorage(data, 10, newer, true)
  later.database.execute("INSERT INTO later VALUES ('since the update'); UPDATE preferences SET value = 'after'")
  later.database.close()
  const copy = copyBefore(data, 10)
  if (copy === null) throw new Error('there is no copy')
  return copy
}

/** What stands in a database: the word of the newer version, else the value from before. */
function stands(path: string): string {
  const database = new Database(path, { readonly: true })
  try {
    expect(database.pragma('integrity_check')).toBe('ok')
    const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'later'").get()
    if (table === undefined)
      return String(database.prepare("SELECT value FROM preferences WHERE name = 'mine'").get()?.value)
    return String(database.prepare('SELECT word FROM later').get()?.word)
  } finally {
    database.close()
  }
}

const asides = (): readonly string[] => readdirSync(data).filter((name) => name.startsWith('newer-'))
/** Files that only a half-finished way back leaves. */
const leftovers = (): readonly string[] =>
  readdirSync(data).filter((name) => /^(go-back|restore)\.json|restoring/.test(name))

/** The start of the older version. */
function startOlder(): ReturnType<typeof openStorage>['notices'] {
  takeGoBack(data, '1.0.0', 20, noted)
  const { database, notices, restored } = openStorage(data, 21)
  restored?.settle()
  database.close()
  return notices
}

function expectBack(): void {
  expect(stands(at('atelier.db'))).toBe('before')
  expect(asides().map((name) => stands(at(name, 'atelier.db')))).toEqual(['since the update'])
  expect(asides()[0]).toMatch(/^newer-1\.1\.0-\d+/)
  expect(leftovers()).toEqual([])
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-back-'))
  data = join(folder, 'data')
  mkdirSync(data)
  noted.mockClear()
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('the older version opens the copy, and the newer data stay intact next to it', () => {
  const copy = updated()
  noteGoBack(data, { from: '1.1.0', to: '1.0.0', copy })
  expect(startOlder()).toEqual([])
  expectBack()
  expect(noted.mock.calls).toEqual([['1.1.0']])
  // only once
  expect(takeGoBack(data, '1.0.0', 30, noted)).toBe(false)
})

test('a note whose program was not restored changes nothing', () => {
  const copy = updated()
  for (const version of ['1.1.0', '1.2.0', '0.9.0']) {
    noteGoBack(data, { from: '1.1.0', to: '1.0.0', copy })
    expect(takeGoBack(data, version, 20, noted)).toBe(false)
    expect([stands(at('atelier.db')), asides(), leftovers()]).toEqual(['since the update', [], []])
  }
  expect(noted).not.toHaveBeenCalled()
})

test('the copy is that from before the update, not of a start killed afterwards', () => {
  const copy = updated()
  openStorage(data, 15, newer, true).database.close()
  expect(copyBefore(data, 10)).toBe(copy)
  expect(copyBefore(data, 16)).toBeNull()
})

test.each([
  ['nothing', ''],
  ['no JSON', '{{{'],
  ['a copy elsewhere', '{"from":"1.1.0","to":"1.0.0","copy":"../../atelier.db"}'],
  ['a folder elsewhere', '{"from":"1/../../x","to":"1.0.0","copy":"atelier-v1-10.db"}'],
  ['more than a note has', '{"from":"1.1.0","to":"1.0.0","copy":"atelier-v1-10.db","more":1}'],
])('a note that contains %s is dropped', (_name, text) => {
  updated()
  writeFileSync(at('go-back.json'), text)
  expect(takeGoBack(data, '1.0.0', 20, noted)).toBe(false)
  expect([stands(at('atelier.db')), asides(), leftovers()]).toEqual(['since the update', [], []])
})

test.each(['gone', 'damaged'])('a copy that is %s leaves the newer database intact, set aside', (how) => {
  const copy = updated()
  noteGoBack(data, { from: '1.1.0', to: '1.0.0', copy })
  if (how === 'gone') rmSync(at('backups', copy))
  else writeFileSync(at('backups', copy), Buffer.alloc(9_000, 7))
  expect(startOlder()).toMatchObject([{ code: 'database_set_aside', why: 'newer' }])
  expect(asides().map((name) => stands(at(name, 'atelier.db')))).toEqual(['since the update'])
  expect(leftovers()).toEqual([])
})

test('a start killed before it drops the note makes the copy again', () => {
  const copy = updated()
  noteGoBack(data, { from: '1.1.0', to: '1.0.0', copy })
  copyFileSync(at('go-back.json'), at('kept.json'))
  takeGoBack(data, '1.0.0', 20, noted)
  copyFileSync(at('kept.json'), at('go-back.json'))
  startOlder()
  expectBack()
})

describe('a revert that is killed', () => {
  const program = (): string => join(folder, 'programs', 'Atelier.AppImage')
  const oldProgram = Buffer.alloc(20_000_000, 'old ')
  const newProgram = Buffer.alloc(20_000_000, 'new ')

  /** Runs a part of the way back, and kills it some ms after it says a word. Gives whether it ended by itself. */
  async function killed(part: 'leave' | 'start', copy: string, word: string, ms: number): Promise<boolean> {
    const script = join(import.meta.dirname, '../../fakes/go-back-process.ts')
    const child = spawn(process.execPath, [script, part, folder, copy], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<boolean>((resolve) => child.on('close', (code) => resolve(code === 0)))
    let heard = ''
    let isDoomed = false
    child.stdout.on('data', (text) => {
      heard += String(text)
      if (isDoomed || !heard.includes(word)) return
      isDoomed = true
      void setTimeout(ms).then(() => child.kill('SIGKILL'))
    })
    return await ended
  }

  function prepare(): string {
    rmSync(data, { recursive: true, force: true })
    mkdirSync(data)
    mkdirSync(join(folder, 'programs'), { recursive: true })
    writeFileSync(program(), oldProgram)
    keepProgram(join(folder, 'cache', 'atelier-previous'), program(), '1.0.0', Date.now())
    // as an update does: the old file keeps its other name
    rmSync(program())
    writeFileSync(program(), newProgram)
    return updated()
  }

  test('a kill at any point leaves the older or the newer state intact', async () => {
    vi.stubEnv('APPIMAGE', program())
    vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'))
    writeFileSync(join(folder, 'app-update.yml'), "provider: generic\nurl: 'http://127.0.0.1:9/'\n")
    const seen = new Set<string>()
    const moments = [
      ['begun', 0],
      ['begun', 15],
      ['begun', 40],
      ['staged', 0],
      ['staged', 2],
      ['noted', 0],
      ['noted', 1],
      ['never', 0],
    ] as const
    for (const [word, ms] of moments) {
      const copy = prepare()
      await killed('leave', copy, word, ms)
      const now = readFileSync(program())
      const isOld = now.equals(oldProgram)
      expect(isOld || now.equals(newProgram)).toBe(true)
      seen.add(isOld ? 'old' : 'new')
      if (isOld) {
        startOlder()
        expectBack()
      } else {
        takeGoBack(data, '1.1.0', 20, noted)
        openStorage(data, 21, newer).database.close()
        expect([stands(at('atelier.db')), asides(), leftovers()]).toEqual(['since the update', [], []])
      }
    }
    expect([...seen].toSorted()).toEqual(['new', 'old'])
  })

  test('the next start of the older version finishes after a kill at any point', async () => {
    const moments = [
      ['begun', 0],
      ['taken', 0],
      ['taken', 10],
      ['taken', 30],
      ['noted', 0],
      ['noted', 5],
      ['opened', 0],
    ] as const
    for (const [word, ms] of moments) {
      rmSync(data, { recursive: true, force: true })
      mkdirSync(data)
      const copy = updated()
      noteGoBack(data, { from: '1.1.0', to: '1.0.0', copy })
      const isWhole = await killed('start', copy, word, ms)
      if (!isWhole) startOlder()
      expectBack()
      expect(existsSync(at('backups', copy))).toBe(true)
    }
  })
})
