import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderFiles, readBounded, readFolderFile } from '../../../../src/main/services/knowledge/folder-files.ts'
import { isPassedOver } from '../../../../src/main/services/knowledge/folder-names.ts'
import { folderFilesMax, textFileMax } from '../../../../src/shared/knowledge-limits.ts'

let root: string
let folder: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-folder-')))
  folder = join(root, 'notes')
  mkdirSync(join(folder, 'inner', '.git'), { recursive: true })
  writeFileSync(join(folder, 'a.md'), 'about tides')
  writeFileSync(join(folder, 'inner', 'b.txt'), 'about stars')
  writeFileSync(join(folder, 'inner', '.git', 'config'), 'hidden')
  writeFileSync(join(folder, 'photo.jpg'), 'no text')
  writeFileSync(join(folder, '.env'), 'CANARY')
  writeFileSync(join(root, 'secret.txt'), 'CANARY')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('lists readable files, without hidden ones', async () => {
  const { files, isCut } = await folderFiles(folder)
  expect(files.map(({ path }) => path)).toEqual(['a.md', 'inner/b.txt'])
  expect(isCut).toBe(false)
})

test('no link leads out of the folder, by listing or by reading', async () => {
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'))
  symlinkSync(root, join(folder, 'up'))
  const { files } = await folderFiles(folder)
  expect(files.map(({ path }) => path)).toEqual(['a.md', 'inner/b.txt'])
  for (const path of ['link.txt', 'up/secret.txt', '../secret.txt', 'inner/../../secret.txt'])
    expect(await readFolderFile(folder, path)).toBe('unreadable')
  // a folder that became a link after it was listed
  renameSync(join(folder, 'inner'), join(folder, 'other'))
  symlinkSync(root, join(folder, 'inner'))
  writeFileSync(join(root, 'b.txt'), 'CANARY')
  expect(await readFolderFile(folder, 'inner/b.txt')).toBe('unreadable')
})

test('a file above the limit is refused, and a missing one is gone', async () => {
  writeFileSync(join(folder, 'big.txt'), Buffer.alloc(textFileMax + 1, 'x'))
  expect(await readFolderFile(folder, 'big.txt')).toBe('too_large')
  expect(await readFolderFile(folder, 'none.txt')).toBe('gone')
  expect(await readBounded(folder, 'notes')).toBe('unreadable')
})

test('photos do not count against the limit of documents, and skipping them is no error', async () => {
  for (let index = 0; index < folderFilesMax; index += 1) writeFileSync(join(folder, `0${index}.arw`), 'x')
  writeFileSync(join(folder, 'letter.docx'), 'x')
  writeFileSync(join(folder, 'disk.vmdk'), '')
  truncateSync(join(folder, 'disk.vmdk'), 300 * 1024 * 1024)
  const { files, isCut } = await folderFiles(folder)
  const paths = files.map(({ path }) => path)
  expect(paths.slice(0, 4)).toEqual(['a.md', 'inner/b.txt', 'letter.docx', '00.arw'])
  expect(paths).toHaveLength(folderFilesMax)
  expect(paths).not.toContain('disk.vmdk')
  expect(isCut).toBe(false)
})

test('more documents than the limit are reported', async () => {
  for (let index = 0; index < folderFilesMax; index += 1) writeFileSync(join(folder, `0${index}.txt`), 'x')
  const { files, isCut } = await folderFiles(folder)
  expect([files.length, isCut]).toEqual([folderFilesMax, true])
})

test.each([
  'terraform.tfstate.backup',
  'server.key.bak',
  'key.pem.old',
  'app.env.production',
  'server.key~',
  'a.KEY (1)',
  'kube.kubeconfig',
  'site.har',
])('keys are passed over under the name %s', (name) => {
  expect(isPassedOver(name)).toBe(true)
})

test('documents and notes are not treated as keys', () => {
  for (const name of ['2024.key figures.docx', 'keys.md', 'environment.txt', 'key', 'monkey.txt', 'a.keys.md'])
    expect(isPassedOver(name)).toBe(false)
})
