import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { databasePath } from '../../../../src/main/storage/open.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { asks, type CallingGateway, callingGateway, ends, said, uses } from '../../../fakes/calling-gateway.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: CallingGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await callingGateway()
  const environment = { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key }
  const made = testPlatform({ environment })
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

test('a deleted chat stays in the spending, also when it leaves the bin', async () => {
  gateway.answers = [[said('Four.'), ends('stop')]]
  const conversationId = crypto.randomUUID()
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: crypto.randomUUID(), connectionId: 'environment', model: 'demo-chat' },
    ...{ parameters: defaultParameters, text: 'What is two and two?', attachments: [] },
  })
  const answerId = messages[1]?.id
  await platform.events.until('chat.status', ({ messageId, stream }) => messageId === answerId && stream === null)
  const [month = ''] = await call('spending.months', {})
  const before = await call('spending.month', { month })
  expect(before.groups).toHaveLength(1)

  await call('history.delete', { keys: [{ kind: 'chat', id: conversationId }] })
  expect(await call('spending.month', { month })).toEqual(before)
  expect(await call('history.emptyBin', {})).toEqual({ removed: 1 })
  expect(await call('spending.month', { month })).toEqual(before)
  expect(await call('spending.conversation', { conversationId })).toMatchObject({ requests: 1 })
})

test('a round of tools that exhausts the budget ends the answer there, and the user may continue', async () => {
  const none = { cached: null, image: null, second: null, minute: null }
  const price = { model: 'demo-chat', connectionId: '', currency: 'CNY', input: 1e12, output: 1e12, ...none } as const
  await call('prices.put', { prices: [price] })
  await call('settings.update', { budgetPeriod: 'day', budgetAmount: 1, budgetAsks: true })
  gateway.answers = [
    [said('I look.'), asks('c1', 'calculator', '{"expression":"1+1"}'), ends('tool_calls'), uses(1_000_000, 10)],
    [said('Two.'), ends('stop'), uses(10, 10)],
  ]
  const ended = async (id: string | undefined) =>
    await platform.events.until('chat.status', ({ messageId, stream }) => messageId === id && stream === null)
  const tools = { enabled: ['builtin:calculator'], roundsMax: 4 }
  const { messages } = await call('chat.send', {
    ...{ conversationId: crypto.randomUUID(), messageId: crypto.randomUUID(), connectionId: 'environment' },
    ...{ model: 'demo-chat', parameters: { ...defaultParameters, tools }, text: 'What is 1 + 1?', attachments: [] },
  })
  const messageId = messages[1]?.id ?? ''
  const { status } = await ended(messageId)
  expect([status.state, status.error?.code, gateway.sent.length]).toEqual(['interrupted', 'budget_reached', 1])
  // the page asks before it goes on; what was agreed to runs to its end
  await call('chat.continue', { messageId })
  await platform.events.until('chat.status', (event) => event.messageId === messageId && event.status.state === 'done')
  expect(gateway.sent).toHaveLength(2)
})

/** What is on the disk, as it would be found after a kill. */
function rows(): readonly unknown[] {
  const reader = new Database(databasePath(platform.paths.data), { readonly: true })
  try {
    return reader.prepare('SELECT kind, model, prompt_tokens, output_tokens, cost FROM spending').all()
  } finally {
    reader.close()
  }
}

test('a running answer is in the spending from its first text on, and gets its price with its end', async () => {
  const slow = await createDemoGateway({ tokensPerSecond: 200 })
  const connectionId = crypto.randomUUID()
  const own = { baseUrl: slow.baseUrl, key: slow.key, allowInsecure: true }
  await call('connections.save', { id: connectionId, name: 'Slow', ...own })
  const price = { model: 'demo-chat', connectionId: '', currency: 'CNY' as const, input: 1e9, output: 1e9 }
  await call('prices.put', { prices: [{ ...price, cached: null, image: null, second: null, minute: null }] })
  const conversationId = crypto.randomUUID()
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: crypto.randomUUID(), connectionId, model: 'demo-chat' },
    ...{ parameters: defaultParameters, text: 'Write 400 characters about tides', attachments: [] },
  })
  const answer = messages[1]
  expect(rows()).toEqual([])
  await platform.events.until('chat.delta', ({ s }) => s === answer?.stream)
  expect(rows()).toEqual([{ kind: 'chat', model: 'demo-chat', prompt_tokens: null, output_tokens: null, cost: null }])
  await platform.events.until('chat.status', ({ messageId, stream }) => messageId === answer?.id && stream === null)
  expect(rows()).toEqual([
    {
      ...{ kind: 'chat', model: 'demo-chat' },
      ...{ prompt_tokens: expect.any(Number), output_tokens: expect.any(Number), cost: expect.any(Number) },
    },
  ])
  expect(await call('spending.conversation', { conversationId })).toMatchObject({ requests: 1, unpriced: 0 })
  await slow.close()
})

test('a rate limit in the middle of a call is not retried automatically, and stays in the spending', async () => {
  const limited = { error: { code: 'rate_limit_exceeded', message: 'slow down' } }
  gateway.answers = [[asks('c1', 'calculator', '{"expression":"1'), limited]]
  const conversationId = crypto.randomUUID()
  const tools = { enabled: ['builtin:calculator'], roundsMax: 4 }
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: crypto.randomUUID(), connectionId: 'environment', model: 'demo-chat' },
    ...{ parameters: { ...defaultParameters, tools }, text: 'What is 1 + 1?', attachments: [] },
  })
  const { status } = await platform.events.until(
    'chat.status',
    ({ messageId, stream }) => messageId === messages[1]?.id && stream === null,
  )
  expect([status.error?.code, gateway.sent.length]).toEqual(['rate_limited', 1])
  expect(await call('spending.conversation', { conversationId })).toMatchObject({ requests: 1, unpriced: 1 })
})

test.each([
  ['the output is not told', { prompt_tokens: 1000 }],
  ['the prompt is told as nothing', { prompt_tokens: 0, completion_tokens: 200 }],
])('usage with a missing part has no price: %s', async (_what, usage) => {
  const price = { model: 'demo-chat', connectionId: '', currency: 'CNY' as const, input: 1e9, output: 1e12 }
  await call('prices.put', { prices: [{ ...price, cached: null, image: null, second: null, minute: null }] })
  gateway.answers = [[said('Four.'), ends('stop'), { usage }]]
  const conversationId = crypto.randomUUID()
  const { messages } = await call('chat.send', {
    ...{ conversationId, messageId: crypto.randomUUID(), connectionId: 'environment', model: 'demo-chat' },
    ...{ parameters: defaultParameters, text: 'What is two and two?', attachments: [] },
  })
  await platform.events.until(
    'chat.status',
    ({ messageId, stream }) => messageId === messages[1]?.id && stream === null,
  )
  expect(await call('spending.conversation', { conversationId })).toMatchObject({
    totals: [],
    requests: 1,
    unpriced: 1,
  })
})
