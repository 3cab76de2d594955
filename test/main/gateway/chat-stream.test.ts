import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ChatDelta, ChatEnd } from '../../../src/main/gateway/answer-stream.ts'
import { type ChatRequest, streamChat } from '../../../src/main/gateway/chat-stream.ts'
import type { Clock } from '../../../src/main/platform.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../fakes/loopback-server.ts'
import { ManualClock } from '../../fakes/platform.ts'

const key = 'canary-key-of-the-stream'
const servers: LoopbackServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(...parameters: Parameters<typeof loopbackServer>): Promise<LoopbackServer> {
  const server = await loopbackServer(...parameters)
  servers.push(server)
  return server
}

const request: ChatRequest = {
  model: 'm',
  messages: [{ role: 'user', content: 'hello' }],
  temperature: null,
  topP: null,
  maxTokens: null,
  stream: true,
  stallMs: 60_000,
}

function ask(
  server: LoopbackServer,
  io: { readonly clock?: Clock; readonly signal?: AbortSignal } = {},
  changes: Partial<ChatRequest> = {},
): AsyncGenerator<ChatDelta, void, undefined> {
  return streamChat(
    { baseUrl: `${server.origin}/v1`, apiKey: key },
    { ...request, ...changes },
    {
      fetch: testedFetch,
      clock: io.clock ?? systemClock,
      signal: io.signal ?? new AbortController().signal,
    },
  )
}

/** Collects an answer, and checks its form: texts, then exactly one end, which is last. */
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

/** Serves these bytes as a stream, piece by piece. */
const serveStream = (pieces: readonly (string | Uint8Array)[], type = 'text/event-stream') =>
  serve(async (_, response) => {
    response.writeHead(200, { 'content-type': type, 'x-request-id': 'req-9' })
    for (const piece of pieces) {
      if (piece.length === 0) continue
      await new Promise((done) => response.write(piece, done))
      // the next turn of the event loop sends pieces as separate packets
      await new Promise((done) => setImmediate(done))
    }
    response.end()
  })

const content = (text: string): string => JSON.stringify({ choices: [{ index: 0, delta: { content: text } }] })
const stop = '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'

