import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { ChatDelta, ChatEnd, ChatTurn } from '../../../src/main/gateway/answer-stream.ts'
import { type ResponsesRequest, streamResponses } from '../../../src/main/gateway/responses.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../fakes/loopback-server.ts'

const key = 'canary-key-of-responses'
const servers: LoopbackServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

type Event = Readonly<Record<string, unknown>>

const request: ResponsesRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'hello' }],
  temperature: null,
  topP: null,
  maxTokens: null,
  stream: true,
  stallMs: 60_000,
}

const tools = [{ name: 'now', description: 'The time', parameters: { type: 'object' } }]

/** Serves these bytes as an answer and keeps the bodies of the requests. */
async function serve(pieces: readonly (string | Uint8Array)[], type = 'text/event-stream') {
  const bodies: unknown[] = []
  const server = await loopbackServer(async (asked, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of asked) chunks.push(chunk)
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(200, { 'content-type': type, 'x-request-id': 'req-9' })
    for (const piece of pieces) if (piece.length > 0) await new Promise((done) => response.write(piece, done))
    response.end()
  })
  servers.push(server)
  return { ...server, bodies }
}

const line = (event: Event | string): string =>
  typeof event === 'string' ? `data: ${event}\n\n` : `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`

function ask(
  server: { readonly origin: string },
  changes: Partial<ResponsesRequest> = {},
  aborted = new AbortController().signal,
): AsyncGenerator<ChatDelta, void, undefined> {
  return streamResponses(
    { baseUrl: `${server.origin}/v1`, apiKey: key },
    { ...request, ...changes },
    { fetch: testedFetch, clock: systemClock, signal: aborted },
  )
}

async function whole(
  deltas: AsyncIterable<ChatDelta>,
): Promise<{ readonly text: string; readonly thinking?: string; readonly end: ChatEnd }> {
  let text = ''
  let thinking = ''
  const ends: ChatEnd[] = []
  for await (const delta of deltas) {
    expect(ends).toEqual([])
    if (delta.type === 'text') text += delta.text
    else if (delta.type === 'thinking') thinking += delta.text
    else ends.push(delta.end)
  }
  const [end] = ends
  if (!end || ends.length !== 1) throw new Error(`${ends.length} ends`)
  return { text, end, ...(thinking === '' ? {} : { thinking }) }
}

/** The answer to a stream of these events, with tools. */
const answerTo = async (events: readonly (Event | string)[]) =>
  whole(ask(await serve([events.map(line).join('')]), { tools }))

const created = { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', error: null, output: [] } }
const completed = (output: readonly Event[] = [], more: Event = {}): Event => ({
  type: 'response.completed',
  response: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    error: null,
    output,
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
    ...more,
  },
})
const text = (delta: string, more: Event = {}): Event => ({
  type: 'response.output_text.delta',
  item_id: 'msg_1',
  output_index: 0,
  content_index: 0,
  delta,
  ...more,
})
const message = (said: string, id = 'msg_1'): Event => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: said, annotations: [] }],
})
const call = (said: unknown, more: Event = {}): Event => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'now',
  status: 'completed',
  arguments: said,
  ...more,
})
const added = (item: Event, index: number | null = 0): Event => ({
  type: 'response.output_item.added',
  ...(index === null ? {} : { output_index: index }),
  item,
})
const done = (item: Event, index: number | null = 0): Event => ({
  ...added(item, index),
  type: 'response.output_item.done',
})
const piece = (delta: string, more: Event = {}): Event => ({
  type: 'response.function_call_arguments.delta',
  item_id: 'fc_1',
  output_index: 0,
  delta,
  ...more,
})
const reasoning = (more: Event = {}): Event => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'hm' }],
  encrypted_content: 'secret thoughts',
  ...more,
})

