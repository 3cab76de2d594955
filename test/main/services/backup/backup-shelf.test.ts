import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { BackupShelf } from '../../../../src/main/services/backup/backup-shelf.ts'
import { ownFilesName } from '../../../../src/main/storage/own-files.ts'

let data = ''
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atelier-shelf-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const open = () => new BackupShelf(join(data, 'backups'))
const list = () => join(data, ownFilesName)

it('a start after a clean end leaves the list of own files as it is', async () => {
  await open().withWork('one', async (work) => expect(existsSync(work)).toBe(true))
  open()
  const before = statSync(list())
  open()
  // a list written anew would be another file
  expect(statSync(list())).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs })
})

it('a start after a kill removes what a backup left, and forgets it', async () => {
  let left = ''
  // killed in the middle, a backup never returns
  void open().withWork('two', async (work) => {
    left = work
    await new Promise(() => undefined)
  })
  expect(existsSync(left)).toBe(true)
  open()
  expect(existsSync(left)).toBe(false)
  expect(existsSync(join(data, 'backups'))).toBe(true)
  expect(readFileSync(list(), 'utf8').split('\n').slice(1)).toEqual(['backups/', ''])
})
