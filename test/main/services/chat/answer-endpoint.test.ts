import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { Effort } from '../../../../src/shared/effort.ts'
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
/** Answers `/v1/chat/completions` and `/v1/completions` in place of the usual answer, unless it returns false. */
let complete: (response: ServerResponse, body: Asked['body']) => boolean = () => false
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
  complete = () => false
  respond = (response) => stream(response, says('by responses'))
  server = await loopbackServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(200).end('{"object":"list","data":[]}')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const path = request.url ?? ''
    asked.push({ path, body: JSON.parse(Buffer.concat(chunks).toString()) })
    if (path.endsWith('/responses')) return respond(response, asked.filter((one) => one.path === path).length)
    if (complete(response, body(asked))) return
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
  effort: Effort | null = null,
): Promise<Message> {
  const { messages } = await api('chat.send', {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: connection,
    model,
    parameters: {
      ...defaultParameters,
      ...(effort === null ? {} : { effort }),
      ...(enabled.length === 0 ? {} : { tools: { enabled, roundsMax: 10 } }),
    },
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

describe('the summary of thoughts in an answer', () => {
  const reasonings = () => asked.map(({ body: { reasoning: sent } }) => sent)

  test('a summary of thinking is requested only with an effort', async () => {
    await connect('responses')
    await answer()
    await answer([], connectionId, 'm', 'none')
    await answer([], connectionId, 'm', 'high')
    expect(reasonings()).toEqual([undefined, { effort: 'none' }, { effort: 'high', summary: 'auto' }])
  })

  test.each([
    ['reasoning.summary', 'Unsupported parameter: reasoning.summary'],
    ['a name', 'Your organization must be verified to generate reasoning summaries.'],
  ])('a refused thinking summary (%s) is left out, and tools and effort stay', async (_, words) => {
    await connect('responses')
    respond = (response, time) => (time === 1 ? refuse(400, words)(response) : stream(response, says('fine')))
    expect((await answer(['builtin:current_date'], connectionId, 'm', 'high')).text).toBe('fine')
    expect((await answer(['builtin:current_date'], connectionId, 'm', 'high')).text).toBe('fine')
    expect(reasonings()).toEqual([{ effort: 'high', summary: 'auto' }, { effort: 'high' }, { effort: 'high' }])
    expect(asked.every(({ body: { include } }) => Array.isArray(include))).toBe(true)
  })

  test('a refused thinking summary does not drop a refused effort', async () => {
    await connect('responses')
    respond = refuse(400, 'Unsupported parameter: reasoning.effort')
    expect((await answer([], connectionId, 'm', 'high')).status).toMatchObject({ error: { code: 'effort_refused' } })
    expect(asked).toHaveLength(1)
  })
})

describe('the endpoint of a connection', () => {
  test('the endpoint is chat completions by default', async () => {
    expect((await connect()).endpoint).toBe('completions')
    expect((await answer()).text).toBe('by completions')
    expect(paths()).toEqual(['chat/completions'])
  })

  test('the endpoint can be responses, and stays so when the connection is saved again', async () => {
    await connect('responses')
    expect((await connect()).endpoint).toBe('responses')
    const { text, status } = await answer()
    expect([text, status.state, status.finishReason]).toEqual(['by responses', 'done', 'stop'])
    expect(paths()).toEqual(['responses'])
  })

  test('the endpoint can be chosen for a read-only connection', async () => {
    const demo = await api('connections.tryDemo', {})
    expect(demo.endpoint).toBeUndefined()
    await api('connections.setEndpoint', { id: demo.id, endpoint: 'responses' })
    expect((await api('connections.list', {})).connections).toMatchObject([{ id: demo.id, endpoint: 'responses' }])
    const { text, status } = await answer([], demo.id, 'demo-chat')
    expect([text === '', status.state, status.error]).toEqual([false, 'done', null])
    expect(await client.refusal('connections.setEndpoint', { id: randomUUID(), endpoint: 'auto' })).toBe('not_found')
  })

  test('a chosen endpoint does not change if it is missing', async () => {
    await connect('responses')
    respond = refuse(404, 'Not Found')
    expect((await answer()).status).toMatchObject({ state: 'failed', error: { code: 'responses_missing' } })
    expect(paths()).toEqual(['responses'])
    respond = refuse(404, 'The model m does not exist', 'model_not_found')
    expect((await answer()).status).toMatchObject({ state: 'failed', error: { code: 'model_not_found' } })
  })
})

describe('asking the gateway for its endpoint', () => {
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

  test('asks the gateway for its endpoint once, also across a restart', async () => {
    await connect('auto')
    respond = refuse(404, 'Not Found')
    await answer()
    await app.close()
    app = await createApp(made.platform, { demo: false })
    await answer()
    expect(paths()).toEqual(['responses', 'chat/completions', 'chat/completions'])
  })

  test('uses responses from then on if the gateway has them', async () => {
    await connect('auto')
    expect((await answer()).text).toBe('by responses')
    respond = refuse(404, 'Not Found')
    const { status } = await answer()
    expect([status.state, paths()]).toEqual(['failed', ['responses', 'responses']])
  })

  test('asks again after the address changes or the user chooses again', async () => {
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

  test('a missing model is not a missing endpoint', async () => {
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
  ])('the answer %i "%s" decides nothing', async (status, message) => {
    await connect('auto')
    respond = refuse(status, message)
    expect((await answer()).status.state).toBe('failed')
    expect(paths()).toEqual(['responses'])
  })

  test('the endpoint never changes in the middle of an answer', async () => {
    await connect('auto')
    respond = (response, time) =>
      time === 1 ? stream(response, [item(call, 0), completed]) : refuse(404, 'Not Found')(response)
    const { status, calls } = await answer(['builtin:current_date'])
    expect([status.error?.status, calls?.length, paths()]).toEqual([404, 1, ['responses', 'responses']])
  })
})

describe('calls of tools over each endpoint', () => {
  test('calls send the items back unchanged', async () => {
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

  test('calls that completions continue omit what only responses understand', async () => {
    await connect('responses')
    respond = (response) => stream(response, [item(reasoning, 0), item(call, 1), completed])
    const first = await answer(['builtin:current_date'])
    await connect('completions')
    await api('chat.continue', { messageId: first.id })
    await made.platform.events.until('chat.status', () => asked.at(-1)?.path === '/v1/chat/completions')
    expect(JSON.stringify(asked.at(-1)?.body)).toContain('call_1')
    expect(JSON.stringify(asked.at(-1)?.body)).not.toMatch(/output_items|rs_1|kept thoughts/)
  })

  test('calls continue without reasoning if the gateway refuses it, and it is not offered again', async () => {
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
  const refusingUsage =
    (refusal: (response: ServerResponse) => void) =>
    (response: ServerResponse, { stream_options }: Asked['body']): boolean => {
      if (stream_options !== undefined) refusal(response)
      return stream_options !== undefined
    }
  const wasAsked = () => asked.map(({ body: { stream_options } }) => stream_options !== undefined)
  const unprocessable = (response: ServerResponse): void => {
    const detail = [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }]
    response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }))
  }

  test.each([
    ['without a name', refuse(400, '参数错误')],
    ['in a list', unprocessable],
  ])('is not asked for again where it was refused %s, and the message is answered', async (_how, refusal) => {
    complete = refusingUsage(refusal)
    await connect('completions')
    expect((await answer([])).text).toBe('by completions')
    expect((await answer([])).text).toBe('by completions')
    expect(wasAsked()).toEqual([true, false, false])
  })

  test('usage is requested again if the refusal had another reason, which is reported', async () => {
    complete = (response) => {
      refuse(400, 'The prompt is not allowed')(response)
      return true
    }
    await connect('completions')
    expect((await answer([])).status.error?.gatewayMessage).toBe('The prompt is not allowed')
    complete = () => false
    await answer([])
    expect(wasAsked()).toEqual([true, false, true])
    // from now on a refusal is about something else
    complete = (response) => {
      refuse(400, '参数错误')(response)
      return true
    }
    expect((await answer([])).status.error?.gatewayMessage).toBe('参数错误')
    expect(wasAsked()).toEqual([true, false, true, true])
  })

  test('a refusal in a list is reported', async () => {
    complete = (response) => {
      unprocessable(response)
      return true
    }
    await connect('completions')
    expect((await answer([])).status.error?.gatewayMessage).toBe('stream_options: Extra inputs are not permitted')
  })

  test('each stream asks for its usage', async () => {
    await connect('completions')
    await answer([])
    expect(asked.map(({ body: { stream_options } }) => stream_options)).toEqual([{ include_usage: true }])
  })

  test('usage is not requested again if a connection refused it, and the message is answered', async () => {
    complete = refusingUsage(refuse(400, 'Unrecognized request argument supplied: stream_options'))
    await connect('completions')
    expect((await answer([])).text).toBe('by completions')
    expect((await answer([])).text).toBe('by completions')
    expect(asked.map(({ body: { stream_options } }) => stream_options !== undefined)).toEqual([true, false, false])
  })
})

describe('thoughts that belong to calls', () => {
  const thoughtful = (response: ServerResponse) =>
    stream(response, [
      { choices: [{ delta: { reasoning_details: [{ type: 'reasoning.text', text: 'Let', index: 0 }] } }] },
      { choices: [{ delta: { reasoning_details: [{ type: 'reasoning.text', text: ' me', index: 0 }] } }] },
      { choices: [{ delta: { reasoning_details: [{ type: 'reasoning.text', signature: 'sig', index: 0 }] } }] },
      { choices: [{ delta: { reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz', index: 1 }] } }] },
      {
        choices: [
          {
            delta: { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'current_date', arguments: '{}' } }] },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ])
  const details = [
    { type: 'reasoning.text', text: 'Let me', index: 0, signature: 'sig' },
    { type: 'reasoning.encrypted', data: 'xyz', index: 1 },
  ]
  const replayed = () => asked.map(({ body: { messages } }) => JSON.stringify(messages).includes('reasoning_details'))

  test('thinking is sent back unchanged, with its signatures', async () => {
    complete = (response) => {
      if (asked.length > 1) return false
      thoughtful(response)
      return true
    }
    await connect('completions')
    expect((await answer(['builtin:current_date'])).text).toBe('by completions')
    expect(asked[1]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', reasoning_details: details },
      {},
    ])
  })

  test('thinking is left out if the gateway refuses it, and is not sent there again', async () => {
    complete = (response, { messages }) => {
      const text = JSON.stringify(messages)
      if (text.includes('reasoning_details')) refuse(400, 'Invalid signature in thinking block')(response)
      else if (text.includes('call_1')) return false
      else thoughtful(response)
      return true
    }
    await connect('completions')
    expect((await answer(['builtin:current_date'])).text).toBe('by completions')
    expect((await answer(['builtin:current_date'])).text).toBe('by completions')
    expect(replayed()).toEqual([false, true, false, false, false])
  })

  test('thinking is sent again if the gateway refuses its absence', async () => {
    let isWanted = false
    complete = (response, { messages }) => {
      const text = JSON.stringify(messages)
      const isSent = text.includes('reasoning_details')
      if (!text.includes('call_1')) thoughtful(response)
      else if (isSent !== isWanted) refuse(400, 'reasoning must be passed back, or not')(response)
      else return false
      return true
    }
    await connect('completions')
    await answer(['builtin:current_date'])
    isWanted = true
    expect((await answer(['builtin:current_date'])).text).toBe('by completions')
    await answer(['builtin:current_date'])
    expect(replayed()).toEqual([false, true, false, false, false, true, false, true])
  })
})

describe('null as the content of an answer that only calls', () => {
  const contents = () =>
    asked.flatMap(({ body: { messages } }) =>
      Array.isArray(messages) && messages.length > 1 ? [JSON.stringify(messages[1].content)] : [],
    )
  const calls = (response: ServerResponse) =>
    stream(response, [
      {
        choices: [
          {
            delta: { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'current_date', arguments: '{}' } }] },
            finish_reason: 'tool_calls',
          },
        ],
      },
    ])

  test.each([
    "Invalid value for 'content': expected a string, got null.",
    'messages.1.content: Input should be a valid string',
    'messages[1].content 不能为空',
  ])('null content becomes empty text if the gateway refuses it with "%s", and stays so', async (message) => {
    complete = (response, { messages }) => {
      const text = JSON.stringify(messages)
      if (text.includes('"content":null')) refuse(400, message)(response)
      else if (text.includes('call_1')) return false
      else calls(response)
      return true
    }
    await connect('completions')
    expect((await answer(['builtin:current_date'])).text).toBe('by completions')
    expect((await answer(['builtin:current_date'])).text).toBe('by completions')
    expect(contents()).toEqual(['null', '""', '""'])
  })

  test('null content stays null if the gateway accepts it', async () => {
    complete = (response, { messages }) => {
      if (JSON.stringify(messages).includes('call_1')) return false
      calls(response)
      return true
    }
    await connect('completions')
    expect((await answer(['builtin:current_date'])).text).toBe('by completions')
    expect(contents()).toEqual(['null'])
  })
})