describe('the text of a response', () => {
  test.each<readonly [string, readonly (Event | string)[], string]>([
    [
      'the usual',
      [
        created,
        { type: 'response.in_progress', response: {} },
        added({ ...message(''), content: [] }),
        {
          type: 'response.content_part.added',
          item_id: 'msg_1',
          output_index: 0,
          part: { type: 'output_text', text: '' },
        },
        text('a'),
        text('b'),
        { type: 'response.output_text.done', item_id: 'msg_1', output_index: 0, content_index: 0, text: 'ab' },
        {
          type: 'response.content_part.done',
          item_id: 'msg_1',
          output_index: 0,
          content_index: 0,
          part: { type: 'output_text', text: 'ab' },
        },
        done(message('ab')),
        completed([message('ab')]),
      ],
      'ab',
    ],
    ['deltas and an empty output', [text('a'), text('b'), completed()], 'ab'],
    [
      'no deltas, only the whole text',
      [{ type: 'response.output_text.done', item_id: 'msg_1', text: 'ab' }, completed()],
      'ab',
    ],
    ['no deltas, only the item', [done(message('ab')), completed()], 'ab'],
    ['no events but the last', [completed([message('ab')])], 'ab'],
    ['an item that has more than its deltas', [text('a'), done(message('ab')), completed([message('ab')])], 'ab'],
    ['an output that has more than its deltas', [text('a'), completed([message('ab')])], 'ab'],
    ['an output under other ids', [text('a'), text('b'), completed([message('ab', 'msg_other')])], 'ab'],
    [
      'deltas without ids and positions',
      [
        text('a', { item_id: undefined, output_index: undefined }),
        text('b', { item_id: undefined, output_index: undefined }),
        completed([message('ab')]),
      ],
      'ab',
    ],
    [
      'ids that change from event to event',
      [
        added({ ...message('', 'x1'), content: [] }),
        text('a', { item_id: 'x2' }),
        text('b', { item_id: 'x3' }),
        done(message('ab', 'x4')),
        completed([message('ab', 'x5')]),
      ],
      'ab',
    ],
    [
      'deltas after the end of their part',
      [
        text('a'),
        { type: 'response.output_text.done', item_id: 'msg_1', output_index: 0, content_index: 0, text: 'a' },
        text('b'),
        completed(),
      ],
      'ab',
    ],
    [
      'a refusal',
      [
        { ...text('I '), type: 'response.refusal.delta' },
        { ...text("won't"), type: 'response.refusal.delta' },
        { type: 'response.refusal.done', item_id: 'msg_1', output_index: 0, content_index: 0, refusal: "I won't" },
        done({ ...message(''), content: [{ type: 'refusal', refusal: "I won't" }] }),
        completed(),
      ],
      "I won't",
    ],
    [
      'two parts of one message',
      [
        text('a'),
        text('b', { content_index: 1 }),
        done({
          ...message(''),
          content: [
            { type: 'output_text', text: 'a' },
            { type: 'output_text', text: 'b' },
          ],
        }),
        completed(),
      ],
      'ab',
    ],
    [
      'two messages, as paragraphs',
      [
        text('a'),
        done(message('a')),
        text('b', { item_id: 'msg_2', output_index: 1 }),
        done(message('b', 'msg_2'), 1),
        completed(),
      ],
      'a\n\nb',
    ],
    [
      'two messages at one position',
      [
        added(message('', 'm1')),
        added(message('', 'm2')),
        text('a', { item_id: 'm1' }),
        text('b', { item_id: 'm2' }),
        text('c', { item_id: 'm1' }),
        text('d', { item_id: 'm2' }),
        completed(),
      ],
      'ac\n\nbd',
    ],
    [
      'an item that is an output position later',
      [done(reasoning()), text('ab', { output_index: 0 }), completed([reasoning(), message('ab')])],
      'ab',
    ],
    [
      'types without their prefix',
      [
        { ...text('ab'), type: 'output_text.delta' },
        { ...completed(), type: 'completed' },
      ],
      'ab',
    ],
    ['[DONE] after the end', [text('ab'), completed(), '[DONE]'], 'ab'],
    ['keep-alive events', [text('a'), { type: 'keepalive', sequence_number: 3 }, text('b'), completed()], 'ab'],
    [
      'the progress of what a gateway does itself',
      [{ type: 'response.web_search_call.searching', item_id: 'ws_1', output_index: 0 }, text('ab'), completed()],
      'ab',
    ],
  ])('%s', async (_, events, expected) => {
    const { text: said, end } = await answerTo(events)
    expect([said, end.error, end.finishReason]).toEqual([expected, null, 'stop'])
    expect(end.calls).toBeUndefined()
  })

  test("types that only the event's name carries are read", async () => {
    const named = (name: string, { type: _, ...rest }: Event): string =>
      `event: ${name}\ndata: ${JSON.stringify(rest)}\n\n`
    const server = await serve([
      named('response.output_text.delta', text('ab')),
      named('response.completed', completed()),
    ])
    expect(await whole(ask(server))).toEqual({
      text: 'ab',
      end: { error: null, finishReason: 'stop', usage: { promptTokens: 3, completionTokens: 2 } },
    })
  })

  const wholeText = (said: string): Event => ({
    type: 'response.output_text.done',
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    text: said,
  })

  test.each<readonly [string, readonly Event[], string]>([
    ['its pieces', [wholeText('hello'), text('he'), text('llo')], 'hello'],
    ['its pieces and itself', [wholeText('hello'), text('he'), text('llo'), wholeText('hello')], 'hello'],
    ['the item', [done(message('hello')), text('hel'), text('lo')], 'hello'],
    ['pieces of a text that goes on', [wholeText('hello'), text(' the'), text('re')], 'hello there'],
    ['pieces that seem to repeat it', [wholeText('hello'), text('he'), text(' goes on')], 'hellohe goes on'],
  ])('a whole text that comes before %s is shown once', async (_what, events, expected) => {
    expect((await answerTo([created, ...events, completed([message(expected)])])).text).toBe(expected)
  })

  test('a whole text that differs from the shown one is kept next to it', async () => {
    const { text: said, end } = await answerTo([text('abc'), done(message('xyz')), completed()])
    expect([said, end.besides?.unused]).toEqual(['abc', [{ what: 'text', text: 'output_text: xyz' }]])
  })

  test('unknown and invalid events are skipped, counted and kept', async () => {
    const odd = { type: 'response.dance.delta', delta: 'x' }
    const { text: said, end } = await answerTo([text('a'), odd, '{"type":"resp', text('b'), completed()])
    expect([said, end.besides]).toEqual([
      'ab',
      {
        unused: [
          { what: 'event', text: JSON.stringify(odd) },
          { what: 'event', text: '{"type":"resp' },
        ],
        skipped: 2,
      },
    ])
  })

  test('reasoning is separate from the text, its two sources as paragraphs', async () => {
    const {
      text: said,
      thinking,
      end,
    } = await answerTo([
      {
        type: 'response.reasoning_summary_text.delta',
        item_id: 'rs_1',
        output_index: 0,
        summary_index: 0,
        delta: 'in ',
      },
      {
        type: 'response.reasoning_summary_text.delta',
        item_id: 'rs_1',
        output_index: 0,
        summary_index: 0,
        delta: 'short',
      },
      {
        type: 'response.reasoning_summary_text.done',
        item_id: 'rs_1',
        output_index: 0,
        summary_index: 0,
        text: 'in short',
      },
      { type: 'response.reasoning_text.delta', item_id: 'rs_1', output_index: 0, content_index: 0, delta: 'at length' },
      text('ab', { output_index: 1 }),
      completed(),
    ])
    expect([said, thinking, end.besides]).toEqual(['ab', 'in short\n\nat length', undefined])
  })
})