describe('a stream on the wire', () => {
  const shapes: readonly (readonly [string, readonly string[], string])[] = [
    [
      'the usual',
      [`data: ${content('a')}\n\n`, `data: ${content('b')}\n\n`, `data: ${stop}\n\ndata: [DONE]\n\n`],
      'ab',
    ],
    ['data without a space', [`data:${content('a')}\n\ndata:${content('b')}\n\ndata:[DONE]\n\n`], 'ab'],
    [
      'CRLF, split between the two',
      [`data: ${content('a')}\r`, '\n\r', `\ndata: ${content('b')}\r\n\r\ndata: [DONE]\r\n\r\n`],
      'ab',
    ],
    [
      'several data lines in one event',
      ['data: {"choices":\ndata: [{"delta":\ndata: {"content":"ab"}}]}\n\ndata: [DONE]\n\n'],
      'ab',
    ],
    [
      'comments and blank lines between',
      [
        `: hi\n\n\n\ndata: ${content('a')}\n\n: keep-alive\n\nid: 7\nretry: 10\ndata: ${content('b')}\n\ndata: [DONE]\n\n`,
      ],
      'ab',
    ],
    [
      '[DONE] inside the text',
      [`data: ${content('it ends with\ndata: [DONE]\n\nyes')}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`],
      'it ends with\ndata: [DONE]\n\nyes',
    ],
    [
      'null, absent and empty content, and no choices',
      [
        'data: {"choices":[{"delta":{"role":"assistant","content":null}}]}\n\ndata: {"choices":[{"delta":{}}]}\n\ndata: {"choices":[]}\n\ndata: {}\n\n',
        `data: ${content('')}\n\ndata: ${content('ab')}\n\ndata: [DONE]\n\n`,
      ],
      'ab',
    ],
    [
      'fields that nobody asked for',
      [
        'data: {"id":"x","object":"y","choices":[{"delta":{"content":"ab","reasoning":"z"},"logprobs":null}],"system_fingerprint":1}\n\ndata: [DONE]\n\n',
      ],
      'ab',
    ],
    ['finish_reason and no [DONE]', [`data: ${content('ab')}\n\ndata: ${stop}\n\n`], 'ab'],
    ['[DONE] and no finish_reason', [`data: ${content('ab')}\n\ndata: [DONE]\n\n`], 'ab'],
    ['no blank line after [DONE]', [`data: ${content('ab')}\n\ndata: [DONE]`], 'ab'],
    ['a byte order mark first', [`\uFEFFdata: ${content('a')}\n\ndata: ${content('b')}\n\ndata: [DONE]\n\n`], 'ab'],
  ]

  test.each(shapes)('reads the stream: %s', async (_, pieces, expected) => {
    const { text, end } = await whole(ask(await serveStream(pieces)))
    expect([text, end.error]).toEqual([expected, null])
  })

  test('an event that is not JSON is skipped, counted and kept, and the answer continues', async () => {
    const server = await serveStream([
      `data: ${content('a')}\n\ndata: {"choi\n\ndata: what?\n\ndata: ${content('b')}\n\ndata: [DONE]\n\n`,
    ])
    expect(await whole(ask(server))).toEqual({
      text: 'ab',
      end: {
        error: null,
        finishReason: null,
        usage: null,
        besides: {
          unused: [
            { what: 'event', text: '{"choi' },
            { what: 'event', text: 'what?' },
          ],
          skipped: 2,
        },
      },
    })
  })

  const ofChoice = (index: number | string | undefined, text: string, reason: string | null = null): string =>
    `data: ${JSON.stringify({ choices: [{ index, delta: { content: text }, finish_reason: reason }] })}\n\n`

  test('two choices in one stream are never mixed: the first is shown, the other kept', async () => {
    const server = await serveStream([
      ofChoice(0, 'one '),
      ofChoice(1, 'uno '),
      ofChoice(1, 'due', 'stop'),
      ofChoice('0', 'two'),
      `data: ${JSON.stringify({
        choices: [
          { index: 1, delta: { content: ' tre' } },
          { index: 0, delta: { content: ' three' }, finish_reason: 'length' },
        ],
      })}\n\ndata: [DONE]\n\n`,
    ])
    const { text, end } = await whole(ask(server))
    expect([text, end.finishReason]).toEqual(['one two three', 'length'])
    expect(end.besides).toEqual({ unused: [{ what: 'choice', text: 'uno due tre' }], skipped: 0 })
  })

  test('the end of another choice does not complete a truncated answer', async () => {
    const { end } = await whole(ask(await serveStream([ofChoice(0, 'half'), ofChoice(1, 'all', 'stop')])))
    expect(end.error?.code).toBe('cut_short')
  })

  test('choices that do not begin at 0 are shown', async () => {
    const { text, end } = await whole(ask(await serveStream([ofChoice(1, 'on'), ofChoice(1, 'ly', 'stop')])))
    expect([text, end.error, end.finishReason]).toEqual(['only', null, 'stop'])
  })

  test.each([
    ['choices as an object', '{"choices":{"index":0,"delta":{"content":"ab"}}}'],
    ['choices by their index', '{"choices":{"0":{"delta":{"content":"ab"}}}}'],
    ['message instead of delta', '{"choices":[{"message":{"content":"ab"}}]}'],
    ['text', '{"choices":[{"text":"ab"}]}'],
    ['content in parts', '{"choices":[{"delta":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}}]}'],
    ['content as a part', '{"choices":[{"delta":{"content":{"type":"text","text":"ab"}}}]}'],
    ['a list of chunks', `[${content('a')},${content('b')}]`],
    ['NaN', '{"choices":[{"index":0,"logprobs":NaN,"delta":{"content":"ab"}}]}'],
    ['single quotes', "{'choices': [{'delta': {'content': 'ab', 'role': None}}]}"],
  ])('%s', async (_, event) => {
    const { text, end } = await whole(ask(await serveStream([`event: chunk\ndata: ${event}\n\ndata: [DONE]\n\n`])))
    expect([text, end.error, end.besides]).toEqual(['ab', null, undefined])
  })

  test.each([
    ['chunks without blank lines between', `data: ${content('a')}\ndata: ${content('b')}\ndata: [DONE]\n`],
    ['JSON lines', `${content('a')}\n${content('b')}\n${stop}\n`],
    [
      'the whole text again at the end',
      `data: ${content('a')}\n\ndata: {"choices":[{"message":{"content":"ab"}}]}\n\ndata: [DONE]\n\n`,
    ],
    ['a completion in the stream', '{\n "choices": [\n {"message": {"content": "ab"},\n "finish_reason": "stop"}]\n}'],
    ['words before the first event', `hello\n\ndata: ${content('ab')}\n\ndata: [DONE]\n\n`],
  ])('%s', async (_, body) => {
    const { text, end } = await whole(ask(await serveStream([body])))
    expect([text, end.error]).toEqual(['ab', null])
  })

  test.each<readonly [string, readonly object[]]>([
    ['reasoning_content', [{ reasoning_content: 'hm, ' }, { reasoning_content: '是' }]],
    ['reasoning', [{ reasoning: 'hm, ' }, { reasoning: '是' }]],
    ['thinking', [{ thinking: 'hm, ' }, { thinking: '是' }]],
    [
      'reasoning_details beside the same text',
      [
        { reasoning: 'hm, ', reasoning_details: [{ type: 'reasoning.text', text: 'hm, ' }] },
        { reasoning: '是', reasoning_details: [{ type: 'reasoning.text', text: '是' }] },
      ],
    ],
    ['summaries in reasoning_details', [{ reasoning_details: [{ type: 'reasoning.summary', summary: 'hm, 是' }] }]],
    ['parts of the content', [{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm, 是' }] }] }]],
    ['two fields with the same text', [{ reasoning: 'hm, 是', reasoning_content: 'hm, 是' }]],
    ['tags', [{ content: '<think>hm, 是</think>\n\n' }]],
    ['a field, and tags with the same text', [{ reasoning_content: 'hm, 是', content: '<think>\nhm, 是\n</think>\n' }]],
    ['tags before a field with the same text', [{ content: '<think>hm, 是</think>' }, { reasoning: 'hm, 是' }]],
    [
      'a field and tags with the same text, in turn',
      [
        { reasoning_content: 'hm', content: '<think>' },
        { content: 'hm' },
        { reasoning_content: ', ', content: ', 是</think>' },
        { reasoning_content: '是' },
      ],
    ],
    [
      'tags in pieces',
      ['\n<', 'thi', 'nk>hm, ', '是</th', 'ink', '>', '\n', '\n'].map((piece) => ({ content: piece })),
    ],
  ])('thoughts come apart from the text: %s', async (_, deltas) => {
    const events = deltas.map((delta) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`)
    const server = await serveStream([...events, `data: ${content('Yes')}\n\ndata: [DONE]\n\n`])
    const { text, thinking, end } = await whole(ask(server))
    expect([text, thinking, end.error, end.besides]).toEqual(['Yes', 'hm, 是', null, undefined])
  })

  test.each([
    ['of a complete answer is its text too', 'stop', 'hm, Yes'],
    ['of an answer that reached its limit is a thought', 'length', ''],
  ])('thinking without a closing tag: %s', async (_, finish_reason, said) => {
    const parts = ['<think>', 'hm, ', 'Yes'].map((piece) => `data: ${content(piece)}\n\n`)
    const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason }] })}\n\ndata: [DONE]\n\n`
    const { text, thinking } = await whole(ask(await serveStream([...parts, end])))
    expect([text, thinking]).toEqual([said, 'hm, Yes'])
  })

  test('unclosed thinking that is cut off stays thinking', async () => {
    const { text, thinking, end } = await whole(ask(await serveStream([`data: ${content('<think>hm')}\n\n`])))
    expect([text, thinking, end.error === null]).toEqual(['', 'hm', false])
  })

  test('thinking of a whole answer is separate from its text', async () => {
    const said = { choices: [{ message: { reasoning_content: 'hm', content: 'Yes' }, finish_reason: 'stop' }] }
    const { text, thinking, end } = await whole(ask(await serveStream([JSON.stringify(said)])))
    expect([text, thinking, end.error]).toEqual(['Yes', 'hm', null])
  })

  test('a tag in the middle of an answer belongs to its text', async () => {
    const server = await serveStream([`data: ${content('The tag <think>x</think> is text.')}\n\ndata: [DONE]\n\n`])
    const { text, thinking } = await whole(ask(server))
    expect([text, thinking]).toEqual(['The tag <think>x</think> is text.', undefined])
  })

  test('a key that a gateway repeats in pieces of thinking is removed', async () => {
    const server = await serveStream([
      ...[key.slice(0, 6), key.slice(6)].map(
        (piece) => `data: ${JSON.stringify({ choices: [{ delta: { reasoning_content: piece } }] })}\n\n`,
      ),
      `data: ${content('Yes')}\n\ndata: [DONE]\n\n`,
    ])
    expect((await whole(ask(server))).thinking).toBe('•••')
  })

  test('a body that is not a stream is stored before it is read, even if it is truncated', async () => {
    const kept: { text: string; whole: boolean }[] = []
    const answers = async (server: LoopbackServer): Promise<string> => {
      const { text } = await whole(
        streamChat({ baseUrl: `${server.origin}/v1`, apiKey: key }, request, {
          fetch: testedFetch,
          clock: systemClock,
          signal: new AbortController().signal,
          keepAnswer: async (raw) => void kept.push({ text: Buffer.from(raw.body).toString(), whole: raw.whole }),
        }),
      )
      return text
    }
    const half = '{"choices":[{"message":{"content":"half'
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(half, () => response.socket?.destroy())
    })
    await answers(broken)
    expect(await answers(await serveStream(['{"choices":[{"message":{"content":"ab"}}]}'], 'application/json'))).toBe(
      'ab',
    )
    await answers(await serveStream(['no idea'], 'text/plain'))
    expect(kept).toEqual([
      { text: half, whole: false },
      { text: '{"choices":[{"message":{"content":"ab"}}]}', whole: true },
      { text: 'no idea', whole: true },
    ])
  })

  test('usage is read from a last chunk without choices', async () => {
    const server = await serveStream([
      `data: ${content('a')}\n\ndata: ${stop}\n\ndata: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3}}\n\ndata: [DONE]\n\n`,
    ])
    expect((await whole(ask(server))).end).toEqual({
      error: null,
      finishReason: 'stop',
      usage: { promptTokens: 12, completionTokens: 3 },
    })
  })

  test('an end without finish_reason or [DONE] is truncated, and the request is named', async () => {
    const { text, end } = await whole(ask(await serveStream([`data: ${content('half')}\n\n`])))
    expect([text, end.error?.code, end.error?.requestId]).toEqual(['half', 'cut_short', 'req-9'])
  })

  test('text that mentions [DONE] does not complete a truncated answer', async () => {
    const server = await serveStream([`data: ${content('data: [DONE]\ndata: [DONE]')}\n\n`])
    expect((await whole(ask(server))).end.error?.code).toBe('cut_short')
  })

  test('private-use marks are removed, also if a chunk ends within one', async () => {
    const pieces = ['It rains.\ue200ci', 'te\ue202turn0search0\ue201 In \ue200entity\ue202["city","Pa', 'ris"]\ue201.']
    const events = pieces.map((piece) => `data: ${content(piece)}\n\n`)
    const { text, end } = await whole(ask(await serveStream([...events, `data: ${stop}\n\n`])))
    expect([text, end.error]).toEqual(['It rains. In Paris.', null])
  })

  test('a stream without events is an empty answer', async () => {
    expect((await whole(ask(await serveStream([': nothing\n\n'])))).end.error?.code).toBe('empty_answer')
  })

  test('JSON instead of a stream is accepted as the whole answer', async () => {
    const server = await serveStream(
      [
        '{"choices":[{"message":{"role":"assistant","content":"at once"},"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}',
      ],
      'application/json; charset=utf-8',
    )
    expect(await whole(ask(server))).toEqual({
      text: 'at once',
      end: { error: null, finishReason: 'length', usage: { promptTokens: 1, completionTokens: 2 } },
    })
  })

  test.each([
    ['{"error":{"message":"slow down","code":"rate_limit_exceeded"}}', 'application/json', 'rate_limited'],
    ['{"error":{"message":"pay","code":"insufficient_quota"}}', 'application/json', 'quota'],
    ['{"hello":"world"}', 'application/json', 'not_a_gateway'],
    ['<!doctype html><p>hi', 'text/html', 'not_a_gateway'],
    ['{"choices":[{"mess', 'application/json', 'cut_short'],
    [
      `data: ${content('a')}\n\ndata: {"error":{"message":"broke","code":"server_error"}}\n\n`,
      'text/event-stream',
      'stream_error',
    ],
    [`data: ${content('a')}\n\ndata: {"error":"broke"}\n\n`, 'text/event-stream', 'stream_error'],
    [`data: ${content('a')}\n\ndata: {"choi\n\n`, 'text/event-stream', 'cut_short'],
  ])('%s of %s is %s', async (body, type, code) => {
    expect((await whole(ask(await serveStream([body], type)))).end.error?.code).toBe(code)
  })

  test('the text does not depend on where the bytes are split', async () => {
    const text = '朱砂 🍵 “tea” — [DONE]\r\n𠮷 end'
    const bytes = Buffer.from(
      `: c\r\n\r\ndata: ${content(text.slice(0, 9))}\r\n\r\ndata:${content(text.slice(9))}\n\ndata: ${stop}\n\ndata: [DONE]\n\n`,
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 40 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
        const answer = streamChat({ baseUrl: 'http://127.0.0.1/v1', apiKey: key }, request, {
          // exactly these pieces, unlike over a network
          fetch: async () =>
            new Response(ReadableStream.from(pieces.filter((piece) => piece.length > 0)), {
              headers: { 'content-type': 'text/event-stream' },
            }),
          clock: systemClock,
          signal: new AbortController().signal,
        })
        expect(await whole(answer)).toEqual({ text, end: { error: null, finishReason: 'stop', usage: null } })
      }),
      { numRuns: 200 },
    )
  })

  test('any bytes have exactly one end, and nothing is thrown or printed', async () => {
    const printed = vi.spyOn(console, 'error')
    const line = fc.oneof(
      fc.constantFrom(
        `data: ${content('x')}\n\n`,
        'data: [DONE]\n\n',
        ': c\n',
        '\r',
        '\n',
        'event: error\n',
        'data: null\n\n',
        'data: 7\n\n',
        'data: {"error":1}\n\n',
        'data: {"choices":[null]}\n\n',
      ),
      fc.string(),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            line.map((text) => Buffer.from(text)),
            fc.uint8Array(),
          ),
        ),
        async (pieces) => {
          const answer = streamChat({ baseUrl: 'http://127.0.0.1/v1', apiKey: key }, request, {
            fetch: async () =>
              new Response(ReadableStream.from(pieces.filter((piece) => piece.length > 0)), {
                headers: { 'content-type': 'text/event-stream' },
              }),
            clock: systemClock,
            signal: new AbortController().signal,
          })
          await whole(answer)
        },
      ),
      { numRuns: 300 },
    )
    // by default the SDK prints unreadable data to the console
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
  })
})

