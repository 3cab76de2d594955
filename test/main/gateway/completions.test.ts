import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createDemoGateway } from '../../../src/demo-gateway/server.ts'
import type { ChatDelta, ChatEnd } from '../../../src/main/gateway/answer-stream.ts'
import { type CompletionRequest, refusesSuffix, streamCompletion } from '../../../src/main/gateway/completions.ts'
import type { Fetch } from '../../../src/main/platform.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { appError } from '../../../src/shared/errors.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../fakes/loopback-server.ts'

const key = 'canary-key-of-completions'
const servers: LoopbackServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const request: CompletionRequest = {
  model: 'm',
  prompt: 'Once upon',
  suffix: null,
  stop: [],
  temperature: null,
  topP: null,
  maxTokens: null,
  stream: true,
  stallMs: 60_000,
}

function ask(
  baseUrl: string,
  changes: Partial<CompletionRequest> = {},
  { fetch = testedFetch, apiKey = key, aborted = new AbortController().signal } = {},
): AsyncGenerator<ChatDelta, void, undefined> {
  const io: { readonly fetch: Fetch } = { fetch }
  return streamCompletion(
    { baseUrl, apiKey },
    { ...request, ...changes },
    { ...io, clock: systemClock, signal: aborted },
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

async function serve(body: string, type = 'text/event-stream', status = 200) {
  const bodies: unknown[] = []
  const server = await loopbackServer(async (asked, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of asked) chunks.push(chunk)
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  servers.push(server)
  return { baseUrl: `${server.origin}/v1`, paths: server.paths, bodies }
}

const piece = (text: string, reason: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, text, finish_reason: reason }] })}\n\n`

describe('a text that continues', () => {
  test.each([
    ['the usual', `${piece(' a')}${piece(' time')}${piece('', 'stop')}data: [DONE]\n\n`, 'stop'],
    ['no [DONE]', `${piece(' a')}${piece(' time', 'length')}`, 'length'],
    ['a whole body', '{"choices":[{"text":" a time","index":0,"finish_reason":"stop"}]}', 'stop'],
    [
      'deltas of chat completions',
      'data: {"choices":[{"delta":{"content":" a time"},"finish_reason":"stop"}]}\n\n',
      'stop',
    ],
  ])('%s', async (_, body, reason) => {
    const { baseUrl } = await serve(body)
    const { text, end } = await whole(ask(baseUrl))
    expect([text, end.error, end.finishReason]).toEqual([' a time', null, reason])
  })

  test('a completion keeps the white space at its ends', async () => {
    const { baseUrl } = await serve(`${piece('\n\n  a ')}${piece('', 'stop')}`)
    expect((await whole(ask(baseUrl))).text).toBe('\n\n  a ')
  })

  test('a completion that is cut off is truncated, and its text is kept', async () => {
    const { baseUrl } = await serve(piece(' a'))
    const { text, end } = await whole(ask(baseUrl))
    expect([text, end.error?.code]).toEqual([' a', 'cut_short'])
  })

  test('a completion does not depend on where its bytes are split', async () => {
    const said = ' 朱砂 🍵 “tea”\n'
    const bytes = Buffer.from(`${piece(said.slice(0, 5))}${piece(said.slice(5))}${piece('', 'stop')}data: [DONE]\n\n`)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 1 }), async (at) => {
        const fetch: Fetch = async () =>
          new Response(ReadableStream.from([bytes.subarray(0, at), bytes.subarray(at)]), {
            headers: { 'content-type': 'text/event-stream' },
          })
        const { text, end } = await whole(ask('http://127.0.0.1/v1', {}, { fetch }))
        expect([text, end.error]).toEqual([said, null])
      }),
      { numRuns: 100 },
    )
  })

  test('a completion comes from the demo gateway, streamed and whole', async () => {
    const gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
    try {
      const asked = { model: 'demo-chat', prompt: 'Tell me about tides' }
      const [one, other] = [
        await whole(ask(gateway.baseUrl, asked, { apiKey: gateway.key })),
        await whole(ask(gateway.baseUrl, { ...asked, stream: false }, { apiKey: gateway.key })),
      ]
      expect([one.end.error, other.end.error, one.text]).toEqual([null, null, other.text])
      expect(one.text.length).toBeGreaterThan(20)
    } finally {
      await gateway.close()
    }
  })
})

describe('the request for a continuation', () => {
  test('the request has the text, and only parameters that are set', async () => {
    const { baseUrl, bodies, paths } = await serve(piece('x', 'stop'))
    await whole(ask(baseUrl))
    await whole(
      ask(baseUrl, {
        suffix: ' end.',
        stop: ['\n\n', 'END'],
        temperature: 0.5,
        topP: 0.9,
        maxTokens: 7,
        stream: false,
      }),
    )
    expect(paths).toEqual(['/v1/completions', '/v1/completions'])
    expect(bodies).toEqual([
      { model: 'm', prompt: 'Once upon', max_tokens: 512, stream: true },
      {
        model: 'm',
        prompt: 'Once upon',
        suffix: ' end.',
        stop: ['\n\n', 'END'],
        temperature: 0.5,
        top_p: 0.9,
        max_tokens: 7,
      },
    ])
  })

  test('a model that refuses suffixes gives its own error code', async () => {
    const refused = async (message: string) => {
      const { baseUrl } = await serve(JSON.stringify({ error: { message } }), 'application/json', 400)
      const { end } = await whole(ask(baseUrl, { suffix: 'x' }))
      return refusesSuffix(end.error ?? appError('internal'))
    }
    expect(await refused('This model does not support suffix.')).toBe(true)
    expect(await refused('The prompt is too long.')).toBe(false)
  })

  test('Stop ends the request', async () => {
    const hungUp = signal()
    const server = await loopbackServer((asked, response) => {
      asked.socket.once('close', () => hungUp.give())
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(piece('a'))
    })
    servers.push(server)
    const controller = new AbortController()
    const deltas = ask(`${server.origin}/v1`, {}, { aborted: controller.signal })
    await deltas.next()
    controller.abort()
    expect((await whole(deltas)).end.error?.code).toBe('cancelled')
    await hungUp.come
  })
})
