import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Conversation } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
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
const choose = (choice: CallInput<'titles.choose'>['choice']) => call('titles.choose', { choice })

async function say(text: string, more: Partial<CallInput<'chat.send'>> = {}): Promise<string> {
  const { conversation, messages } = await call('chat.send', {
    ...{ conversationId: randomUUID(), messageId: randomUUID(), ...target('demo-chat') },
    ...{ parameters: defaultParameters, text, attachments: [] },
    ...more,
  })
  const answer = messages[1]?.id
  await platform.events.until('chat.status', (event) => event.messageId === answer && event.stream === null)
  return conversation.id
}
const question = 'Repeat exactly: the sea'
const named = (id: string): Promise<Conversation> =>
  platform.events.until('chat.conversation', (event) => event.id === id && event.title !== question)
const titleOf = async (conversationId: string) =>
  (await call('chat.open', { conversationId, limit: 1 })).conversation.title
const models = () =>
  gateway
    .requests()
    .filter(({ path }) => path === '/v1/chat/completions')
    .map(({ body }) => (body as { model: string }).model)

describe('the title of a new chat', () => {
  test('the title is the first line, without a request, unless the user chose otherwise', async () => {
    expect(await call('titles.choice', {})).toEqual({ by: 'line', target: null })
    const id = await say(question)
    await choose({ by: 'chosen', target: null })
    const other = await say(question)
    expect([await titleOf(id), await titleOf(other)]).toEqual([question, question])
    expect(models()).toEqual(['demo-chat', 'demo-chat'])
  })

  test('the title comes from the chosen model after the first answer: one request, counted, never repeated', async () => {
    await choose({ by: 'chosen', target: target('demo-chat-large') })
    const id = await say(question)
    const { title } = await named(id)
    expect(title.length).toBeLessThan(121)
    expect(models()).toEqual(['demo-chat', 'demo-chat-large'])
    expect((await call('spending.conversation', { conversationId: id })).requests).toBe(2)
    // neither a later answer nor another version of the first one asks again
    await call('chat.update', { conversationId: id, title: question, parameters: defaultParameters })
    await say('Repeat exactly: again', { conversationId: id })
    const { page } = await call('chat.open', { conversationId: id, limit: 9 })
    const retried = randomUUID()
    await call('chat.retry', { messageId: page.messages[1]?.id ?? '', newMessageId: retried })
    await platform.events.until('chat.status', (event) => event.messageId === retried && event.stream === null)
    await app.close()
    expect(models()).toEqual(['demo-chat', 'demo-chat-large', 'demo-chat', 'demo-chat'])
    app = await createApp(platform, { demo: false })
    expect(await call('titles.choice', {})).toEqual({ by: 'chosen', target: target('demo-chat-large') })
    expect(await titleOf(id)).toBe(question)
  })

  test('the title can come from the model of the chat', async () => {
    await choose({ by: 'own', target: null })
    await named(await say(question))
    expect(models()).toEqual(['demo-chat', 'demo-chat'])
  })

  test("the user's title stays, even if it was entered during the request", async () => {
    await choose({ by: 'own', target: null })
    const conversationId = randomUUID()
    const { messages } = await call('chat.send', {
      ...{ conversationId, messageId: randomUUID(), ...target('demo-chat') },
      ...{ parameters: defaultParameters, text: question, attachments: [] },
    })
    await call('chat.update', { conversationId, title: 'Mine' })
    const answer = messages[1]?.id
    await platform.events.until('chat.status', (event) => event.messageId === answer && event.stream === null)
    expect(models()).toEqual(['demo-chat'])

    const marked = platform.events.until('chat.conversation', ({ parameters }) => parameters.titled === true)
    const other = await say(question)
    await marked
    await call('chat.update', { conversationId: other, title: 'Mine too' })
    await app.close()
    app = await createApp(platform, { demo: false })
    expect([await titleOf(conversationId), await titleOf(other)]).toEqual(['Mine', 'Mine too'])
  })

  test("the user's title stays, even if it equals the first line", async () => {
    await choose({ by: 'own', target: null })
    const marked = platform.events.until('chat.conversation', ({ parameters }) => parameters.titled === true)
    const id = await say(question)
    await marked
    await call('chat.update', { conversationId: id, title: 'Mine' })
    await call('chat.update', { conversationId: id, title: question })
    // named before anybody was asked, and the first message is changed to these words
    const other = randomUUID()
    const { messages } = await call('chat.send', {
      ...{ conversationId: other, messageId: randomUUID(), ...target('demo-chat') },
      ...{ parameters: defaultParameters, text: '/fault stall', attachments: [] },
    })
    // the answer and the title of the first chat, and the answer that stalls
    await expect.poll(models).toHaveLength(3)
    await call('chat.update', { conversationId: other, title: question })
    await call('chat.stop', { messageId: messages[1]?.id ?? '' })
    const edit = { messageId: messages[0]?.id ?? '', newMessageId: randomUUID(), text: question }
    const edited = (await call('chat.edit', edit)).messages[1]?.id
    await platform.events.until('chat.status', (event) => event.messageId === edited && event.stream === null)
    await app.close()
    app = await createApp(platform, { demo: false })
    expect([await titleOf(id), await titleOf(other)]).toEqual([question, question])
    expect(models()).toHaveLength(4)
  })

  test('the title stays the first line if the model is refused, reported once and not retried', async () => {
    await choose({ by: 'chosen', target: target('no-such-model') })
    const told = platform.events.until('chat.untitled', () => true)
    const id = await say(question)
    expect((await told).error.code).toBe('model_not_found')
    expect(await titleOf(id)).toBe(question)
    await say('Repeat exactly: more', { conversationId: id })
    expect(models().filter((model) => model === 'no-such-model')).toHaveLength(1)
    // a refusal costs nothing
    expect((await call('spending.conversation', { conversationId: id })).requests).toBe(2)
  })
})