describe('silence of a stream', () => {
  /** A clock that reports new timers, which the watchdog sets at each sign of life. */
  class WatchedClock extends ManualClock {
    readonly set: number[] = []
    onSet: () => void = () => {}
    override after(ms: number, run: () => void): () => void {
      this.set.push(this.now() + ms)
      this.onSet()
      return super.after(ms, run)
    }
    async settings(count: number): Promise<void> {
      while (this.set.length < count) await new Promise<void>((resolve) => (this.onSet = resolve))
    }
  }

  test('silence beyond the limit ends the answer as stalled, and closes the connection', async () => {
    const hungUp = signal()
    const server = await serve((asked, response) => {
      asked.socket.once('close', () => hungUp.give())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${content('so far')}\n\n`)
    })
    const clock = new WatchedClock()
    const deltas = ask(server, { clock })
    expect((await deltas.next()).value).toEqual({ type: 'text', text: 'so far' })
    const end = deltas.next()
    clock.advance(59_999)
    clock.advance(1)
    expect((await end).value).toMatchObject({ type: 'end', end: { error: { code: 'stalled' } } })
    expect((await deltas.next()).done).toBe(true)
    await hungUp.come
    expect(clock.nextIn).toBeNull()
  })

  test('keep-alive comments prevent a timeout for as long as they arrive', async () => {
    const more = signal<(text: string) => void>()
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${content('a')}\n\n`)
      more.give((text) => void response.write(text))
    })
    const clock = new WatchedClock()
    const answer = whole(ask(server, { clock }))
    const write = await more.come
    await clock.settings(2)
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance(50_000)
      const seen = clock.set.length
      write(': keep-alive\n\n')
      await clock.settings(seen + 1)
    }
    write(`data: ${content('b')}\n\ndata: [DONE]\n\n`)
    expect(await answer).toMatchObject({ text: 'ab', end: { error: null } })
  })
})

