import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { carryOutRestore, newCopyName, noteRestore } from '../../../src/main/storage/pending-restore.ts'

let folder: string
let copy: string
const at = (...names: string[]): string => join(folder, ...names)
const carryOut = () => carryOutRestore(folder, 'atelier.db')
const text = (...names: string[]): string => readFileSync(at(...names), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-pending-'))
  copy = newCopyName()
  writeFileSync(at('atelier.db'), 'old')
  writeFileSync(at('atelier.db-wal'), 'old journal')
  writeFileSync(at(copy), 'new')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a committed restore', () => {
  test('a decided restore is carried out at the next start, and the old database is kept in its folder', () => {
    noteRestore(folder, { copy, madeAt: 7, settings: '{}' }, 9)
    const done = carryOut()
    expect([done?.madeAt, done?.settings, text('atelier.db')]).toEqual([7, '{}', 'new'])
    expect([text('replaced-9', 'atelier.db'), text('replaced-9', 'atelier.db-wal')]).toEqual(['old', 'old journal'])
    expect(existsSync(at('atelier.db-wal'))).toBe(false)
    done?.settle()
    expect(carryOut()).toBeNull()
  })

  // after each rename
  test.each([
    ['before anything was moved', []],
    ['when the database was moved', ['atelier.db']],
    ['when its journal was moved too', ['atelier.db', 'atelier.db-wal']],
  ])('a decided restore continues after a start killed %s', (_when, moved) => {
    noteRestore(folder, { copy, madeAt: 7, settings: null }, 9)
    mkdirSync(at('replaced-9'))
    for (const name of moved) renameSync(at(name), at('replaced-9', name))
    expect(carryOut()?.madeAt).toBe(7)
    expect(text('atelier.db')).toBe('new')
    const aside = readdirSync(folder).filter((name) => name.startsWith('replaced-'))
    expect(aside.flatMap((name) => readdirSync(at(name))).toSorted()).toEqual(['atelier.db', 'atelier.db-wal'])
  })

  test('a restore is reported until it is settled, and changes nothing again', () => {
    noteRestore(folder, { copy, madeAt: 7, settings: null }, 9)
    carryOut()
    writeFileSync(at('atelier.db'), 'new and gone on with')
    expect([carryOut()?.madeAt, text('atelier.db')]).toEqual([7, 'new and gone on with'])
  })
})

describe('a restore that is undone', () => {
  const files = ['atelier.db', 'atelier.db-wal', 'atelier.db-shm'] as const
  /** Completes the restore, with journals of both databases. */
  function carriedOut(): void {
    writeFileSync(at('atelier.db-shm'), 'old index')
    noteRestore(folder, { copy, madeAt: 7, settings: '{}', before: '{"a":1}' }, 9)
    carryOut()
    writeFileSync(at('atelier.db-wal'), 'new journal')
    writeFileSync(at('atelier.db-shm'), 'new index')
  }
  const isBack = (): void => {
    expect(files.map((name) => text(name))).toEqual(['old', 'old journal', 'old index'])
    expect(files.map((name) => text('damaged-11', name))).toEqual(['new', 'new journal', 'new index'])
    expect([existsSync(at('replaced-9')), existsSync(at('restore.json'))]).toEqual([false, false])
  }

  test('an undone restore puts the earlier data back, and the restored ones aside', () => {
    carriedOut()
    expect(carryOut()?.undo(11)).toEqual({ madeAt: 7, settings: '{"a":1}' })
    isBack()
    expect(carryOut()).toBeNull()
  })

  // after each of the six renames and the two notes
  test.each(['out', 'back'] as const)('an undone restore continues after a kill %s', (phase) => {
    for (const moved of [0, 1, 2, 3]) {
      rmSync(folder, { recursive: true })
      mkdirSync(folder)
      for (const name of files)
        writeFileSync(at(name), `old${name.slice(10).replace('-wal', ' journal').replace('-shm', ' index')}`)
      writeFileSync(at(copy), 'new')
      carriedOut()
      const note = { ...JSON.parse(text('restore.json')), undoing: { refused: 'damaged-11', phase } }
      writeFileSync(at('restore.json'), JSON.stringify(note))
      mkdirSync(at('damaged-11'))
      const order = [files[2], files[1], files[0]]
      const out = phase === 'back' ? order : order.slice(0, moved)
      for (const name of out) renameSync(at(name), at('damaged-11', name))
      if (phase === 'back') for (const name of order.slice(0, moved)) renameSync(at('replaced-9', name), at(name))
      const again = carryOut()
      expect(again?.isHopeless).toBe(true)
      again?.undo(12)
      isBack()
    }
  })
})

test('a copy without a note is removed, and the database is kept', () => {
  expect([carryOut(), existsSync(at(copy)), text('atelier.db')]).toEqual([null, false, 'old'])
})

test('an invalid note is set aside, and the database is kept', () => {
  writeFileSync(
    at('restore.json'),
    JSON.stringify({ copy: '../elsewhere', aside: 'replaced-1', madeAt: 1, settings: null }),
  )
  expect([carryOut(), text('atelier.db'), existsSync(at('restore.json.damaged'))]).toEqual([null, 'old', true])
})