describe('the end of a response', () => {
  test.each<readonly [string, readonly (Event | string)[], string | null, string | null]>([
    [
      'the token limit',
      [
        text('half'),
        {
          type: 'response.incomplete',
          response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
        },
      ],
      'length',
      null,
    ],
    [
      'a filter',
      [
        text('half'),
        {
          type: 'response.incomplete',
          response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
        },
      ],
      'content_filter',
      null,
    ],
    ['incomplete without a reason', [text('half'), { type: 'response.incomplete', response: {} }], 'length', null],
    [
      'completed, whose status says incomplete',
      [text('half'), completed([], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })],
      'length',
      null,
    ],
    [
      'a nested failure',
      [
        text('half'),
        { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error', message: 'broke' } } },
      ],
      null,
      'stream_error',
    ],
    [
      'a failure for want of money',
      [text('half'), { type: 'response.failed', response: { error: { code: 'insufficient_quota', message: 'pay' } } }],
      null,
      'quota',
    ],
    [
      'a flat error',
      [text('half'), { type: 'error', code: 'rate_limit_exceeded', message: 'slow down', param: null }],
      null,
      'rate_limited',
    ],
    [
      'a nested error',
      [text('half'), { type: 'error', error: { code: 'server_error', message: 'broke' } }],
      null,
      'stream_error',
    ],
    ['an error without a type', [text('half'), '{"error":{"message":"broke"}}'], null, 'stream_error'],
    [
      'completed, whose status says failed',
      [text('half'), completed([], { status: 'failed', error: { code: 'server_error', message: 'broke' } })],
      null,
      'stream_error',
    ],
    [
      'cancelled',
      [text('half'), { type: 'response.cancelled', response: { status: 'cancelled' } }],
      null,
      'stream_error',
    ],
    ['nothing', [text('half')], null, 'cut_short'],
    ['only [DONE]', [text('half'), '[DONE]'], null, 'cut_short'],
    ['only the end of the item', [text('half'), done(message('half'))], null, 'cut_short'],
  ])('%s', async (_, events, finishReason, code) => {
    const { text: said, end } = await answerTo([created, ...events])
    expect([said, end.finishReason, end.error?.code ?? null]).toEqual(['half', finishReason, code])
  })

  test('text that waited for an earlier message is shown when the answer breaks off', async () => {
    const { text: said, end } = await answerTo([text('a'), text('b', { item_id: 'msg_2', output_index: 1 })])
    expect([said, end.error?.code]).toEqual(['a\n\nb', 'cut_short'])
  })

  test('an answer has its usage, even if it failed', async () => {
    const failed = {
      type: 'response.failed',
      response: { error: { message: 'x' }, usage: { input_tokens: 7, output_tokens: 1 } },
    }
    expect((await answerTo([failed])).end.usage).toEqual({ promptTokens: 7, completionTokens: 1 })
  })

  test('text without output tokens, or after the usage, raises the count', async () => {
    const usage = { input_tokens: 7, output_tokens: 0 }
    const atLeast = { promptTokens: 7, completionTokens: 0, isIncomplete: true }
    const failed = { type: 'response.failed', response: { error: { message: 'x' }, usage } }
    expect((await answerTo([text('half'), failed])).end.usage).toEqual(atLeast)
    expect((await answerTo([completed([message('half')], { usage })])).end.usage).toEqual(atLeast)
    const early = { object: 'response', status: 'in_progress', usage }
    expect((await answerTo([JSON.stringify(early), text('half')])).end.usage).toEqual(atLeast)
  })

  test('a response without events is an empty answer', async () => {
    expect((await whole(ask(await serve([': nothing\n\n'])))).end.error?.code).toBe('empty_answer')
  })
})

