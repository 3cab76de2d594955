import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { streamChat } from '../../../../src/main/gateway/chat-stream.ts'
import { requestImages } from '../../../../src/main/gateway/images.ts'
import { pollVideo } from '../../../../src/main/gateway/videos.ts'
import { RequestLog, type RequestSubject } from '../../../../src/main/services/requests/request-log.ts'
import type { GatewayRequest } from '../../../../src/shared/gateway-request.ts'
import { gotTextMax, sentTextMax } from '../../../../src/shared/request-limits.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { testedFetch } from '../../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../../fakes/loopback-server.ts'
import { ManualClock } from '../../../fakes/platform.ts'

const key = 'sk-canary-Zq7Vw2Xk9Lm4Tn8Rb3Yc6Hd5'

let server: LoopbackServer
let said: { readonly status: number; readonly type: string; readonly parts: readonly string[] }
let clock: ManualClock
let log: RequestLog
let changes = 0
/** Runs before each part of an answer is sent. */
let before: () => void = () => undefined

beforeAll(async () => {
  server = await loopbackServer(async (request, response) => {
    request.resume()
    await once(request, 'end')
    response.writeHead(said.status, { 'content-type': said.type, 'x-request-id': 'req-7', 'x-echo': `Bearer ${key}` })
    for (const part of said.parts) {
      before()
      await new Promise((done) => response.write(part, done))
    }
    response.end()
  })
})
afterAll(async () => await server.close())
beforeEach(() => {
  clock = new ManualClock()
  changes = 0
  before = () => undefined
  const emit = (): void => {
    changes += 1
  }
  log = new RequestLog({ clock, events: { emit } })
})

const io = (subject: Partial<RequestSubject> = {}) => ({
  fetch: testedFetch,
  clock,
  signal: new AbortController().signal,
  words: {},
  record: log.about({ kind: 'chat', itemId: 'answer', model: 'm', ...subject }),
})
const access = (query = '') => ({ baseUrl: `${server.origin}/v1${query}`, apiKey: key })
const event = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

async function chat(text: string, pictures: readonly string[] = [], subject: Partial<RequestSubject> = {}) {
  const shown = pictures.map((url) => ({ type: 'image_url' as const, image_url: { url } }))
  const content = [{ type: 'text' as const, text }, ...shown]
  const request = { model: 'm', temperature: null, topP: null, maxTokens: null, stream: true, stallMs: 60_000 }
  const messages = [{ role: 'user' as const, content }]
  for await (const delta of streamChat(access(), { ...request, messages }, io(subject))) void delta
}

function only(): GatewayRequest {
  const [first] = log.listRequests()
  return log.get({ id: first?.id ?? '' })
}

test('lists sent and received bodies with times, and the key nowhere', async () => {
  said = { status: 200, type: 'text/event-stream', parts: [event('Hel'), event(`lo ${key}`), 'data: [DONE]\n\n'] }
  before = () => clock.advance(40)
  await chat(`My key is ${key}, isn't it?`)
  const found = only()
  expect(found).toMatchObject({
    ...{ kind: 'chat', itemId: 'answer', model: 'm', method: 'POST', status: 200, error: null, requestId: 'req-7' },
    url: `${server.origin}/v1/chat/completions`,
  })
  expect(found.sentHeaders).toContainEqual(['authorization', 'Bearer $API_KEY'])
  expect(found.body).toMatchObject({ kind: 'text', isCut: false, text: expect.stringContaining('"My key is •••, isn') })
  const text = found.parts.map((part) => part.text).join('')
  expect(text).toContain('lo •••')
  expect(text).toMatch(/data: \[DONE\]\n\n$/)
  expect(found.bytes).toBe(Buffer.byteLength(text))
  expect(found.hash).toBe(createHash('sha256').update(text).digest('hex'))
  expect([found.headersMs, found.firstByteMs, found.endMs].every((ms) => ms !== null && ms >= 0)).toBe(true)
  expect(JSON.stringify(found)).not.toContain(key)
  expect(found.gotHeaders).toContainEqual(['x-echo', 'Bearer ***'])
})

const deltas = (...all: readonly object[]) => all.map((delta) => ({ choices: [{ index: 0, delta }] }))
const [half, rest] = [key.slice(0, 15), key.slice(15)]
const call = (index: number, said: string) => ({ tool_calls: [{ index, function: { name: 'f', arguments: said } }] })
const args = (delta: string) => ({ type: 'response.function_call_arguments.delta', output_index: 0, delta })

