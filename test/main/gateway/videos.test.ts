import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { pollVideo, submitVideo, type TaskAnswer, type VideoIo } from '../../../src/main/gateway/videos.ts'
import type { Result } from '../../../src/shared/ipc/result.ts'
import type { VideoRequest } from '../../../src/shared/video.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../fakes/loopback-server.ts'
import { ManualClock } from '../../fakes/platform.ts'

const apiKey = 'sk-secret-canary-123456'
const asked: VideoRequest = {
  connectionId: 'c',
  model: 'demo-video-landscape',
  prompt: '一只苍鹭 over a quiet harbour',
  duration: 15,
}
const task = { id: 'task-1', status: 'pending', created_at: 1_800_000_000 }

interface Seen {
  readonly method: string
  readonly url: string
  readonly authorization: string
  readonly body: string
}

let server: LoopbackServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** A gateway with a given answer; returns the requests it has seen. */
async function gateway(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const seen: Seen[] = []
  const opened = await loopbackServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, authorization: headers.authorization ?? '', body: Buffer.concat(parts).toString() })
      answer(request, response)
    })
  })
  server = opened
  const clock = new ManualClock()
  const io = (changes: Partial<VideoIo> = {}): VideoIo => ({
    fetch: testedFetch,
    clock,
    signal: new AbortController().signal,
    words: {},
    ...changes,
  })
  const access = { baseUrl: `${opened.origin}/v1`, apiKey }
  return {
    seen,
    clock,
    submit: (changes?: Partial<VideoIo>) => submitVideo(access, asked, io(changes)),
    poll: (taskId: string, changes?: Partial<VideoIo>) => pollVideo(access, taskId, io(changes)),
  }
}

const says =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (_: unknown, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const codeOf = (answer: Result<TaskAnswer>): string => (answer.ok ? 'ok' : answer.error.code)

describe('the submission of a video', () => {
  test('a submission carries only the model, the prompt, the duration and async', async () => {
    const { seen, submit } = await gateway(says(task))
    expect(await submit()).toMatchObject({ ok: true, value: { report: { taskId: 'task-1', meaning: 'pending' } } })
    expect(seen.map(({ method, url, authorization }) => [method, url, authorization])).toEqual([
      ['POST', '/v1/videos/generations', `Bearer ${apiKey}`],
    ])
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      model: 'demo-video-landscape',
      prompt: '一只苍鹭 over a quiet harbour',
      duration: 15,
      async: true,
    })
  })

  test('a submission has the gateway’s own time, or none', async () => {
    const { submit } = await gateway(says(task, 200, { date: 'Sat, 21 Nov 2026 12:00:00 GMT' }))
    expect(await submit()).toMatchObject({ value: { gatewayNow: Date.UTC(2026, 10, 21, 12) } })
    await server?.close()
    const mute = await gateway((_, response) => {
      response.sendDate = false
      says(task)(_, response)
    })
    expect(await mute.submit()).toMatchObject({ value: { gatewayNow: null } })
  })

  test('status words are read by the user’s own table', async () => {
    const { submit } = await gateway(says({ id: 't', status: 'Moon-Lighting' }))
    expect(await submit({ words: { moon_lighting: 'processing' } })).toMatchObject({
      value: { report: { word: 'Moon-Lighting', meaning: 'processing' } },
    })
  })

  test.each([
    ['NaN', '{"id":"task-1","status":"pending","progress":NaN}', ''],
    ['Python', "{'id': 'task-1', 'status': 'pending', 'url': None}", ''],
    ['a list of one', JSON.stringify([task]), ''],
    ['an event', `data: ${JSON.stringify(task)}\n\ndata: [DONE]\n\n`, ''],
    ['half of it, after its id', '{"id":"task-1","sta', ''],
    ['words behind it', `${JSON.stringify(task)} thanks`, 'thanks'],
  ])('with a task in %s is a task, kept before it is read', async (_, body, rest) => {
    const kept: string[] = []
    const { submit } = await gateway(says(body))
    const answer = await submit({ keepAnswer: async (raw) => void kept.push(Buffer.from(raw.body).toString()) })
    expect(answer).toMatchObject({ ok: true, value: { report: { taskId: 'task-1' }, rest } })
    expect(kept).toEqual([body])
  })

  test.each([
    ['400', says({ error: { message: 'no' } }, 400), 'bad_request'],
    ['401', says({ error: 'no' }, 401), 'invalid_key'],
    ['404', says({ error: { message: 'no such model' } }, 404), 'model_not_found'],
    ['429 for the balance', says({ error: { code: 'insufficient_quota' } }, 429), 'quota'],
    ['429 for frequency', says({ error: { message: 'slow down' } }, 429), 'rate_limited'],
    ['500', says({ error: 'no' }, 500), 'server_error'],
    ['503', says('', 503), 'unavailable'],
    ['an HTML page', says('<!doctype html><p>Sign in'), 'not_a_gateway'],
    ['half a JSON', says('{"status": "pending", "id": "task-1'), 'cut_short'],
    ['no body', says(''), 'empty_answer'],
    ['a list', says([1]), 'empty_answer'],
    ['null', says('null'), 'empty_answer'],
    ['two megabytes', says(`"${'x'.repeat(2 * 1024 * 1024)}"`), 'answer_too_large'],
    ['a redirect', says('', 302, { location: 'http://127.0.0.1:9/' }), 'redirected'],
    [
      'a connection that breaks',
      (request: IncomingMessage) => void request.socket.resetAndDestroy(),
      'connection_lost',
    ],
    [
      'a body that breaks off',
      (_: unknown, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"id":', () => response.socket?.resetAndDestroy())
      },
      'connection_lost',
    ],
  ])('that meets %s reports it, and was sent once', async (_name, answer, code) => {
    const { seen, submit } = await gateway(answer)
    expect([codeOf(await submit()), seen.length]).toEqual([code, 1])
  })

  test('a submission has the wait that the gateway asks for', async () => {
    const { submit } = await gateway(says({}, 429, { 'retry-after': '7' }))
    expect(await submit()).toMatchObject({ error: { code: 'rate_limited', retryAfterMs: 7000, status: 429 } })
  })
})