describe('a whole body, although a stream was asked for', () => {
  const body = completed([reasoning(), message('at once')]).response

  test('a whole body instead of a stream is the answer', async () => {
    const { text: said, end } = await whole(ask(await serve([JSON.stringify(body)], 'application/json')))
    expect([said, end.error, end.finishReason, end.usage]).toEqual([
      'at once',
      null,
      'stop',
      { promptTokens: 3, completionTokens: 2 },
    ])
  })

  test('a whole body instead of a stream can call tools', async () => {
    const server = await serve([JSON.stringify({ ...Object(body), output: [call('{"a":1}')] })], 'application/json')
    const { end } = await whole(ask(server, { tools, stream: false }))
    expect([end.calls?.map(({ id, name, arguments: said }) => [id, name, said]), end.finishReason]).toEqual([
      [['call_1', 'now', '{"a":1}']],
      'tool_calls',
    ])
    expect(server.bodies).toMatchObject([{ store: false }])
    expect(server.bodies[0]).not.toHaveProperty('stream')
  })

  test('a whole body that is truncated anywhere calls nothing', async () => {
    const all = Buffer.from(JSON.stringify({ ...Object(body), output: [message('hm'), call('{"a":1}')], zz: 1 }))
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: all.length - 2 }), async (at) => {
        const { end } = await whole(of([all.subarray(0, at)], 'application/json', { tools }))
        expect([end.error === null, end.calls]).toEqual([false, undefined])
      }),
      { numRuns: 100 },
    )
  })

  test.each([
    [
      '{"status":"failed","object":"response","error":{"code":"server_error","message":"broke"},"output":[]}',
      'stream_error',
    ],
    ['{"status":"in_progress","object":"response","output":[]}', 'cut_short'],
    ['{"hello":"world"}', 'not_a_gateway'],
    ['<!doctype html><p>hi', 'not_a_gateway'],
    ['{"error":{"message":"slow down","code":"rate_limit_exceeded"}}', 'rate_limited'],
    ['', 'empty_answer'],
  ])('a whole body with %s is %s', async (answered, code) => {
    expect((await whole(ask(await serve([answered], 'application/json')))).end.error?.code).toBe(code)
  })

  test('a whole body may have only its text', async () => {
    const { text: said, end } = await whole(ask(await serve(['{"output_text":"ab"}'], 'application/json')))
    expect([said, end.error]).toEqual(['ab', null])
  })
})

