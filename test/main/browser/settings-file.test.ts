import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSettingsFile } from '../../../src/main/browser/settings-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-settings-'))
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

const open = () => openSettingsFile(folder, { now: () => 5 }, () => undefined)

it('keeps values unchanged, also under unusual names', async () => {
  const store = open()
  expect(store.get('theme')).toBeUndefined()
  store.set('theme', { mode: 'dark', list: [1, null] })
  store.set('a.b', 1)
  store.set('__proto__', 2)
  const again = open()
  expect(again.get('theme')).toEqual({ mode: 'dark', list: [1, null] })
  expect(again.get('a.b')).toBe(1)
  expect(again.get('__proto__')).toBe(2)
  expect(again.get('constructor')).toBeUndefined()
  again.set('theme', undefined)
  expect(open().get('theme')).toBeUndefined()
  expect((await stat(join(folder, 'settings.json'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['settings.json'])
})

it.each(['{"theme":', '', '[1]', '"text"'])('sets a damaged file %j aside and never overwrites it', async (damaged) => {
  await writeFile(join(folder, 'settings.json'), damaged)
  const store = open()
  store.set('theme', 'light')
  expect(await readFile(join(folder, 'settings.json.damaged-5'), 'utf8')).toBe(damaged)
  expect(open().get('theme')).toBe('light')
})

it('keeps its values if the disk refuses', async () => {
  const store = open()
  store.set('theme', 'light')
  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  expect(() => store.set('theme', cyclic)).toThrow()
  expect(store.get('theme')).toBe('light')
  expect(open().get('theme')).toBe('light')
})