describe('an offer to let a model name chats', () => {
  const priced = (model: string, input: number, currency: 'CNY' | 'USD' = 'CNY') => ({
    ...{ model, connectionId: '', currency, input: input * 1e9, cached: null, output: input * 1e9 },
    ...{ image: null, second: null, minute: null },
  })
  const offers = () => platform.events.of('titles.offered')

  beforeEach(async () => {
    await call('models.list', { connectionId: 'environment', refresh: true })
  })

  test('an offer is made once, after the first answer, with the cheapest model and its cost', async () => {
    await call('prices.put', { prices: [priced('demo-chat', 2), priced('demo-chat-large', 1)] })
    const id = await say(question)
    const offer = await platform.events.until('titles.offered', () => true)
    expect(offer).toMatchObject({ conversationId: id, target: target('demo-chat-large'), isListed: false })
    // some hundred tokens at ¥1 per million
    expect(offer.cost.currency).toBe('CNY')
    expect(offer.cost.nano).toBeGreaterThan(20_000)
    expect(offer.cost.nano).toBeLessThan(1_000_000)
    await say(question)
    expect(offers()).toHaveLength(1)
    expect(models()).toEqual(['demo-chat', 'demo-chat'])
  })

  test('an accepted offer names its chat and later ones', async () => {
    await call('prices.put', { prices: [priced('demo-chat-large', 1)] })
    const id = await say(question)
    await platform.events.until('titles.offered', () => true)
    const title = named(id)
    await call('titles.choose', {
      choice: { by: 'chosen', target: target('demo-chat-large') },
      conversationId: id,
    })
    expect((await title).id).toBe(id)
    await call('titles.choose', { choice: { by: 'chosen', target: target('demo-chat-large') }, conversationId: id })
    expect(models()).toEqual(['demo-chat', 'demo-chat-large'])
  })

  test('a declined offer sends nothing and does not come back', async () => {
    await call('prices.put', { prices: [priced('demo-chat', 2)] })
    await say(question)
    await platform.events.until('titles.offered', () => true)
    await call('titles.choose', { choice: { by: 'line', target: null } })
    await app.close()
    app = await createApp(platform, { demo: false })
    await say(question)
    expect(offers()).toHaveLength(1)
    expect(models()).toEqual(['demo-chat', 'demo-chat'])
  })

  test('no offer is made without a price, or once the user has chosen', async () => {
    await say(question)
    await call('prices.put', { prices: [priced('demo-chat', 2)] })
    await choose({ by: 'line', target: null })
    await say(question)
    expect(offers()).toEqual([])
  })
})
