import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SavedFiles } from '../../../../src/main/services/transfer/saving/saved-files.ts'
import type { SavedFile } from '../../../../src/shared/image.ts'

let folder: string
let opened: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-saved-'))
  opened = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function savingAs(name: string, outcome: SavedFile = { by: 'main', saved: true }): SavedFiles {
  return new SavedFiles({
    exports: {
      saveFile: async (_proposed, write) => {
        if (outcome.by === 'main' && outcome.saved) await write(join(folder, name))
        return outcome
      },
    },
    links: {
      openFile: async (path) => void opened.push(path),
      openFolder: async (path) => void opened.push(path),
    },
  })
}

const write = async (path: string) => writeFileSync(path, 'tea')

async function tokenOf(files: SavedFiles): Promise<string> {
  const saved = await files.saveFile('Tea.html', write)
  if (saved.by !== 'main' || saved.token === undefined) throw new Error('there is no token')
  return saved.token
}

test('a saved file is opened by its token while it exists', async () => {
  const files = savingAs('茶.HTML')
  const token = await tokenOf(files)
  await files.openSaved(token)
  expect(opened).toEqual([join(folder, '茶.HTML')])
  rmSync(join(folder, '茶.HTML'))
  await expect(files.openSaved(token)).rejects.toMatchObject({ error: { code: 'not_found' } })
  await expect(files.openSaved(join(folder, '茶.HTML'))).rejects.toMatchObject({ error: { code: 'not_found' } })
})

test('a saved file with another extension is shown in its folder, and not run', async () => {
  const files = savingAs('tea.bat')
  await files.openSaved(await tokenOf(files))
  expect(opened).toEqual([folder])
})

test('an unsaved file, or a download, has no token', async () => {
  expect(await savingAs('a.html', { by: 'main', saved: false }).saveFile('a.html', write)).toEqual({
    by: 'main',
    saved: false,
  })
  const download: SavedFile = { by: 'page', url: '/download/1', name: 'a.html' }
  expect(await savingAs('a.html', download).saveFile('a.html', write)).toEqual(download)
})
