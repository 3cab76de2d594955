import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { fillDataFolder, holdingsOf } from '../../../fakes/filled-folder.ts'
import { manyFilesZip } from '../../../fakes/many-files-zip.ts'
import { canMount, mountAt } from '../../../fakes/mounted-disk.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { TransferApp, transferFixture } from '../../../fakes/transfer.ts'

const undo: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function started(fill?: (folder: string) => Promise<void>, folder?: string): Promise<TransferApp> {
  const app = await TransferApp.start(fill, folder)
  undo.push(async () => {
    await app.close()
    // mounted disks are unmounted first
    if (folder === undefined) app.remove()
  })
  return app
}

async function exportOf(messages: number): Promise<Buffer> {
  const from = await started((folder) => fillDataFolder(folder, { messages, files: 0 }).then(() => undefined))
  await from.call('transfer.export', { keys: null })
  return from.exported()
}

describe.skipIf(!canMount)('a disk that is full (mounted for the test)', () => {
  test('a full disk refuses an export, and keeps nothing of it', async () => {
    const from = await started(async (folder) => {
      await fillDataFolder(folder, { messages: 6000, files: 0 })
    })
    const saved = join(from.folder, 'saved')
    mkdirSync(saved)
    undo.push(mountAt(saved, '-t', 'tmpfs', '-o', 'size=256k', 'tmpfs'))
    expect(await from.refusal('transfer.export', { keys: null })).toBe('storage_full')
    expect(readdirSync(saved)).toEqual([])
  })

  test.each([
    ['while it is read', 1],
    ['while it is written', 5],
  ])('a full disk refuses an import %s, and keeps nothing of it', async (_when, room) => {
    const zip = await exportOf(4000)
    const folder = mkdtempSync(join(tmpdir(), 'atelier-full-'))
    undo.push(() => rmSync(folder, { recursive: true, force: true }))
    undo.push(mountAt(folder, '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs'))
    const to = await started(undefined, folder)
    const token = to.give(zip, 'a.zip')
    const before = holdingsOf(folder)
    const [free, ballast] = [room * 1024 * 1024, join(folder, 'ballast')]
    writeFileSync(ballast, Buffer.alloc(64 * 1024 * 1024 - sizeOf(folder) - free))
    expect(await to.refusal('transfer.import', { token })).toBe('storage_full')
    expect(holdingsOf(folder)).toEqual(before)
    rmSync(ballast)
    expect((await to.call('transfer.import', { token: to.give(zip, 'a.zip') })).added.messages).toBe(4000)
  })
})

test('an import that the disk cannot show yet is reported, and appears after the next start', async () => {
  const zip = await exportOf(300)
  const folder = mkdtempSync(join(tmpdir(), 'atelier-unshown-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const first = await started(undefined, folder)
  const database = new Database(join(folder, 'atelier.db'))
  undo.push(() => database.close())
  // like a full disk: hidden rows can be written, but not shown
  database.execute(`CREATE TRIGGER unshown BEFORE UPDATE OF deleted_at ON conversations
    WHEN NEW.deleted_at IS NULL BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`)
  expect(await first.refusal('transfer.import', { token: first.give(zip, 'a.zip') })).toBe('import_unshown')
  await first.close()
  database.execute('DROP TRIGGER unshown')
  const next = await started(undefined, folder)
  await eventually(async () =>
    expect((await next.call('transfer.inspect', { token: next.give(zip, 'a.zip') })).present).toBe(3),
  )
})

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + Math.ceil(statSync(join(entry.parentPath, entry.name)).size / 4096) * 4096, 0)
}

test('an archive of more than 65,535 files is read', async () => {
  const to = await started()
  const others = Array.from({ length: 66_000 }, (_, index) => [`other/${index}.txt`, Buffer.from('x')] as const)
  const zip = manyFilesZip([
    ...others,
    ['conversations.json', transferFixture('chatgpt.json')],
    ['file-AbC123-kettle.png', pictures.png],
  ])
  const { added } = await to.call('transfer.import', { token: to.give(zip, 'many.zip') })
  expect([added.conversations, added.messages, added.files]).toEqual([1, 4, 1])
})

test('an import cancelled while it is written leaves everything unchanged', async () => {
  const zip = await exportOf(6000)
  const to = await started((folder) =>
    fillDataFolder(folder, { messages: 300, files: 3, mark: 'mine' }).then(() => undefined),
  )
  const before = holdingsOf(to.folder)
  const importing = to.refusal('transfer.import', { token: to.give(zip, 'a.zip') })
  await to.platform.events.until('transfer.changed', ({ work }) => work?.stage === 'writing')
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  expect(holdingsOf(to.folder)).not.toEqual(before)
  await to.call('transfer.cancel', {})
  expect(await importing).toBe('cancelled')
  expect(holdingsOf(to.folder)).toEqual(before)
})
