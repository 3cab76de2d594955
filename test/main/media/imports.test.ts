import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ImportedFile } from '../../../src/main/media/imports.ts'
import { Imports } from '../../../src/main/media/imports.ts'
import { eventually } from '../../fakes/eventually.ts'
import { ManualClock } from '../../fakes/platform.ts'

let folder: string
let clock: ManualClock
let imports: Imports
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-imports-'))
  clock = new ManualClock()
  imports = new Imports(clock)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, temporary: boolean): ImportedFile {
  const path = join(folder, name)
  writeFileSync(path, 'bytes')
  return { path, name, temporary }
}
const nameOf = (token: string): Promise<string | null> => imports.takeFile(token, async ({ name }) => name)

test('a token can be used once', async () => {
  const token = imports.register(file('a', false))
  expect(await nameOf('another')).toBeNull()
  expect(await nameOf(token)).toBe('a')
  expect(await nameOf(token)).toBeNull()
})

test('two tokens of one file are different, and cannot be guessed from it', () => {
  const one = imports.register(file('a', false))
  expect(imports.register(file('a', false))).not.toBe(one)
  expect(one).not.toContain('a.')
  expect(one).toMatch(/^[0-9a-f-]{36}$/)
})

test('a token is valid for ten minutes', async () => {
  const token = imports.register(file('a', false))
  const other = imports.register(file('b', false))
  clock.advance(10 * 60_000 - 1)
  expect(await nameOf(other)).toBe('b')
  clock.advance(1)
  expect(await nameOf(token)).toBeNull()
  expect(clock.nextIn).toBeNull()
})

test('a temporary file is removed after its use, successful or not', async () => {
  const used = file('used', true)
  await imports.takeFile(imports.register(used), async () => expect(existsSync(used.path)).toBe(true))
  const refused = file('refused', true)
  await expect(
    imports.takeFile(imports.register(refused), async () => {
      throw new Error('not a picture')
    }),
  ).rejects.toThrow('not a picture')
  expect([existsSync(used.path), existsSync(refused.path)]).toEqual([false, false])
})

test('a user’s own file is never removed', async () => {
  const own = file('own', false)
  await imports.takeFile(imports.register(own), async () => {})
  imports.register(own)
  clock.advance(10 * 60_000)
  imports.register(own)
  await imports.close()
  expect(existsSync(own.path)).toBe(true)
})

test('temporary files are removed on closing, and none is accepted afterwards', async () => {
  const waiting = file('waiting', true)
  const token = imports.register(waiting)
  await imports.close()
  expect([existsSync(waiting.path), await nameOf(token), clock.nextIn]).toEqual([false, null, null])
  const late = imports.register(file('late', true))
  expect([await nameOf(late), clock.nextIn]).toEqual([null, null])
})

test('a file that cannot be removed is not an error', async () => {
  const path = join(folder, 'a-folder')
  mkdirSync(path)
  await imports.takeFile(imports.register({ path, name: 'x', temporary: true }), async () => {})
  expect(existsSync(path)).toBe(true)
})

test('a token whose file was read is valid for another ten minutes, successful or not', async () => {
  const looked = file('looked', true)
  const token = imports.register(looked)
  clock.advance(9 * 60_000)
  await imports.useFile(token, async ({ name }) => {
    expect([name, await nameOf(token)]).toEqual(['looked', null])
    // a look may take longer than a token is valid
    clock.advance(20 * 60_000)
    expect(existsSync(looked.path)).toBe(true)
  })
  await expect(imports.useFile(token, () => Promise.reject(new Error('not read')))).rejects.toThrow('not read')
  clock.advance(9 * 60_000)
  expect(await imports.useFile(token, async ({ name }) => name)).toBe('looked')
  clock.advance(10 * 60_000)
  expect(await imports.useFile(token, async () => 'x')).toBeNull()
  await eventually(() => expect(existsSync(looked.path)).toBe(false))
})

test('a file in use on closing is removed after that use', async () => {
  const looked = file('looked', true)
  const token = imports.register(looked)
  await imports.useFile(token, () => imports.close())
  expect([existsSync(looked.path), clock.nextIn]).toEqual([false, null])
})