describe('a poll of a video task', () => {
  test.each([
    ['a/b', '/v1/videos/generations/a%2Fb'],
    ['../../models', '/v1/videos/generations/..%2F..%2Fmodels'],
    ['a?b=c#d', '/v1/videos/generations/a%3Fb%3Dc%23d'],
    ['%2e%2e', '/v1/videos/generations/%252e%252e'],
    ['任务 1', '/v1/videos/generations/%E4%BB%BB%E5%8A%A1%201'],
    ['a\r\nx: y', '/v1/videos/generations/a%0D%0Ax%3A%20y'],
    ['...', '/v1/videos/generations/...'],
  ])('a poll for %j requests only that task', async (id, path) => {
    const { seen, poll } = await gateway(says(task))
    expect(codeOf(await poll(id))).toBe('ok')
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([['GET', path, '']])
  })

  test('a poll keeps the status of a 404', async () => {
    const { poll } = await gateway(says({ error: { code: 'task_not_found' } }, 404))
    expect(await poll('t')).toMatchObject({ ok: false, error: { status: 404 } })
  })

  test('a poll waits 30 s for the whole answer, and no longer', async () => {
    const arrived = signal()
    const { clock, poll } = await gateway(() => arrived.give())
    const answer = poll('t')
    await arrived.come
    clock.advance(29_999)
    expect(await Promise.race([answer, new Promise((resolve) => setImmediate(resolve, 'waits'))])).toBe('waits')
    clock.advance(1)
    expect(codeOf(await answer)).toBe('timeout')
    expect(clock.nextIn).toBeNull()
  })

  test('a poll whose answer stops in the middle times out as well', async () => {
    const { clock, poll } = await gateway((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"id":')
    })
    const begun = signal()
    const answer = poll('t', {
      fetch: async (input, init) => {
        const response = await testedFetch(input, init)
        begun.give()
        return response
      },
    })
    await begun.come
    clock.advance(30_000)
    expect(codeOf(await answer)).toBe('timeout')
  })

  test('a poll can be cancelled before and during its answer', async () => {
    const arrived = signal()
    const { clock, poll } = await gateway(() => arrived.give())
    const stop = new AbortController()
    const answer = poll('t', { signal: stop.signal })
    await arrived.come
    stop.abort()
    expect([codeOf(await answer), clock.nextIn]).toEqual(['cancelled', null])
    expect(codeOf(await poll('t', { signal: AbortSignal.abort() }))).toBe('cancelled')
  })
})

test('a submission may take ten minutes', async () => {
  const arrived = signal()
  const { clock, submit } = await gateway(() => arrived.give())
  const answer = submit()
  await arrived.come
  expect(clock.nextIn).toBe(10 * 60_000)
  clock.advance(10 * 60_000)
  expect(codeOf(await answer)).toBe('timeout')
})

test.each([
  ['an error', says({ error: { message: `the key ${apiKey} is wrong`, code: apiKey } }, 401)],
  ['an error in words', says(`no: ${apiKey}`, 500)],
  ['a failure', says({ id: 't', status: 'failed', error: `no access for ${apiKey}` })],
  ['an answer', says({ id: 't', status: 'pending', key: apiKey })],
])('the key that a gateway quotes in %s goes no further', async (_name, answer) => {
  const { poll, submit } = await gateway(answer)
  expect(JSON.stringify([await submit(), await poll('t')])).not.toContain('canary')
})

test('a key that no header can carry is reported, and nothing is sent', async () => {
  const { seen } = await gateway(says(task))
  const io = { fetch: testedFetch, clock: new ManualClock(), signal: new AbortController().signal, words: {} }
  const answer = await submitVideo({ baseUrl: `${server?.origin}/v1`, apiKey: 'sk ｋ' }, asked, io)
  expect([codeOf(answer), seen]).toEqual(['invalid_key', []])
})