describe('tool calls of a response', () => {
  const one = [['call_1', 'now', '{"a":1}']]
  test.each<readonly [string, readonly (Event | string)[], readonly (readonly (string | null)[])[]]>([
    [
      'the usual',
      [
        added(call('')),
        piece('{"a"'),
        piece(':1}'),
        { type: 'response.function_call_arguments.done', item_id: 'fc_1', arguments: '{"a":1}' },
        done(call('{"a":1}')),
        completed([call('{"a":1}')]),
      ],
      one,
    ],
    ['an empty output', [added(call('')), piece('{"a":1}'), done(call('{"a":1}')), completed()], one],
    ['no added', [piece('{"a"'), piece(':1}'), done(call('{"a":1}')), completed()], one],
    ['no done', [added(call('')), piece('{"a"'), piece(':1}'), completed()], one],
    ['neither added nor done, but an output', [piece('{"a":1}'), completed([call('{"a":1}')])], one],
    ['no pieces', [added(call('')), done(call('{"a":1}')), completed()], one],
    ['only an output', [completed([call('{"a":1}')])], one],
    [
      'an end of arguments that only has an item_id',
      [
        added(call('')),
        { type: 'response.function_call_arguments.done', item_id: 'fc_1', arguments: '{"a":1}' },
        completed(),
      ],
      one,
    ],
    ['pieces that differ from the item', [added(call('')), piece('{"b":2}'), done(call('{"a":1}')), completed()], one],
    ['an item without its arguments', [added(call('')), piece('{"a":1}'), done(call('')), completed([call('')])], one],
    ['arguments in the announcement too', [added(call('{}')), piece('{"a":1}'), completed()], one],
    ['arguments as an object', [done(call({ a: 1 })), completed()], one],
    ['no arguments', [done(call(undefined)), completed()], [['call_1', 'now', '{}']]],
    [
      'the same call in the output under another id',
      [done(call('{"a":1}')), completed([call('{"a":1}', { id: 'fc_2' })])],
      one,
    ],
    ['the same call twice', [done(call('{"a":1}')), done(call('{"a":1}', { id: 'fc_2' }), 1), completed()], one],
    [
      'ids that change from event to event',
      [
        added(call('', { id: 'x1' })),
        piece('{"a"', { item_id: 'x2' }),
        piece(':1}', { item_id: 'x3' }),
        done(call('{"a":1}', { id: 'x4' })),
        completed([call('{"a":1}', { id: 'x5' })]),
      ],
      one,
    ],
    [
      'no ids of items',
      [
        added(call('', { id: undefined })),
        piece('{"a"', { item_id: undefined }),
        piece(':1}', { item_id: undefined }),
        done(call('{"a":1}', { id: undefined })),
        completed(),
      ],
      one,
    ],
    [
      'no call_id',
      [done(call('{"a":1}', { call_id: undefined })), completed([call('{"a":1}', { call_id: undefined })])],
      [[null, 'now', '{"a":1}']],
    ],
    [
      'two at one position, their pieces mixed',
      [
        added(call('')),
        added(call('', { id: 'fc_2', call_id: 'call_2' })),
        piece('{"a"'),
        piece('{"b"', { item_id: 'fc_2' }),
        piece(':1}'),
        piece(':2}', { item_id: 'fc_2' }),
        completed(),
      ],
      [...one, ['call_2', 'now', '{"b":2}']],
    ],
    [
      'two at one position, one after the other, without ids of items',
      [
        piece('{"a":1}', { item_id: undefined }),
        done(call('{"a":1}', { id: undefined })),
        piece('{"b":2}', { item_id: undefined }),
        done(call('{"b":2}', { id: undefined, call_id: 'call_2' })),
        completed(),
      ],
      [...one, ['call_2', 'now', '{"b":2}']],
    ],
    [
      'two with one id of an item',
      [
        done(call('{"a":1}')),
        done(call('{"b":2}', { call_id: 'call_2' }), 1),
        completed([call('{"a":1}'), call('{"b":2}', { call_id: 'call_2' })]),
      ],
      [...one, ['call_2', 'now', '{"b":2}']],
    ],
    [
      'one in the events, another in the output',
      [done(call('{"a":1}')), completed([call('{"a":1}'), call('{"b":2}', { id: 'fc_2', call_id: 'call_2' })])],
      [...one, ['call_2', 'now', '{"b":2}']],
    ],
    ['null instead of arguments', [added(call('null')), done(call('null')), completed()], [['call_1', 'now', '{}']]],
    ['arguments that came twice in one', [done(call('{"a":1}{"a":1}')), completed()], one],
    [
      'two under one call_id, at two positions, their pieces mixed',
      [
        added(call('')),
        added(call('', { id: 'fc_2' }), 1),
        piece('{"a"'),
        piece('{"b"', { item_id: 'fc_2', output_index: 1 }),
        piece(':1}'),
        piece(':2}', { item_id: 'fc_2', output_index: 1 }),
        completed(),
      ],
      [...one, ['call_1', 'now', '{"b":2}']],
    ],
    [
      'two under one call_id, whole, in the events and in the output',
      [
        done(call('{"a":1}')),
        done(call('{"b":2}', { id: 'fc_2' }), 1),
        completed([call('{"a":1}'), call('{"b":2}', { id: 'fc_2' })]),
      ],
      [...one, ['call_1', 'now', '{"b":2}']],
    ],
    [
      'two under one call_id and one position, without ids of items',
      [done(call('{"a":1}', { id: undefined })), done(call('{"b":2}', { id: undefined })), completed()],
      [...one, ['call_1', 'now', '{"b":2}']],
    ],
    [
      'two under one call_id and one id of an item, one after the other',
      [added(call('')), piece('{"a":1}'), done(call('{"a":1}')), done(call('{"b":2}')), completed()],
      [...one, ['call_1', 'now', '{"b":2}']],
    ],
    [
      'two under one call_id in the output alone',
      [completed([call('{"a":1}'), call('{"b":2}', { id: 'fc_2' })])],
      [...one, ['call_1', 'now', '{"b":2}']],
    ],
    [
      'two tools under one call_id',
      [done(call('{"a":1}')), done(call('{"a":1}', { id: 'fc_2', name: 'later' }), 1), completed()],
      [...one, ['call_1', 'later', '{"a":1}']],
    ],
    [
      'the same call again, written otherwise',
      [done(call('{"a":1,"b":2}')), completed([call('{ "b": 2, "a": 1 }', { id: 'fc_2' })])],
      [['call_1', 'now', '{"a":1,"b":2}']],
    ],
    [
      'text, reasoning and a call at one position',
      [done(reasoning()), text('hm'), added(call('')), piece('{"a":1}'), completed()],
      one,
    ],
  ])('%s', async (_, events, expected) => {
    const { end } = await answerTo([created, ...events])
    expect([end.error, end.finishReason]).toEqual([null, 'tool_calls'])
    expect(end.calls?.map(({ id, name, arguments: said }) => [id, name, said])).toEqual(expected)
  })

  test.each<readonly [string, readonly (Event | string)[]]>([
    ['without completed', [done(call('{"a":1}'))]],
    ['with only [DONE]', [done(call('{"a":1}')), '[DONE]']],
    ['that failed', [done(call('{"a":1}')), { type: 'response.failed', response: { error: { message: 'x' } } }]],
    [
      'that a filter ended',
      [
        done(call('{"a":1}')),
        { type: 'response.incomplete', response: { incomplete_details: { reason: 'content_filter' } } },
      ],
    ],
    ['whose call broke off', [done(call('{"a"', { status: 'incomplete' })), completed()]],
  ])('of an answer %s are kept, not given to run', async (_, events) => {
    const { end } = await answerTo(events)
    expect(end.calls).toBeUndefined()
    expect(JSON.stringify(end.besides?.unused)).toContain('now')
  })

  test('calls cut by the token limit are marked', async () => {
    const { end } = await answerTo([
      added(call('')),
      piece('{"a'),
      { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } },
    ])
    expect([end.finishReason, end.calls?.map(({ arguments: said }) => said)]).toEqual(['length', ['{"a']])
  })

  test('calls that the gateway runs itself, or wants approved, are never run here', async () => {
    const { end } = await answerTo([
      done({ type: 'custom_tool_call', id: 'ct_1', call_id: 'c9', name: 'now', input: 'x' }),
      done({ type: 'mcp_approval_request', id: 'ma_1', name: 'now', arguments: '{}' }, 1),
      done({ type: 'web_search_call', id: 'ws_1', status: 'completed' }, 2),
      completed(),
    ])
    expect([end.calls, end.besides?.unused.map(({ text: said }) => said.split(':')[0])]).toEqual([
      undefined,
      ['custom_tool_call', 'mcp_approval_request', 'web_search_call'],
    ])
  })

  test('calls are leftovers if no tools were offered', async () => {
    const { end } = await whole(ask(await serve([line(done(call('{"a":1}'))), line(completed())])))
    expect([end.calls, end.error]).toEqual([undefined, null])
    expect(JSON.stringify(end.besides)).toContain('call_1')
  })

  test('calls beyond the limits are dropped', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => done(call('{}', { id: `fc_${at}`, call_id: `c${at}` }), at))
    const { end } = await answerTo([...many, completed()])
    expect(end.calls?.length).toBe(128)
  })
})