describe('Stop during a stream', () => {
  test('Stop closes the connection in the middle of an answer', async () => {
    const hungUp = signal()
    const server = await serve((asked, response) => {
      asked.socket.once('close', () => hungUp.give())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${content('a')}\n\n`)
    })
    const controller = new AbortController()
    const deltas = ask(server, { signal: controller.signal })
    await deltas.next()
    controller.abort()
    expect((await whole(deltas)).end.error?.code).toBe('cancelled')
    await hungUp.come
  })

  test('Stop closes the connection before the gateway begins to answer', async () => {
    const hungUp = signal()
    const arrived = signal()
    const server = await serve((asked) => {
      asked.socket.once('close', () => hungUp.give())
      arrived.give()
    })
    const controller = new AbortController()
    const answer = whole(ask(server, { signal: controller.signal }))
    await arrived.come
    controller.abort()
    expect((await answer).end.error?.code).toBe('cancelled')
    await hungUp.come
  })

  test('Stop before the request sends nothing', async () => {
    const server = await serve((_, response) => void response.end())
    expect((await whole(ask(server, { signal: AbortSignal.abort() }))).end.error?.code).toBe('cancelled')
    expect(server.paths).toEqual([])
  })

  test('a reader that stops reading closes the connection', async () => {
    const hungUp = signal()
    const server = await serve((asked, response) => {
      asked.socket.once('close', () => hungUp.give())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${content('a')}\n\n`)
    })
    const clock = new ManualClock()
    const deltas = ask(server, { clock })
    await deltas.next()
    await deltas.return()
    await hungUp.come
    expect(clock.nextIn).toBeNull()
  })
})

