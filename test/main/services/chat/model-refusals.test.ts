import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { isRefused } from '../../../../src/shared/refused-models.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})
afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const target = (model: string) => ({ connectionId: 'environment', model })
const refused = async (model: string) => isRefused((await client.call('settings.get', {})).refusedModels, target(model))

/** Sends a message in a new chat, and waits for the end of its answers. */
async function ask(model: string, text: string, others: readonly string[] = []): Promise<void> {
  const conversationId = randomUUID()
  await client.call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), ...target(model), parameters: defaultParameters, text },
    ...{ attachments: [], others: others.map(target) },
  })
  const ended = new Set<string>()
  await platform.events.until('chat.status', (event) => {
    if (event.conversationId === conversationId && event.stream === null) ended.add(event.messageId)
    return ended.size > others.length
  })
}

test('a model that the gateway does not have is remembered until it answers', async () => {
  await ask('demo-chat', '/fault fail;status=404')
  expect([await refused('demo-chat'), await refused('demo-chat-large')]).toEqual([true, false])
  await ask('demo-chat', 'hello')
  expect(await refused('demo-chat')).toBe(false)
})

test('other failures do not mark the model as missing', async () => {
  await ask('demo-chat', '/fault fail;status=401')
  expect(await refused('demo-chat')).toBe(false)
})

test('only the missing one of several models is remembered', async () => {
  await ask('demo-chat', 'hello', ['vison'])
  expect([await refused('demo-chat'), await refused('vison')]).toEqual([false, true])
})

test('refused models are remembered after a restart', async () => {
  await ask('vison', 'hello')
  await app.close()
  app = await createApp(platform, { demo: false })
  expect(await refused('vison')).toBe(true)
})
