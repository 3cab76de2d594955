import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
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
const call = client.call.bind(client)
const target = (model: string) => ({ connectionId: 'environment', model })

async function until(conversationId: string, answers: number): Promise<void> {
  const ended = new Set<string>()
  await platform.events.until('chat.status', (event) => {
    if (event.conversationId === conversationId && event.stream === null) ended.add(event.messageId)
    return ended.size >= answers
  })
}

/** Sends a message in a new chat, and waits for its answers. */
async function ask(text: string, others: readonly string[] = []) {
  const conversationId = randomUUID()
  await call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), ...target('demo-chat'), parameters: defaultParameters, text },
    ...{ attachments: [], others: others.map(target) },
  })
  await until(conversationId, 1 + others.length)
  return conversationId
}
const open = async (conversationId: string) => await call('chat.open', { conversationId, limit: 20 })
const listed = async (id: string) =>
  (await call('chat.list', { query: '', offset: 0, limit: 20 })).conversations.find((chat) => chat.id === id)

describe('the list of chats', () => {
  test('marks a chat whose last answer failed, until one arrives', async () => {
    const id = await ask('/fault fail;status=400')
    expect((await listed(id))?.lastAnswer).toBe('failed')
    const { page } = await open(id)
    await call('chat.edit', {
      ...{ messageId: page.messages[0]?.id ?? '', newMessageId: randomUUID(), text: 'Repeat exactly: fine' },
    })
    await until(id, 2)
    expect((await listed(id))?.lastAnswer).toBeUndefined()
    expect((await listed(id))?.snippet).toBe('fine')
  })

  test('marks an answer that was cut off', async () => {
    const id = await ask('/fault early-close;after=3\nRepeat exactly: one two three four five six')
    expect((await listed(id))?.lastAnswer).toBe('interrupted')
  })

  test('previews the chosen column', async () => {
    const id = await ask('Hello', ['demo-chat-large'])
    const { conversation, page } = await open(id)
    const other = page.messages[1]?.beside?.[0]
    expect(other?.text).not.toBe('')
    await call('chat.select', { messageId: other?.id ?? '', limit: 20 })
    const words = (text: string | undefined) => text?.slice(0, 20)
    expect(words((await listed(id))?.snippet)).toBe(words(other?.text.replaceAll('*', '')))
    expect((await listed(id))?.snippet).not.toBe(conversation.snippet)
  })
})

test('a question whose answer was deleted can be answered again', async () => {
  const id = await ask('Repeat exactly: once more')
  const { page } = await open(id)
  const [question, answer] = page.messages
  await call('chat.deleteMessage', { messageId: answer?.id ?? '', scope: 'one', deletionId: randomUUID() })
  const newMessageId = randomUUID()
  await call('chat.retry', { messageId: question?.id ?? '', newMessageId })
  await platform.events.until('chat.status', (event) => event.messageId === newMessageId && event.stream === null)
  const after = (await open(id)).page.messages
  expect(after.map(({ role, text }) => [role, text])).toEqual([
    ['user', 'Repeat exactly: once more'],
    ['assistant', 'once more'],
  ])
  // the same press again sends nothing
  await call('chat.retry', { messageId: question?.id ?? '', newMessageId })
  expect(gateway.requests().filter(({ path }) => path === '/v1/chat/completions')).toHaveLength(2)
})
