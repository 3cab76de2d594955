import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { defaultParameters, findHitsMax } from '../../../../src/shared/chat-limits.ts'
import type { CallOutput } from '../../../../src/shared/ipc/contract.ts'
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

/** Starts with a chat of these texts: questions and answers in turn. */
async function started(texts: readonly string[]): Promise<{ conversationId: string; ids: readonly string[] }> {
  const seed = new HistorySeed(platform.paths.data)
  const conversationId = seed.chat('Long talk', [...texts])
  seed.close()
  app = await createApp(platform, { demo: false })
  const { page } = await call('chat.open', { conversationId, limit: 500 })
  return { conversationId, ids: page.messages.map(({ id }) => id) }
}

async function finds(conversationId: string, text: string, fromId: string | null = null) {
  return await call('chat.find', { conversationId, text, fromId })
}

test('each occurrence of a text is found, in order, in any case, width and script', async () => {
  const texts = ['A cup of tea, more TEA', 'No coffee.\n\nＴＥＡ **tea**', '喝茶吗', '茶和茶具', 'water', 'none']
  const { conversationId, ids } = await started(texts)
  const places = async (text: string) => {
    const { hits } = await finds(conversationId, text)
    return hits.map(({ messageId, start }) => [ids.indexOf(messageId), start])
  }
  expect(await places('tea')).toEqual([
    [0, 9],
    [0, 19],
    [1, 12],
    [1, 18],
  ])
  expect(await places('茶')).toEqual([
    [2, 1],
    [3, 0],
    [3, 2],
  ])
  expect(await places('of Tea,')).toEqual([[0, 6]])
  expect(await places('**tea')).toEqual([[1, 16]])
  expect(await places('nowhere')).toEqual([])
})

test('the first hit to show is at the visible message or after it, else the nearest before', async () => {
  const { conversationId, ids } = await started(['tea', 'x', 'y', 'tea tea', 'z', 'x'])
  const at = async (index: number | null) =>
    (await finds(conversationId, 'tea', index === null ? null : (ids[index] ?? null))).at
  expect(await Promise.all([0, 1, 3, 4, null].map(at))).toEqual([0, 1, 1, 2, 2])
})

test('other branches and thinking are not searched', async () => {
  const texts = ['qzx', '<think>qzx, I think</think>\n\nThe qzx.', 'more', 'qzx']
  const { conversationId, ids } = await started(texts)
  const found = async (): Promise<CallOutput<'chat.find'>['hits']> => (await finds(conversationId, 'qzx')).hits
  expect((await found()).map(({ messageId, start }) => [ids.indexOf(messageId), start])).toEqual([
    [0, 0],
    [1, 33],
    [3, 0],
  ])
  await call('chat.update', { conversationId, connectionId: 'environment', model: 'demo-chat' })
  const { messages } = await call('chat.edit', {
    messageId: ids[2] ?? '',
    newMessageId: randomUUID(),
    text: 'Now this',
  })
  const answer = messages.at(-1)?.id ?? ''
  await platform.events.until('chat.status', ({ messageId, stream }) => messageId === answer && stream === null)
  const shown = (await found()).filter(({ messageId }) => messageId !== answer)
  expect(shown.map(({ messageId }) => ids.indexOf(messageId))).toEqual([0, 1])
})

test('the newest of very many hits are returned, marked as incomplete', async () => {
  const { conversationId, ids } = await started(['first tea', 'tea '.repeat(findHitsMax - 1), 'a tea', 'none'])
  const { at, hits, isCut } = await finds(conversationId, 'tea', ids[0])
  expect([hits.length, isCut, at]).toEqual([findHitsMax, true, 0])
  expect(hits.at(-1)?.messageId).toBe(ids[2])
  expect(hits.some(({ messageId }) => messageId === ids[0])).toBe(false)
  expect((await finds(conversationId, 'a tea')).isCut).toBe(false)
})

test('a streaming answer is searched up to its present end, also in a temporary chat', async () => {
  await started(['tea', 'tea'])
  const conversationId = temporaryChatId(randomUUID())
  const target = { connectionId: 'environment', model: 'demo-chat' }
  await call('temporary.begin', { conversationId, ...target, parameters: defaultParameters })
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), ...target, parameters: defaultParameters, attachments: [] },
    text: '/fault stall\nqzxword',
  })
  expect((await finds(conversationId, 'qzxword')).hits[0]?.messageId).toBe(messages[0]?.id)
  const { t: part } = await platform.events.until('chat.delta', ({ t }) => t.trim() !== '')
  const word = part.trim().split(/\s+/)[0] ?? ''
  const { hits } = await finds(conversationId, word)
  expect(hits.some(({ messageId }) => messageId === messages[1]?.id)).toBe(true)
  await call('chat.stop', { messageId: messages[1]?.id ?? '' })
})

test('a conversation is copied whole, also what no page has loaded, without thinking', async () => {
  const texts = Array.from({ length: 250 }, (_, at) =>
    at % 2 === 0 ? `Question ${at}\nplease` : `${at === 1 ? '<think>hm</think>\n\n' : ''}Answer ${at}`,
  )
  const { conversationId } = await started(texts)
  const { text } = await call('chat.copy', { conversationId })
  expect(text?.startsWith('> Question 0\n> please\n\nAnswer 1\n\n> Question 2')).toBe(true)
  expect(text?.endsWith('\n\nAnswer 249')).toBe(true)
  expect(text?.match(/^Answer \d+$/gm)).toHaveLength(125)
})

test('an unclosed code block is closed in the copy, so that the next question follows it', async () => {
  const { conversationId } = await started(['One', '```js\nlet a', 'Two', 'Done'])
  const { text } = await call('chat.copy', { conversationId })
  expect(text).toBe('> One\n\n```js\nlet a\n```\n\n> Two\n\nDone')
})