describe('a request that cannot be made', () => {
  test('a request to a closed port reports a refused connection', async () => {
    const server = await loopbackServer(() => {})
    await server.close()
    expect((await whole(ask(server))).end.error?.code).toBe('refused')
  })

  test('a key that no header can carry is reported as wrong, without the key', async () => {
    const server = await serve((_, response) => void response.end())
    const answer = streamChat({ baseUrl: `${server.origin}/v1`, apiKey: 'sk-全角密钥' }, request, {
      fetch: testedFetch,
      clock: systemClock,
      signal: new AbortController().signal,
    })
    const { end } = await whole(answer)
    expect([end.error?.code, JSON.stringify(end).includes('密钥'), server.paths]).toEqual(['invalid_key', false, []])
  })

  test('a connection that breaks keeps the text and reports it as lost', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${content('a')}\n\n`, () => response.socket?.resetAndDestroy())
    })
    const { end } = await whole(ask(server))
    expect(end.error?.code).toBe('connection_lost')
  })

  test('the key is never shown, even if the gateway repeats it', async () => {
    const server = await serve((asked, response) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `Wrong: ${asked.headers.authorization}`, code: key } }))
    })
    const { end } = await whole(ask(server))
    expect([end.error?.code, JSON.stringify(end).includes(key)]).toEqual(['invalid_key', false])
  })
})
