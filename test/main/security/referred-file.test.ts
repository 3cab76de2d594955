import { mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isThere, openReferred, type ReferredFile } from '../../../src/main/security/referred-file.ts'

let folder: string
let path: string
let file: ReferredFile
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-referred-'))
  path = join(folder, 'talk.wav')
  writeFileSync(path, 'as it was')
  file = { path, bytes: 9, modifiedAt: statSync(path).mtimeMs }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const readable = async (): Promise<boolean> => {
  const opened = await openReferred(file)
  await opened?.close()
  expect(await isThere(file)).toBe(opened !== null)
  return opened !== null
}

test('reads a referenced file only while it is unchanged', async () => {
  const opened = await openReferred(file)
  expect(await opened?.readFile('utf8')).toBe('as it was')
  await opened?.close()
  expect(await readable()).toBe(true)
})

test('a referenced file that is gone, or has another length or time, is not read', async () => {
  writeFileSync(path, 'something longer')
  expect(await readable()).toBe(false)
  writeFileSync(path, 'as it wos')
  utimesSync(path, 1, 1)
  expect(await readable()).toBe(false)
  rmSync(path)
  expect(await readable()).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'a link or a folder in place of a referenced file is not followed',
  async () => {
    const other = join(folder, 'secret')
    writeFileSync(other, 'as it was')
    utimesSync(other, file.modifiedAt / 1000, file.modifiedAt / 1000)
    rmSync(path)
    symlinkSync(other, path)
    expect(await readable()).toBe(false)
    rmSync(path)
    symlinkSync(folder, path)
    expect(await readable()).toBe(false)
  },
)