describe('items that go back with the results', () => {
  const replayOf = async (events: readonly Event[]) => (await answerTo([...events, completed()])).end.replay

  test('items are sent back unchanged, in their order', async () => {
    const said = { ...message('hm'), phase: 'commentary' }
    expect(await replayOf([done(reasoning()), done(said, 1), done(call('{"a":1}'), 2)])).toEqual({
      output_items: [reasoning(), said, call('{"a":1}')],
    })
  })

  test('encrypted content that only the end of an item has is sent back', async () => {
    const early = reasoning({ encrypted_content: 'partial' })
    expect(await replayOf([added(early), done(reasoning()), done(call('{}'), 1)])).toEqual({
      output_items: [reasoning(), call('{}')],
    })
  })

  test('reasoning that the gateway does not store is never referenced', async () => {
    expect(await replayOf([done(reasoning({ encrypted_content: null })), done(call('{}'), 1)])).toEqual({})
  })

  test('the items end with the one that the last reasoning led to', async () => {
    expect(await replayOf([done(reasoning()), done(call('{}'), 1), done(reasoning({ id: 'rs_2' }), 2)])).toEqual({
      output_items: [reasoning(), call('{}')],
    })
  })

  test('items contain no key', async () => {
    const { end } = await answerTo([
      done(reasoning({ summary: [{ text: key }] })),
      done(call(`{"k":"${key}"}`), 1),
      completed(),
    ])
    expect([end.calls?.length, JSON.stringify(end).includes(key)]).toEqual([1, false])
  })
})

