import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { Collection } from '../../../../src/shared/knowledge.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type CallingGateway, callingGateway, ends, said } from '../../../fakes/calling-gateway.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: CallingGateway
let platform: TestPlatform
let dispose: () => void
let app: App
let folder: string

beforeEach(async () => {
  gateway = await callingGateway()
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
  folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'atelier-notes-'))), 'notes')
  mkdirSync(folder)
  writeFileSync(join(folder, 'tides.md'), 'Tides rise twice a day.')
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
  rmSync(join(folder, '..'), { recursive: true, force: true })
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const collectionId = randomUUID()
const conversationId = randomUUID()

/** The collection when its sources were read. */
async function readCollection(): Promise<Collection> {
  for (;;) {
    const found = (await call('knowledge.list', {})).find(({ id }) => id === collectionId)
    if (found?.sources.every(({ progress: { state } }) => state === 'read') && found.sources.length > 0) return found
    await new Promise((done) => setImmediate(done))
  }
}

test('a backup restores collections and the passages of messages', async () => {
  await call('models.list', { connectionId: 'environment', refresh: true })
  await call('knowledge.create', { id: collectionId, name: 'Sea' })
  await call('knowledge.addFolder', { collectionId, sourceId: randomUUID(), path: folder })
  const before = await readCollection()
  const found = await call('knowledge.find', { text: 'tides', collectionIds: [collectionId] })
  expect(found.passages).toHaveLength(1)
  gateway.answers = [[said('Twice a day [1].'), ends('stop')]]
  await call('chat.send', {
    conversationId,
    messageId: randomUUID(),
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: defaultParameters,
    text: 'When do tides rise?',
    attachments: [],
    retrieval: { id: found.id, passages: [0] },
  })
  const cited = await call('knowledge.citations', { conversationId })
  expect(cited).toHaveLength(1)

  const { name } = await call('backups.make', { passphrase: null })
  await call('knowledge.delete', { id: collectionId })
  await call('chat.delete', { conversationId })
  await call('backups.restore', { name, passphrase: null })
  app = await createApp(platform, { demo: false })

  expect((await readCollection()).sources.map(({ id, name: title }) => [id, title])).toEqual(
    before.sources.map(({ id, name: title }) => [id, title]),
  )
  expect(await call('knowledge.citations', { conversationId })).toEqual(cited)
  const again = await call('knowledge.find', { text: 'tides', collectionIds: [collectionId] })
  expect(again.passages.map(({ text }) => text)).toEqual(found.passages.map(({ text }) => text))
})
