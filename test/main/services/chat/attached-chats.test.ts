import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { temporaryChatId } from '../../../../src/shared/temporary-chat.ts'
import { HistorySeed } from '../../../e2e/history-seed.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App

const client = new AppClient(() => app)
const call = client.call.bind(client)

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
})
afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

test('an earlier chat is attached as a file, and is read again from the message', async () => {
  const seed = new HistorySeed(platform.paths.data)
  const sourceId = seed.chat('Tides', ['What moves the sea?', 'The moon does.'])
  seed.close()
  app = await createApp(platform, { demo: false })
  const { reading, taken, total } = await call('files.readChat', { sourceId })
  if (reading.state !== 'read') throw new Error('it was refused')
  expect([taken, total, reading.file.name]).toEqual([2, 2, 'Tides'])
  const { conversation, messages } = await call('chat.send', {
    ...{ conversationId: randomUUID(), messageId: randomUUID(), connectionId: 'environment', model: 'demo-chat' },
    ...{ parameters: defaultParameters, text: 'And the sun?', attachments: [], files: [reading.file] },
  })
  await platform.events.until('chat.status', (now) => now.messageId === messages[1]?.id && now.status.state === 'done')
  const sent = gateway.requests().map(({ body }) => JSON.stringify(body) ?? '')
  expect(sent.some((body) => body.includes('The moon does.') && body.includes('And the sun?'))).toBe(true)
  // a later change of the chat does not change what was sent
  await call('chat.delete', { conversationId: sourceId })
  const { page } = await call('chat.open', { conversationId: conversation.id, limit: 10 })
  const [file] = page.messages[0]?.files ?? []
  const { text } = await call('files.text', { textId: file?.textId ?? '', from: 0, length: 1_000 })
  expect(text).toContain('What moves the sea?')
})

test('a temporary, empty or unknown chat cannot be attached', async () => {
  const seed = new HistorySeed(platform.paths.data)
  const empty = seed.chat('Empty', [])
  seed.close()
  app = await createApp(platform, { demo: false })
  const temporary = temporaryChatId(randomUUID())
  await call('temporary.begin', {
    ...{ conversationId: temporary, connectionId: 'environment', model: 'demo-chat', parameters: defaultParameters },
  })
  expect(await client.refusal('files.readChat', { sourceId: temporary })).toBe('not_found')
  expect(await client.refusal('files.readChat', { sourceId: 'gone' })).toBe('not_found')
  expect((await call('files.readChat', { sourceId: empty })).reading).toEqual({ state: 'refused', problem: 'empty' })
})