describe('the request for a response', () => {
  const sent = async (messages: readonly ChatTurn[], changes: Partial<ResponsesRequest> = {}) => {
    const server = await serve([line(completed([message('ab')]))])
    await whole(ask(server, { messages, ...changes }))
    expect(server.paths).toEqual(['/v1/responses'])
    return server.bodies[0]
  }

  test('the request has the whole conversation, and stores nothing at the gateway', async () => {
    expect(
      await sent(
        [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'see' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
            ],
          },
          { role: 'assistant', content: 'Yes.' },
          { role: 'user', content: 'More' },
        ],
        { temperature: 0.5, topP: 0.9, maxTokens: 100 },
      ),
    ).toEqual({
      model: 'm',
      stream: true,
      store: false,
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 100,
      instructions: 'Be brief.',
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'see' },
            { type: 'input_image', detail: 'auto', image_url: 'data:image/png;base64,AA==' },
          ],
        },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'More' }] },
      ],
    })
  })

  const called = (more: object = {}): readonly ChatTurn[] => [
    { role: 'user', content: 'When?' },
    {
      role: 'assistant',
      content: 'hm',
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'now', arguments: '{"a":2}' } }],
      ...more,
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'noon' },
  ]
  const result = { type: 'function_call_output', call_id: 'call_1', output: 'noon' }
  const plainCall = { type: 'function_call', call_id: 'call_1', name: 'now', arguments: '{"a":2}' }
  const plainText = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hm' }] }

  test('the request has calls and results, and asks for reasoning only with tools', async () => {
    expect(await sent(called(), { effort: 'low' })).toMatchObject({ reasoning: { effort: 'low' } })
    const body = await sent(called(), { tools })
    expect(body).not.toHaveProperty('reasoning')
    expect(body).toMatchObject({
      tools: [
        { type: 'function', name: 'now', description: 'The time', parameters: { type: 'object' }, strict: false },
      ],
      include: ['reasoning.encrypted_content'],
      input: [{}, plainText, plainCall, result],
    })
    expect(await sent(called())).not.toHaveProperty('include')
    expect(await sent(called(), { tools, encryptedReasoning: false })).not.toHaveProperty('include')
  })

  test('the request repeats the items unchanged, with the arguments as the user changed them', async () => {
    const items = [reasoning(), { ...message('hm'), phase: 'commentary' }, call('{"a":1}')]
    expect(await sent(called({ output_items: items }), { tools })).toMatchObject({
      input: [{}, items[0], items[1], { ...call('{"a":2}') }, result],
    })
  })

  test('the request drops items that no longer fit the answer', async () => {
    const plain = { input: [{}, plainText, plainCall, result] }
    for (const items of [
      [reasoning(), message('other'), call('{}')],
      [reasoning(), message('hm')],
      [reasoning({ encrypted_content: '' }), message('hm'), call('{}')],
      'broken',
    ]) {
      expect(await sent(called({ output_items: items }), { tools })).toMatchObject(plain)
    }
  })

  test('the request puts the beginning of a continued answer before its items', async () => {
    const items = [reasoning(), message('m'), call('{"a":1}')]
    expect(await sent(called({ output_items: items }), { tools })).toMatchObject({
      input: [{}, { content: [{ text: 'h' }] }, reasoning(), message('m'), {}, result],
    })
  })
})

