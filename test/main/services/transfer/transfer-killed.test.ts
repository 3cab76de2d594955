import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { MediaItems } from '../../../../src/main/storage/media-items.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { fillDataFolder, holdingsOf } from '../../../fakes/filled-folder.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { conversation, storedMessage } from '../../../fakes/storage.ts'
import { TransferApp } from '../../../fakes/transfer.ts'

const rounds = 8
let root: string
let template: string
let file: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'atelier-transfer-killed-'))
  template = join(root, 'template')
  file = join(root, 'given.zip')
  await fillDataFolder(template, { messages: 200, files: 2, mark: 'mine' })
  const from = await TransferApp.start(withPictures)
  try {
    await from.call('transfer.export', { keys: null })
    writeFileSync(file, from.exported())
  } finally {
    await from.close()
    from.remove()
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Chats, one with many pictures that differ only in their last bytes. */
async function withPictures(folder: string): Promise<void> {
  await fillDataFolder(folder, { messages: 6000, files: 0 })
  const { database } = openStorage(folder, 1)
  const library = new MediaLibrary(folder, new MediaItems(database), () => 5)
  new Conversations(database).insertConversation(conversation('pictures'))
  for (let index = 0; index < 60; index += 1) {
    const bytes = Buffer.concat([pictures.png, Buffer.from(`${index}`)])
    const item = await library.addMedia(bytes, { mime: 'image/png', width: 37, height: 21 })
    new Messages(database).insertMessage(
      storedMessage(`p${index}`, { conversationId: 'pictures', attachments: [item] }),
    )
  }
  database.close()
}

/** Imports in a separate process and kills it; null lets it finish. */
async function importKilled(data: string, kill: { after: 'begun' | 'writing'; ms: number } | null): Promise<boolean> {
  const script = join(import.meta.dirname, '../../../fakes/transfer-process.ts')
  const child = spawn(process.execPath, [script, data, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  let timer: NodeJS.Timeout | null = null
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk)
    if (kill !== null && timer === null && output.includes(kill.after))
      timer = setTimeout(() => child.kill('SIGKILL'), kill.ms)
  })
  await once(child, 'close')
  if (timer !== null) clearTimeout(timer)
  return output.includes('done')
}

/** Content after an app has started and cleaned up. */
async function holdingsAfterStart(data: string): Promise<Readonly<Record<string, string>>> {
  const app = await TransferApp.start(undefined, data)
  // a new import begins only after the old remains are removed, so its refusal waits for that
  expect(await app.refusal('transfer.import', { token: 'nothing' })).toBe('not_found')
  await app.close()
  const incoming = join(data, 'media', 'incoming')
  expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([])
  return holdingsOf(data)
}

test('an import killed at any moment is complete or absent after the next start', async () => {
  const seed = Date.now() % 1_000_000
  const random = randomFrom(seed)
  const data = join(root, 'data')
  const fresh = (): void => {
    rmSync(data, { recursive: true, force: true })
    cpSync(template, data, { recursive: true, preserveTimestamps: true })
  }
  fresh()
  const before = await holdingsAfterStart(data)
  fresh()
  expect(await importKilled(data, null)).toBe(true)
  const itemsAfter = (await holdingsAfterStart(data)).history_items
  let killed = 0
  let tookBack = 0
  for (let round = 0; round < rounds; round += 1) {
    fresh()
    const ended = await importKilled(data, { after: round % 2 === 0 ? 'begun' : 'writing', ms: random() * 400 })
    const found = await holdingsAfterStart(data)
    killed += ended ? 0 : 1
    if (found.history_items === itemsAfter) continue
    tookBack += 1
    expect(found, `seed ${seed}, round ${round}`).toEqual(before)
  }
  expect(killed, `seed ${seed}`).toBeGreaterThan(0)
  expect(tookBack, `seed ${seed}`).toBeGreaterThan(0)
})