test.each<readonly [string, readonly object[]]>([
  ['the text', deltas({ content: `It is ${half}` }, { content: `${rest}, yes` })],
  ['the thoughts', deltas({ reasoning_content: half }, { content: 'Hm' }, { reasoning_content: rest })],
  ['a call among others', deltas(call(0, half), call(1, '{}'), call(0, rest))],
  ['another choice', [half, rest].map((content) => ({ choices: [{ index: 1, delta: { content } }] }))],
  ['arguments of a response', [args(half), args(rest)]],
  ['an unknown field', [{ note: half }, { note: rest }]],
  ['more than two events', [...key].map((sign) => ({ choices: [{ index: 0, delta: { content: sign } }] }))],
])('a key that comes in parts leaves nothing of the answer: %s', async (_where, events) => {
  const parts = events.map((value) => `data: ${JSON.stringify(value)}\n\n`)
  said = { status: 200, type: 'text/event-stream', parts: [...parts, event('and more'), 'data: [DONE]\n\n'] }
  const kept: string[] = []
  log.keepOn({
    keepRequest: (request) => void kept.push(JSON.stringify(request.parts)),
    drop: () => undefined,
    clear: () => undefined,
  })
  await chat('Which key?')
  expect(only()).toMatchObject({ isCut: true, hash: null, parts: [{ text: expect.stringContaining('left out') }] })
  expect(only().bytes).toBe([...said.parts].join('').length)
  expect(kept.at(-1)).toBe(JSON.stringify(only().parts))
})

test('a body of consecutive objects contains no key in parts', async () => {
  const parts = deltas({ content: half }, { content: rest }).map((value) => `${JSON.stringify(value)}\n`)
  said = { status: 200, type: 'application/json', parts }
  await chat('Which key?')
  expect(JSON.stringify(only())).not.toMatch(new RegExp(`${half}|${rest}`))
})

test('a key in the address is removed', async () => {
  said = { status: 200, type: 'application/json', parts: ['{"id":"task","status":"queued"}'] }
  await pollVideo(access(`/${key}/x`), 'task', io({ kind: 'video' }))
  expect(only().url).toContain('/v1/***/x/')
  expect(JSON.stringify([only(), log.listRequests()])).not.toContain(key)
})

test('a refusal and a broken connection are logged with their error', async () => {
  said = { status: 429, type: 'application/json', parts: [`{"error":{"message":"slow down, ${key}"}}`] }
  await chat('hello')
  expect(only()).toMatchObject({ status: 429, error: 'rate_limited' })
  expect(only().parts[0]?.text).toBe('{"error":{"message":"slow down, •••"}}')
  const failing = { ...io({ itemId: 'other' }), fetch: () => Promise.reject(new TypeError('fetch failed')) }
  await pollVideo(access(), 'task', failing)
  expect(only()).toMatchObject({ itemId: 'other', status: null, parts: [] })
  expect(only().error).not.toBeNull()
  expect(only().endMs).not.toBeNull()
})

test.each<readonly [string, readonly string[], string | null]>([
  [
    'an error in a stream',
    [event('hi'), 'data: {"error":{"message":"boom","code":"server_error"}}\n\n'],
    'stream_error',
  ],
  ['a stream that is cut short', [event('hi')], 'cut_short'],
  ['a whole answer', [event('hi'), 'data: [DONE]\n\n'], null],
])('a success shows why its answer failed: %s', async (_name, parts, error) => {
  said = { status: 200, type: 'text/event-stream', parts }
  await chat('hello')
  expect(only()).toMatchObject({ status: 200, error })
  expect(log.listRequests()[0]?.error).toBe(error)
})

test('a success without a result is marked so, also in the stored log', async () => {
  said = { status: 200, type: 'application/json', parts: ['<!doctype html><p>Hello'] }
  const kept: (string | null)[] = []
  log.keepOn({ keepRequest: ({ error }) => void kept.push(error), drop: () => undefined, clear: () => undefined })
  await pollVideo(access(), 'task', io({ kind: 'video' }))
  expect(only()).toMatchObject({ status: 200, error: 'not_a_gateway' })
  expect(kept.at(-1)).toBe('not_a_gateway')
})

test('media are logged as hash and size, sent and received', async () => {
  const picture = Buffer.alloc(3_000_000, 7)
  said = { status: 200, type: 'text/event-stream', parts: ['data: [DONE]\n\n'] }
  await chat('Look', [`data:image/png;base64,${picture.toString('base64')}`])
  const hash = createHash('sha256').update(picture).digest('hex')
  // media are hashed apart from the sending
  await eventually(() => expect(only().body.kind).toBe('text'))
  expect(only().body).toMatchObject({
    isCut: true,
    text: expect.stringContaining(`base64,[3000000 bytes, sha256 ${hash}]"`),
  })

  said = { status: 200, type: 'application/json', parts: [`{"data":[{"b64_json":"${'QUJD'.repeat(3_000)}"}]}`] }
  const request = { connectionId: 'c', model: 'm', prompt: 'p', n: 1, size: null, quality: null, responseFormat: null }
  const source = new Uint8Array([1, 2, 3])
  const edit = { sourceId: 'a'.repeat(64), sourceImageId: null, maskId: null, keepOutside: false }
  await requestImages(
    access(),
    { ...request, edit },
    { source, mask: null, others: [], field: 'image[]' },
    io({ kind: 'image' }),
  )
  expect(only().parts.map(({ text }) => text)).toEqual(['{"data":[{"b64_json":"[12000 characters of base64]"}]}'])
  await eventually(() => expect(only().body.kind).toBe('form'))
  expect(only().body).toMatchObject({
    kind: 'form',
    fields: expect.arrayContaining([
      expect.objectContaining({ kind: 'file', bytes: 3, hash: createHash('sha256').update(source).digest('hex') }),
    ]),
  })
})