/** The answer of exactly these bytes, whatever a network would make of them. */
function of(pieces: readonly Uint8Array[], type: string, changes: Partial<ResponsesRequest> = {}) {
  return streamResponses(
    { baseUrl: 'http://127.0.0.1/v1', apiKey: key },
    { ...request, ...changes },
    {
      fetch: async () =>
        new Response(ReadableStream.from(pieces.filter(({ length }) => length > 0)), {
          headers: { 'content-type': type },
        }),
      clock: systemClock,
      signal: new AbortController().signal,
    },
  )
}

describe('the bytes of a response stream', () => {
  const said = '朱砂 🍵 “tea” 𠮷'
  const events = [
    added({ ...message(''), content: [] }),
    text(said.slice(0, 7)),
    text(said.slice(7)),
    done(message(said)),
    added(call('', { id: 'fc_1' }), 1),
    piece('{"茶":', { output_index: 1 }),
    piece('1}', { output_index: 1 }),
    done(call('{"茶":1}'), 1),
    completed([message(said), call('{"茶":1}')]),
  ]
  const bytes = Buffer.from(`: hi\r\n\r\n${events.map(line).join('')}`)

  test('the bytes of a stream give the same answer at every split', async () => {
    for (let at = 1; at < bytes.length; at += 1) {
      const answer = await whole(of([bytes.subarray(0, at), bytes.subarray(at)], 'text/event-stream', { tools }))
      expect([answer.text, answer.end.error, answer.end.calls?.map((one) => one.arguments)]).toEqual([
        said,
        null,
        ['{"茶":1}'],
      ])
    }
  })

  test('bytes that end before completed are truncated, and call nothing', async () => {
    const last = bytes.indexOf('event: response.completed')
    for (let at = 1; at <= last; at += 1) {
      const { text: shown, end } = await whole(of([bytes.subarray(0, at)], 'text/event-stream', { tools }))
      expect(said.startsWith(shown)).toBe(true)
      expect(['cut_short', 'empty_answer', 'not_a_gateway']).toContain(end.error?.code)
      expect(end.calls).toBeUndefined()
    }
  })

  test('any bytes give one end, and throw nothing', async () => {
    const wild = fc.oneof(
      fc.constantFrom(...events.map(line), ': c\n', '\n', 'data: null\n\n', 'data: {"type":7}\n\n', 'data: [1]\n\n'),
      fc
        .record({
          type: fc.constantFrom(
            'response.output_item.done',
            'response.output_item.added',
            'response.completed',
            'response.output_text.done',
            'response.function_call_arguments.delta',
          ),
          item_id: fc.constantFrom('a', 'b', '', null, 7),
          output_index: fc.constantFrom(0, 1, -1, null, '0'),
          item: fc.oneof(fc.constant(call('{}')), fc.constant(message('x')), fc.jsonValue({ maxDepth: 2 })),
          response: fc.oneof(fc.constant({ output: [call('{}'), null, 7] }), fc.jsonValue({ maxDepth: 2 })),
          delta: fc.jsonValue({ maxDepth: 1 }),
        })
        .map(line),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(wild), async (pieces) => {
        const { end } = await whole(
          of(
            pieces.map((one) => Buffer.from(one)),
            'text/event-stream',
            { tools },
          ),
        )
        // one id may name two calls, but never the same call twice
        const calls = (end.calls ?? []).filter(({ id }) => id !== null).map((one) => JSON.stringify(one))
        expect(new Set(calls).size).toBe(calls.length)
      }),
      { numRuns: 300 },
    )
  })
})

describe('Stop during a response', () => {
  test('Stop closes the connection in the middle of a response', async () => {
    const hungUp = signal()
    const server = await loopbackServer((asked, response) => {
      asked.socket.once('close', () => hungUp.give())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(line(text('a')))
    })
    servers.push(server)
    const controller = new AbortController()
    const deltas = ask(server, {}, controller.signal)
    await deltas.next()
    controller.abort()
    expect((await whole(deltas)).end.error?.code).toBe('cancelled')
    await hungUp.come
  })
})
