import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkStorage, orphansOf, usageOf } from '../../../../src/main/services/backup/storage-survey.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { fillDataFolder } from '../../../fakes/filled-folder.ts'

const now = 1_800_000_000_000
let data: string
let ids: readonly string[]
const fileOf = (id: string): string => join(data, 'media', id.slice(0, 2), id)
const quiet = (): void => undefined

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'atelier-survey-'))
  ids = await fillDataFolder(data, { messages: 5, files: 4, fileBytes: 1000 })
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

function change(sql: string): void {
  const database = new Database(join(data, 'atelier.db'))
  database.execute(sql)
  database.close()
}

test('each file counts once, by its use, and files in the bin count separately', async () => {
  change(`
    INSERT INTO image_jobs (id, request, status, attempts, created_at) VALUES ('j', '{}', 'done', 1, 2);
    INSERT INTO images (id, job_id, position, media_id, edited, model, created_at, deleted_at, prompt, prompt_folded)
      VALUES ('i', 'j', 0, '${ids[0]}', 0, 'm', 2, 3, 'p', 'p');
    DELETE FROM message_attachments WHERE media_id = '${ids[1]}';
  `)
  mkdirSync(join(data, 'replaced-7'))
  writeFileSync(join(data, 'replaced-7', 'atelier.db'), 'x'.repeat(77))
  const { kinds, bin, biggest } = await usageOf(data)
  const of = Object.fromEntries(kinds.map(({ kind, bytes, files }) => [kind, [files, bytes]]))
  expect(of).toMatchObject({ images: [1, 1000], chat: [2, 2000], unused: [1, 1000], aside: [1, 77] })
  expect([bin, biggest.length]).toEqual([{ files: 1, bytes: 1000 }, 4])
  const owners = Object.fromEntries(
    biggest.map(({ id, item }) => [id, item && [item.key.kind, item.key.id, item.inBin]]),
  )
  // a file of a message and of a deleted image belongs to the message
  expect(owners[ids[0] ?? '']).toEqual(['chat', 'm-c0', false])
  expect([owners[ids[1] ?? ''], owners[ids[2] ?? '']]).toEqual([null, ['chat', 'm-c0', false]])
})

test('unknown files are found and removed, but never new or known ones', async () => {
  const orphan = fileOf('ab'.repeat(32))
  const young = fileOf('cd'.repeat(32))
  for (const path of [orphan, young]) {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'x'.repeat(10))
  }
  for (const path of [orphan, ...ids.map(fileOf)]) utimesSync(path, now / 1000 - 90_000, now / 1000 - 90_000)
  utimesSync(young, now / 1000 - 60, now / 1000 - 60)
  expect(await orphansOf(data, false, now)).toEqual({ files: 1, bytes: 10 })
  expect(existsSync(orphan)).toBe(true)
  expect(await orphansOf(data, true, now)).toEqual({ files: 1, bytes: 10 })
  expect([existsSync(orphan), existsSync(young), ...ids.map((id) => existsSync(fileOf(id)))]).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ])
})

test('a check reports missing and changed files', async () => {
  expect(await checkStorage(data, quiet)).toEqual({ database: 'sound', files: 4, missing: 0, changed: 0 })
  rmSync(fileOf(ids[0] ?? ''))
  writeFileSync(fileOf(ids[1] ?? ''), 'y'.repeat(1000))
  expect(await checkStorage(data, quiet)).toEqual({ database: 'sound', files: 3, missing: 1, changed: 1 })
})
