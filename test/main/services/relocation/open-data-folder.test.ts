import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimDataFolder } from '../../../../src/main/data-folder.ts'
import { completeCopy, copyAhead } from '../../../../src/main/folder-copies/folder-copy.ts'
import { readLocation, writeLocation } from '../../../../src/main/services/relocation/data-location.ts'
import { type MoveNote, writeMoveNote } from '../../../../src/main/services/relocation/move-note.ts'
import { type FolderStart, openDataFolder } from '../../../../src/main/services/relocation/open-data-folder.ts'
import { systemClock } from '../../../../src/main/system-clock.ts'
import { fillDataFolder, holdingsOf } from '../../../fakes/filled-folder.ts'

let root: string
let home: string
let to: string
let note: MoveNote
let before: Readonly<Record<string, string>>
const quiet = (): void => undefined
const start = (): FolderStart => ({ folder: home, chosen: false, shell: 'browser', clock: systemClock })

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'atelier-open-'))
  home = join(root, 'home')
  to = join(root, 'to')
  await fillDataFolder(home, { messages: 120, files: 4 })
  before = holdingsOf(home)
  note = { id: randomUUID(), from: home, to, made: true, phase: 'decided' }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Opens and releases the folder, and returns the findings. */
async function opened() {
  const found = await openDataFolder(start())
  if ('taken' in found) return 'taken'
  await found.claim.release()
  return { data: found.data, outcome: found.outcome }
}

describe('a start during a move', () => {
  test('an undecided move is undone at the start', async () => {
    writeMoveNote(home, { ...note, phase: 'copying' })
    await copyAhead(note, quiet)
    expect(await opened()).toEqual({ data: home, outcome: null })
    expect([existsSync(to), existsSync(join(home, 'move.json'))]).toEqual([false, false])
    expect(holdingsOf(home)).toEqual(before)
  })

  test('an undecided move leaves a folder that existed, with its other content', async () => {
    mkdirSync(to)
    writeFileSync(join(to, 'mine'), '')
    writeMoveNote(home, { ...note, made: false, phase: 'copying' })
    await copyAhead(note, quiet)
    await opened()
    expect(readdirSync(to)).toEqual(['mine'])
  })

  test.each([true, false])(
    'a target that was only tested leaves nothing behind after the next start (a new folder: %s)',
    async (made) => {
      mkdirSync(join(to, '.probe-7'), { recursive: true })
      writeMoveNote(home, { ...note, made, phase: 'copying' })
      await opened()
      expect(made ? existsSync(to) : readdirSync(to).length > 0).toBe(false)
    },
  )

  test('a half copy that is in use meanwhile is left alone', async () => {
    writeMoveNote(home, { ...note, phase: 'copying' })
    await copyAhead(note, quiet)
    const used = await openDataFolder({ ...start(), folder: to, chosen: true })
    if (!('taken' in used)) await used.claim.release()
    await fillDataFolder(to, { messages: 5, files: 1, mark: 'theirs' })
    const theirs = holdingsOf(to)
    expect(await opened()).toEqual({ data: home, outcome: null })
    expect(holdingsOf(to)).toEqual(theirs)
  })

  test('a decided move is carried out at the start', async () => {
    await copyAhead(note, quiet)
    writeMoveNote(home, note)
    expect(await opened()).toEqual({ data: to, outcome: { moved: true } })
    expect(holdingsOf(to)).toEqual(before)
    expect(await opened()).toEqual({ data: to, outcome: null })
  })

  test('a move interrupted just before the pointer continues, with later changes', async () => {
    await copyAhead(note, quiet)
    await completeCopy(note)
    writeMoveNote(home, note)
    await fillDataFolder(home, { messages: 10, files: 1, mark: 'since' })
    const since = holdingsOf(home)
    expect(await opened()).toEqual({ data: to, outcome: { moved: true } })
    expect(holdingsOf(to)).toEqual(since)
  })

  test('a move interrupted just after the pointer is complete', async () => {
    await copyAhead(note, quiet)
    await completeCopy(note)
    writeLocation(home, { folder: to, movedAt: 1, left: { folder: home, files: 1, bytes: 1 } })
    writeMoveNote(home, note)
    await fillDataFolder(to, { messages: 10, files: 1, mark: 'since' })
    const since = holdingsOf(to)
    expect(await opened()).toEqual({ data: to, outcome: { moved: true } })
    expect(existsSync(join(home, 'move.json'))).toBe(false)
    expect(holdingsOf(to)).toEqual(since)
  })

  test('a move whose pointer cannot be written keeps the old folder, and removes the copy', async () => {
    await copyAhead(note, quiet)
    writeMoveNote(home, note)
    mkdirSync(join(home, 'location.json.new'))
    expect(await opened()).toMatchObject({
      data: home,
      outcome: { moved: false, error: { code: 'storage_read_only' } },
    })
    expect([existsSync(to), readLocation(home)]).toEqual([false, null])
    expect(holdingsOf(home)).toEqual(before)
  })

  test('a move whose target another Atelier uses keeps the old folder, and touches nothing there', async () => {
    await copyAhead(note, quiet)
    writeMoveNote(home, note)
    const other = await claimDataFolder(to, 'electron')
    const there = readdirSync(to)
    expect(await opened()).toMatchObject({ data: home, outcome: { moved: false, error: { code: 'busy' } } })
    expect(readdirSync(to)).toEqual(there)
    if (other.claimed) await other.claim.release()
  })

  test.each(['', 'x', '{}', '{"id":"x","from":"/a","to":"/b","made":true,"phase":"decided"}'])(
    'an invalid note moves nothing: %j',
    async (text) => {
      writeFileSync(join(home, 'move.json'), text)
      expect(await opened()).toEqual({ data: home, outcome: null })
      expect(holdingsOf(home)).toEqual(before)
    },
  )

  test('the note of a folder that is not in use is removed, and nothing is touched', async () => {
    writeMoveNote(home, { ...note, from: join(root, 'other') })
    await fillDataFolder(to, { messages: 5, files: 1 })
    const there = holdingsOf(to)
    expect(await opened()).toEqual({ data: home, outcome: null })
    expect(holdingsOf(to)).toEqual(there)
  })
})

describe('two starts at the same time', () => {
  test('a second start learns that the folder is in use', async () => {
    const first = await openDataFolder(start())
    expect(await opened()).toBe('taken')
    if (!('taken' in first)) await first.claim.release()
  })

  test('a start repeats its search if another process moved the data meanwhile', async () => {
    await fillDataFolder(to, { messages: 5, files: 1 })
    // it has checked the pointer and is preparing the folder
    const second = openDataFolder(start())
    writeLocation(home, { folder: to, movedAt: 1, left: null })
    const found = await second
    if ('taken' in found) throw new Error('taken')
    expect(found.data).toBe(to)
    await found.claim.release()
    const left = await claimDataFolder(home, 'browser')
    expect(left.claimed).toBe(true)
    if (left.claimed) await left.claim.release()
  })
})
