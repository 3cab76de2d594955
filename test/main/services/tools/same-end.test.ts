import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Fetch } from '../../../../src/main/platform.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { Endpoint } from '../../../../src/shared/endpoint.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { foreignGatewayScript, startForeignGateway } from '../../../fakes/foreign-gateway.ts'
import { ManualClock, testPlatform } from '../../../fakes/platform.ts'

let gateway: DemoGateway
let made: ReturnType<typeof testPlatform>
let app: App
/** Wraps the network of the app. */
let fetchOf: (fetch: Fetch) => Fetch

beforeEach(async () => {
  fetchOf = (fetch) => fetch
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  made = testPlatform()
  // the date is the same in both conversations, and nothing waits for time
  const day = new ManualClock()
  const { clock } = made.platform
  app = await createApp(
    {
      ...made.platform,
      fetch: (input, init) => fetchOf(made.platform.fetch)(input, init),
      clock: { now: () => day.now(), after: (ms, run) => clock.after(ms, run) },
    },
    { demo: false },
  )
})

afterEach(async () => {
  await app.close()
  await gateway.close()
  made.dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const tools = { enabled: ['builtin:current_date', 'builtin:calculator', 'builtin:search_history'], roundsMax: 10 }

/** Two questions in one conversation, each with calls of tools, through one endpoint. */
async function conversation(endpoint: Endpoint, faults: string, baseUrl: string): Promise<readonly Message[]> {
  const connectionId = randomUUID()
  const conversationId = randomUUID()
  // among videos it finds nothing, whatever was said before
  await call('tools.setRule', { tool: 'builtin:search_history', rule: 'always' })
  await call('connections.save', {
    id: connectionId,
    name: endpoint,
    baseUrl,
    allowInsecure: false,
    key: gateway.key,
    endpoint,
  })
  for (const text of [
    'Use calculator {"expression": "6 * 7"} and current_date, then calculator {"expression": "1 / 0"}',
    'Now run current_date, then calculator {"expression": "2 ^ 10"} and calculator {"wrong": true}, then current_date and search_history {"query": "tides", "kind": "video"}',
  ]) {
    const { messages } = await call('chat.send', {
      conversationId,
      messageId: randomUUID(),
      connectionId,
      model: `demo-chat${faults}`,
      parameters: { ...defaultParameters, tools },
      text,
      attachments: [],
    })
    const id = messages.at(-1)?.id
    await made.platform.events.until('chat.status', ({ messageId, stream }) => messageId === id && stream === null)
  }
  const { page } = await call('chat.open', { conversationId, limit: 100 })
  return page.messages
}

const outcome = (messages: readonly Message[]) =>
  messages.map(({ role, text, status, calls }) => ({
    role,
    text,
    state: status.state,
    error: status.error?.code ?? null,
    finishReason: status.finishReason,
    calls: calls?.map(({ name, arguments: said, state, result, round, textEnd }) => ({
      name,
      said,
      state,
      result,
      round,
      textEnd,
    })),
  }))

/** Holds the conversation at this address through both endpoints and compares them. */
async function expectSameEnd(baseUrl: string, completions = '', responses = ''): Promise<void> {
  const one = outcome(await conversation('completions', completions, baseUrl))
  const other = outcome(await conversation('responses', responses, baseUrl))
  expect(other).toEqual(one)
  expect(one.map(({ calls, state }) => [state, calls?.length])).toEqual([
    ['done', undefined],
    ['done', 3],
    ['done', undefined],
    ['done', 5],
  ])
  const paths = gateway.requests().map(({ path }) => path)
  const count = (name: string): number => paths.filter((path) => path === `/v1/${name}`).length
  expect([count('chat/completions'), count('responses')]).toEqual([7, 7])
}

test.each([
  ['as they are', '', ''],
  ['of broken shapes', '+tool-index;shape=zero', '+response-shape;shape=same-index'],
  ['without ids of items', '+tool-index;shape=none', '+response-shape;shape=no-ids'],
  ['whose arguments are objects', '+tool-arguments;shape=object', '+tool-arguments;shape=object'],
])('a conversation with calls %s ends alike by completions and by responses', async (_, completions, responses) => {
  await expectSameEnd(gateway.baseUrl, completions, responses)
})

test.skipIf(foreignGatewayScript === undefined)('a conversation through another gateway ends alike too', async () => {
  const foreign = await startForeignGateway(foreignGatewayScript ?? '', gateway.baseUrl)
  try {
    fetchOf = foreign.fetch
    await expectSameEnd(foreign.baseUrl)
  } finally {
    await foreign.close()
  }
})
