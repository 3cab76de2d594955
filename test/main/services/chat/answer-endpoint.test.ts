import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { EndpointChoice } from '../../../../src/shared/endpoint.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type LoopbackServer, loopbackServer } from '../../../fakes/loopback-server.ts'
import { testPlatform } from '../../../fakes/platform.ts'

interface Asked {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

let server: LoopbackServer
let made: ReturnType<typeof testPlatform>
let app: App
let asked: Asked[] = []
/** Answers `/v1/responses`; the number counts its requests from 1. */
let respond: (response: ServerResponse, time: number) => void = () => {}
let refusesUsage = false
const connectionId = randomUUID()
const body = (list: readonly Asked[]) => list.at(-1)?.body ?? {}

const refuse =
  (status: number, message: string, code: string | null = null) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message, code } }))
  }

const stream = (response: ServerResponse, events: readonly object[]): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`)
  response.end()
}

const completed = { type: 'response.completed', response: { status: 'completed', output: [] } }
const says = (text: string) => [{ type: 'response.output_text.delta', item_id: 'm', delta: text }, completed]
const item = (item: object, index: number) => ({ type: 'response.output_item.done', output_index: index, item })
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'kept thoughts' }
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'current_date', arguments: '{}' }

beforeEach(async () => {
  asked = []
  refusesUsage = false
  respond = (response) => stream(response, says('by responses'))
  server = await loopbackServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(200).end('{"object":"list","data":[]}')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    asked.push({ path, body: JSON.parse(Buffer.concat(chunks).toString()) })
    if (path.endsWith('/responses')) return respond(response, asked.filter((one) => one.path === path).length)
    if (body(asked).stream_options !== undefined && refusesUsage)
      return refuse(400, 'Unrecognized request argument supplied: stream_options')(response)
    stream(response, [{ choices: [{ index: 0, delta: { content: 'by completions' }, finish_reason: 'stop' }] }])
  })
  made = testPlatform()
  app = await createApp(made.platform, { demo: false })
})

afterEach(async () => {
  await app.close()
  await server.close()
  made.dispose()
})

const client = new AppClient(() => app)
const api = client.call.bind(client)

const connect = (endpoint?: EndpointChoice, baseUrl = `${server.origin}/v1`) =>
  api('connections.save', {
    id: connectionId,
    name: 'Gate',
    baseUrl,
    allowInsecure: false,
    key: 'canary-key-of-endpoints',
    ...(endpoint === undefined ? {} : { endpoint }),
  })

/** The ended answer to a new message. */
async function answer(
  enabled: readonly string[] = [],
  connection: string = connectionId,
  model = 'm',
): Promise<Message> {
  const { messages } = await api('chat.send', {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: connection,
    model,
    parameters: { ...defaultParameters, ...(enabled.length === 0 ? {} : { tools: { enabled, roundsMax: 10 } }) },
    text: 'What day is it?',
    attachments: [],
  })
  const [, sent] = messages
  if (sent === undefined) throw new Error('there is no answer')
  await made.platform.events.until('chat.status', ({ messageId, stream: of }) => messageId === sent.id && of === null)
  const { page } = await api('chat.open', { conversationId: sent.conversationId, limit: 100 })
  return page.messages.find(({ id }) => id === sent.id) ?? Promise.reject(new Error('the answer is gone'))
}

const paths = (): readonly string[] => asked.map(({ path }) => path.replace('/v1/', ''))

describe('the endpoint of a connection', () => {
  test('is chat completions where nobody chose', async () => {
    expect((await connect()).endpoint).toBe('completions')
    expect((await answer()).text).toBe('by completions')
    expect(paths()).toEqual(['chat/completions'])
  })

  test('can be responses, and stays so when the connection is saved again', async () => {
    await connect('responses')
    expect((await connect()).endpoint).toBe('responses')
    const { text, status } = await answer()
    expect([text, status.state, status.finishReason]).toEqual(['by responses', 'done', 'stop'])
    expect(paths()).toEqual(['responses'])
  })

  test('can be chosen for a connection that cannot be edited', async () => {
    const demo = await api('connections.tryDemo', {})
    expect(demo.endpoint).toBeUndefined()
    await api('connections.setEndpoint', { id: demo.id, endpoint: 'responses' })
    expect((await api('connections.list', {})).connections).toMatchObject([{ id: demo.id, endpoint: 'responses' }])
    const { text, status } = await answer([], demo.id, 'demo-chat')
    expect([text === '', status.state, status.error]).toEqual([false, 'done', null])
    expect(await client.refusal('connections.setEndpoint', { id: randomUUID(), endpoint: 'auto' })).toBe('not_found')
  })

  test('does not change where a chosen endpoint is missing', async () => {
    await connect('responses')
    respond = refuse(404, 'Not Found')
    expect((await answer()).status.state).toBe('failed')
    expect(paths()).toEqual(['responses'])
  })
})

describe('asking the gateway', () => {
  test.each([
    [404, 'Not Found', null],
    [404, 'Unknown request URL: POST /v1/responses', 'unknown_url'],
    [405, 'Method Not Allowed', null],
    [501, 'Not Implemented', null],
    [400, 'Invalid URL (POST /v1/responses)', null],
    [400, 'unsupported endpoint', null],
    [400, 'The responses API is not supported here', null],
  ])('falls back at %i "%s" to completions, and remembers it', async (status, message, code) => {
    await connect('auto')
    respond = refuse(status, message, code)
    expect((await answer()).text).toBe('by completions')
    expect((await answer()).text).toBe('by completions')
    expect(paths()).toEqual(['responses', 'chat/completions', 'chat/completions'])
  })

  test('asks once, also across a restart', async () => {
    await connect('auto')
    respond = refuse(404, 'Not Found')
    await answer()
    await app.close()
    app = await createApp(made.platform, { demo: false })
    await answer()
    expect(paths()).toEqual(['responses', 'chat/completions', 'chat/completions'])
  })

  test('uses responses from then on where they are there', async () => {
    await connect('auto')
    expect((await answer()).text).toBe('by responses')
    respond = refuse(404, 'Not Found')
    const { status } = await answer()
    expect([status.state, paths()]).toEqual(['failed', ['responses', 'responses']])
  })

  test('asks again when the address changes or the person chooses again', async () => {
    await connect('auto')
    respond = refuse(404, 'Not Found')
    await answer()
    await connect('auto', `${server.origin}/other/v1`)
    await answer()
    await connect('completions')
    await connect('auto')
    await answer()
    expect(asked.map(({ path }) => path)).toEqual([
      '/v1/responses',
      '/v1/chat/completions',
      '/other/v1/responses',
      '/other/v1/chat/completions',
      '/v1/responses',
      '/v1/chat/completions',
    ])
  })

  test('does not take a missing model for a missing endpoint', async () => {
    await connect('auto')
    respond = refuse(404, 'no such model', 'model_not_found')
    await answer()
    respond = (response) => stream(response, says('by responses'))
    expect((await answer()).text).toBe('by responses')
    expect(paths()).toEqual(['responses', 'chat/completions', 'responses'])
  })

  test.each([
    [400, 'Invalid image url'],
    [401, 'wrong key'],
    [403, 'not allowed'],
  ])('decides nothing at %i "%s"', async (status, message) => {
    await connect('auto')
    respond = refuse(status, message)
    expect((await answer()).status.state).toBe('failed')
    expect(paths()).toEqual(['responses'])
  })

  test('never changes in the middle of an answer', async () => {
    await connect('auto')
    respond = (response, time) =>
      time === 1 ? stream(response, [item(call, 0), completed]) : refuse(404, 'Not Found')(response)
    const { status, calls } = await answer(['builtin:current_date'])
    expect([status.error?.status, calls?.length, paths()]).toEqual([404, 1, ['responses', 'responses']])
  })
})

describe('calls of tools', () => {
  test('send the items back as they came', async () => {
    await connect('responses')
    respond = (response, time) =>
      stream(
        response,
        time === 1
          ? [
              item(reasoning, 0),
              { type: 'response.output_text.delta', item_id: 'm', output_index: 1, delta: 'Let me look.' },
              item(call, 2),
              completed,
            ]
          : says('It is a fine day.'),
      )
    const { text, status, calls } = await answer(['builtin:current_date'])
    expect([text, status.state]).toEqual(['Let me look.\n\nIt is a fine day.', 'done'])
    expect(calls?.map(({ name, state }) => [name, state])).toEqual([['current_date', 'done']])
    expect(asked[1]?.body.input).toMatchObject([
      { role: 'user' },
      reasoning,
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] },
      call,
      { type: 'function_call_output', call_id: 'call_1', output: calls?.[0]?.result },
    ])
  })

  test('that completions go on with lack what only responses understand', async () => {
    await connect('responses')
    respond = (response) => stream(response, [item(reasoning, 0), item(call, 1), completed])
    const first = await answer(['builtin:current_date'])
    await connect('completions')
    await api('chat.continue', { messageId: first.id })
    await made.platform.events.until('chat.status', () => asked.at(-1)?.path === '/v1/chat/completions')
    expect(JSON.stringify(asked.at(-1)?.body)).toContain('call_1')
    expect(JSON.stringify(asked.at(-1)?.body)).not.toMatch(/output_items|rs_1|kept thoughts/)
  })

  test('go on without reasoning where the gateway refuses it, and it is not offered again', async () => {
    await connect('responses')
    respond = (response) =>
      asked.at(-1)?.body.include === undefined
        ? stream(response, says('Fine.'))
        : refuse(400, 'Encrypted content is not supported with this model.')(response)
    expect((await answer(['builtin:current_date'])).text).toBe('Fine.')
    expect((await answer(['builtin:current_date'])).text).toBe('Fine.')
    expect(asked.map(({ body }) => body.include !== undefined)).toEqual([true, false, false])
  })
})

describe('the usage of streams', () => {
  test('is asked for', async () => {
    await connect('completions')
    await answer([])
    expect(asked.map(({ body: { stream_options } }) => stream_options)).toEqual([{ include_usage: true }])
  })

  test('is not asked for again at a connection that refused it, and the message is answered', async () => {
    refusesUsage = true
    await connect('completions')
    expect((await answer([])).text).toBe('by completions')
    expect((await answer([])).text).toBe('by completions')
    expect(asked.map(({ body: { stream_options } }) => stream_options !== undefined)).toEqual([true, false, false])
  })
})
