import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveTarget, probing } from '../../../src/main/security/move-target.ts'

let root: string
let data: string
const at = (...names: string[]): string => join(root, ...names)
const nothing = (_path: string, names: readonly string[]): boolean => names.length === 0
const target = (typed: string) => moveTarget(typed, [data], nothing)

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-target-')))
  data = at('data')
  mkdirSync(join(data, 'media'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('an empty folder, or a new one in an existing folder, is accepted', async () => {
  mkdirSync(at('empty'))
  expect(await target(at('empty'))).toEqual({ path: at('empty'), isNew: false })
  expect(await target(`  ${at('new folder 数据')}  `)).toEqual({ path: at('new folder 数据'), isNew: true })
  expect(await target(`${at('empty')}/../empty/`)).toEqual({ path: at('empty'), isNew: false })
})

test.each([
  '',
  ' ',
  '.',
  'relative/path',
  '~/Atelier',
  '../x',
  'file:///tmp/x',
  '/tmp/a\u0000b',
  '/tmp/a\nb',
  `/${'x'.repeat(4001)}`,
])('a path that is not absolute is refused: %j', async (typed) => {
  await expect(target(typed)).rejects.toMatchObject({ error: { code: 'target_not_absolute' } })
})

test('a folder whose parent is missing, or is a file, is refused', async () => {
  writeFileSync(at('file'), '')
  for (const typed of [at('no', 'such'), at('file', 'below')])
    await expect(target(typed)).rejects.toMatchObject({ error: { code: 'target_no_parent' } })
})

test('a folder that is not empty, and a file, are refused', async () => {
  writeFileSync(at('file'), '')
  mkdirSync(at('full'))
  writeFileSync(at('full', '.hidden'), '')
  for (const typed of [at('file'), at('full')])
    await expect(target(typed)).rejects.toMatchObject({ error: { code: 'target_not_empty' } })
})

test('the data folder is refused by any name, and so are folders inside and around it', async () => {
  symlinkSync(data, at('link'))
  symlinkSync(root, at('link-above'))
  const names = [
    data,
    `${data}/`,
    at('link'),
    at('link', 'media'),
    join(data, 'media'),
    join(data, 'new'),
    at('link', 'new'),
    at('link-above', 'data'),
    root,
    at('link-above'),
    join(data, 'media', '..', '..', 'data'),
  ]
  for (const typed of names)
    await expect(target(typed), typed).rejects.toMatchObject({ error: { code: 'target_inside' } })
})

test('a name that only begins like the data folder is another folder', async () => {
  expect(await target(`${data}-2`)).toEqual({ path: `${data}-2`, isNew: true })
})

test('a link to an empty folder is accepted as that folder', async () => {
  mkdirSync(at('empty'))
  symlinkSync(at('empty'), at('link'))
  expect(await target(at('link'))).toEqual({ path: at('empty'), isNew: false })
})

test('a test leaves nothing, even if it created the folder', async () => {
  const seen = await probing({ path: at('new'), isNew: true }, async (folder) => relative(root, folder))
  expect(seen).toMatch(/^new\/\.probe-\d+$/)
  mkdirSync(at('there'))
  await probing({ path: at('there'), isNew: false }, async (folder) => writeFileSync(join(folder, 'x'), 'x'))
  expect(readdirSync(root).toSorted()).toEqual(['data', 'there'])
  expect(readdirSync(at('there'))).toEqual([])
})

test('a folder that is not writable is refused', async () => {
  mkdirSync(at('closed'))
  chmodSync(at('closed'), 0o555)
  // root can write anywhere except here, where nothing can be created
  const closed = process.getuid?.() === 0 ? '/sys/kernel' : at('closed')
  await expect(probing({ path: closed, isNew: false }, async () => null)).rejects.toMatchObject({
    error: { code: 'target_read_only' },
  })
})