test('long texts are truncated without half a key at the end', async () => {
  // the cut goes through the key, wherever the body puts the text
  for (let shift = 0; shift < 8; shift += 1) {
    const lead = 'x'.repeat(sentTextMax - 80 + shift * 10)
    said = { status: 200, type: 'text/event-stream', parts: [event('y'.repeat(gotTextMax)), 'data: [DONE]\n\n'] }
    await chat(`${lead}${key} and more`)
    await eventually(() => expect(only().body.kind).toBe('text'))
    const { body, isCut, parts } = only()
    expect(body.kind === 'text' && body.isCut && body.text.length <= sentTextMax).toBe(true)
    expect(JSON.stringify(body)).not.toContain(key.slice(0, 12))
    expect(isCut).toBe(true)
    expect(parts.reduce((sum, { text }) => sum + text.length, 0)).toBe(gotTextMax)
  }
})

test('a clock that is set back makes no time negative', async () => {
  said = { status: 200, type: 'text/event-stream', parts: [event('one'), event('two'), 'data: [DONE]\n\n'] }
  before = () => clock.advance(-60_000)
  await chat('Hello')
  const { endMs, firstByteMs, headersMs, parts } = only()
  expect([headersMs, firstByteMs, endMs, ...parts.map(({ at }) => at)].every((ms) => ms === 0)).toBe(true)
})

test.each([
  ['that names the mark of media', `What is ;base64, for? ${'It is a long story. '.repeat(200)}`, null],
  ['that holds a quoted address', `<img src="data:image/png;base64,${'QUJD'.repeat(500)}"> and more`, 1_500],
  ['that holds an address in brackets', `url(data:image/png;base64,${'QUJD'.repeat(500)}) and more`, 1_500],
])('a text %s stays, and its body JSON', async (_name, text, bytes) => {
  said = { status: 200, type: 'text/event-stream', parts: ['data: [DONE]\n\n'] }
  await chat(text)
  // media are hashed apart
  await expect.poll(() => only().body.kind).toBe('text')
  const { body } = only()
  const sent = body.kind === 'text' ? body : null
  expect(sent?.isCut).toBe(bytes !== null)
  const told =
    bytes === null
      ? text
      : expect.stringMatching(new RegExp(`;base64,\\[${bytes} bytes, sha256 \\w{64}\\].* and more$`))
  expect(JSON.parse(sent?.text ?? '')).toMatchObject({ messages: [{ content: [{ text: told }] }] })
})

test('the last 200 requests are kept, with one check per video, and none after clearing', async () => {
  const short = {
    ...{ method: 'POST', url: 'https://g.example/v1', headers: [] },
    body: Promise.resolve({ kind: 'none' } as const),
  }
  for (let at = 0; at < 210; at += 1) {
    const record = log.about({ kind: 'chat', itemId: `answer ${at}`, model: 'm' })()
    record.sent(short)
    record.ended(null)
  }
  expect(log.listRequests().map(({ itemId }) => itemId)).toEqual(
    Array.from({ length: 200 }, (_, at) => `answer ${209 - at}`),
  )
  said = { status: 200, type: 'application/json', parts: ['{"id":"task","status":"queued"}'] }
  for (let at = 0; at < 3; at += 1) await pollVideo(access(), 'task', io({ kind: 'video', itemId: 'film' }))
  expect(log.listRequests().filter(({ itemId }) => itemId === 'film')).toHaveLength(1)
  const told = changes
  const { id } = only()
  log.clear()
  expect(log.listRequests()).toEqual([])
  expect(changes).toBe(told + 1)
  expect(() => log.get({ id })).toThrow()
})

test('the whole log is limited in bytes', async () => {
  const text = 'z'.repeat(sentTextMax)
  for (let at = 0; at < 150; at += 1) {
    const record = log.about({ kind: 'chat', itemId: String(at), model: 'm' })()
    const body = Promise.resolve({ kind: 'text', text, isCut: false } as const)
    record.sent({ method: 'POST', url: 'https://g.example/v1', headers: [], body })
    await body
    record.ended(null)
  }
  expect(log.listRequests().length).toBeLessThan(100)
  expect(log.listRequests()[0]?.itemId).toBe('149')
})
