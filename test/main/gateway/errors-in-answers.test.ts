import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { AnswerReader } from '../../../src/main/gateway/answer-reader.ts'
import type { ChatDelta } from '../../../src/main/gateway/answer-stream.ts'
import { streamChat } from '../../../src/main/gateway/chat-stream.ts'
import { streamCompletion } from '../../../src/main/gateway/completions.ts'
import { EmbeddingForms } from '../../../src/main/gateway/embedding-form.ts'
import { fetchEmbeddings } from '../../../src/main/gateway/embeddings.ts'
import type { RawAnswer } from '../../../src/main/gateway/exchange.ts'
import { requestImages } from '../../../src/main/gateway/images.ts'
import { fetchModels } from '../../../src/main/gateway/models.ts'
import { streamResponses } from '../../../src/main/gateway/responses.ts'
import { requestTranscription } from '../../../src/main/gateway/transcriptions.ts'
import { pollVideo, submitVideo } from '../../../src/main/gateway/videos.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import type { AppError } from '../../../src/shared/errors.ts'
import type { Result } from '../../../src/shared/ipc/result.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'
import { wav } from '../../fakes/recordings.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-errors-'))
afterAll(() => rmSync(folder, { recursive: true }))
const servers: LoopbackServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** What a caller got: the error, the words it was given as an answer, and the body that was kept. */
interface Got {
  readonly error: AppError | null
  readonly text: string
  readonly finishReason: string | null
  readonly kept: string
}

interface Sent {
  readonly body: unknown
  readonly status?: number
  readonly isStream?: boolean
}

type Access = { readonly baseUrl: string; readonly apiKey: string }

async function serve({ body, status = 200, isStream = false }: Sent) {
  const server = await loopbackServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(status, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  servers.push(server)
  const kept: RawAnswer[] = []
  const io = {
    fetch: testedFetch,
    clock: systemClock,
    signal: new AbortController().signal,
    keepAnswer: async (raw: RawAnswer) => void kept.push(raw),
  }
  const access: Access = { baseUrl: `${server.origin}/v1`, apiKey: 'canary-key-of-the-errors' }
  return { access, io, keptText: () => kept.map((raw) => Buffer.from(raw.body).toString()).join('') }
}

type Io = Awaited<ReturnType<typeof serve>>['io']

async function streamed(deltas: AsyncIterable<ChatDelta>): Promise<Omit<Got, 'kept'>> {
  let text = ''
  for await (const delta of deltas) {
    if (delta.type === 'text') text += delta.text
    if (delta.type === 'end') return { error: delta.end.error, text, finishReason: delta.end.finishReason }
  }
  throw new Error('an answer without an end')
}

async function once(result: Promise<Result<unknown>>): Promise<Omit<Got, 'kept'>> {
  const got = await result
  return { error: got.ok ? null : got.error, text: got.ok ? JSON.stringify(got.value) : '', finishReason: null }
}

const asked = { model: 'm', temperature: null, topP: null, maxTokens: null, stream: true, stallMs: 60_000 }

const endpoints: Readonly<Record<string, (access: Access, io: Io) => Promise<Omit<Got, 'kept'>>>> = {
  chat: (access, io) => streamed(streamChat(access, { ...asked, messages: [] }, io)),
  completions: (access, io) =>
    streamed(streamCompletion(access, { ...asked, prompt: 'p', suffix: null, stop: [] }, io)),
  responses: (access, io) => streamed(streamResponses(access, { ...asked, messages: [] }, io)),
  images: (access, io) => {
    const request = { connectionId: 'c', model: 'm', prompt: 'p', n: 1, size: null, quality: null, edit: null }
    return once(requestImages(access, { ...request, responseFormat: null }, null, io))
  },
  transcriptions: (access, io) => {
    const path = join(folder, 'talk.wav')
    writeFileSync(path, wav(1))
    const file = { path, fileName: 'talk.wav', mime: 'audio/wav', format: 'json' as const }
    return once(
      requestTranscription(access, { model: 'm', language: null, prompt: null, temperature: null, ...file }, io),
    )
  },
  embeddings: (access, io) =>
    once(
      fetchEmbeddings(
        access,
        { model: 'm', texts: ['a'] },
        { ...io, reader: new AnswerReader(), forms: new EmbeddingForms() },
      ),
    ),
  models: (access, io) => once(fetchModels(access, io)),
  'a poll of a video': (access, io) => once(pollVideo(access, 'task-1', { ...io, words: {} })),
  'a submission of a video': async (access, io) => {
    const request = { connectionId: 'c', model: 'm', prompt: 'p', duration: 5 } as const
    const got = await submitVideo(access, request, { ...io, words: {} })
    if (!got.ok) return { error: got.error, text: '', finishReason: null }
    const { report } = got.value
    expect([report.meaning, report.taskId, report.link]).toEqual(['failed', null, null])
    // the job fails with these words
    const { code, message } = report
    const error = { code: 'stream_error', detail: '', status: 200, gatewayCode: code, gatewayMessage: message } as const
    return { error: { ...error, requestId: null, retryAfterMs: null }, text: '', finishReason: null }
  },
}

async function ask(endpoint: string, sent: Sent): Promise<Got> {
  const { access, io, keptText } = await serve(sent)
  const run = endpoints[endpoint]
  if (run === undefined) throw new Error(`no such endpoint: ${endpoint}`)
  const got = await run(access, io)
  return { ...got, kept: keptText() }
}

const failures: readonly (readonly [body: unknown, code: string, sentence: string])[] = [
  [{ success: false, message: '余额不足' }, 'quota', '余额不足'],
  [{ success: 'false', msg: '令牌无效', data: null }, 'invalid_key', '令牌无效'],
  [{ ok: false, description: 'The worker is gone' }, 'stream_error', 'The worker is gone'],
  [{ code: 'Arrearage', message: 'Access denied, your account is overdue.' }, 'quota', 'Access denied'],
  [{ code: 'InvalidApiKey', message: 'Invalid API-key provided.', request_id: 'r' }, 'invalid_key', 'Invalid API-key'],
  [{ code: 1113, msg: '您的账户已欠费，请充值后重试', data: [] }, 'quota', '欠费'],
  [{ code: 401, msg: 'token expired or incorrect', success: false }, 'invalid_key', 'token expired'],
  [{ error_code: 110, error_msg: 'Access token invalid or no longer valid' }, 'invalid_key', 'Access token invalid'],
  [{ errcode: 45009, errmsg: 'reach max api daily quota limit' }, 'quota', 'daily quota'],
  [
    { choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } },
    'quota',
    'insufficient balance',
  ],
  [{ base_resp: { status_code: 1004, status_msg: 'login fail: carry the secret' } }, 'invalid_key', 'login fail'],
  [{ header: { code: 10013, message: 'the input was refused', sid: 'x' } }, 'stream_error', 'the input was refused'],
  [{ Response: { Error: { Code: 'LimitExceeded', Message: 'Too many requests' } } }, 'rate_limited', 'Too many'],
  [{ result: null, success: false, errors: [{ code: 7003, message: 'No route' }] }, 'stream_error', 'No route'],
  [{ errors: [{ message: 'The field is wrong' }] }, 'stream_error', 'The field is wrong'],
  [[{ error: { code: 429, message: 'Resource exhausted', status: 'RESOURCE_EXHAUSTED' } }], 'rate_limited', 'Resource'],
  [{ error: '该令牌额度已用尽' }, 'quota', '额度已用尽'],
  [{ error: true, message: '请求过于频繁，请稍后再试' }, 'rate_limited', '请求过于频繁'],
  [{ error: { message: '{"error":{"message":"The upstream is down"}}' } }, 'stream_error', 'The upstream is down'],
  [{ status: 'error', message: 'Upstream gone' }, 'stream_error', 'Upstream gone'],
  [{ object: 'error', message: 'The input is too long', code: 40303 }, 'stream_error', 'The input is too long'],
  [{ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'stream_error', 'Overloaded'],
  [{ detail: 'Unauthorized' }, 'invalid_key', 'Unauthorized'],
  [{ message: '密钥不存在或已被禁用' }, 'invalid_key', '密钥不存在'],
  [{ code: 0, data: { error: { message: 'No capacity' } } }, 'stream_error', 'No capacity'],
]

describe.each(Object.keys(endpoints))('%s: an error inside a success', (endpoint) => {
  test.each(failures)('reads the error %j as %s', async (body, code, sentence) => {
    // a task can have this state
    if (endpoint === 'a poll of a video' && JSON.stringify(body).includes('"status":"error"')) return
    const got = await ask(endpoint, { body })
    // a limit of requests fails the video with its sentence
    const isReport = endpoint === 'a submission of a video' && code === 'rate_limited'
    expect(got.error?.code).toBe(isReport ? 'stream_error' : code)
    expect(got.error?.gatewayMessage).toContain(sentence)
    expect(got.error?.gatewayMessage).not.toContain('{')
    expect(got.text).toBe('')
    expect(got.kept).toBe(JSON.stringify(body))
  })
})

describe.each(['chat', 'completions', 'responses', 'images', 'transcriptions'])(
  'an error as an event at %s',
  (endpoint) => {
    test.each(failures)('reads the error event %j as %s', async (body, code, sentence) => {
      const got = await ask(endpoint, { body: `data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`, isStream: true })
      expect([got.error?.code, got.text]).toEqual([code, ''])
      expect(got.error?.gatewayMessage).toContain(sentence)
    })
  },
)

describe('a chat that fails in the middle', () => {
  const delta = (choice: object): object => ({ choices: [{ index: 0, ...choice }] })
  const events = (...values: readonly object[]): Sent => ({
    body: values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join(''),
    isStream: true,
  })

  test.each<[string, Sent, string]>([
    [
      'choices[0].error',
      events(delta({ delta: { content: 'Half an' } }), delta({ error: { code: 502, message: 'Provider gone' } })),
      'Half an',
    ],
    [
      'choices[0].error with the last words',
      events(
        delta({ delta: { content: 'Half ' } }),
        delta({ delta: { content: 'an' }, finish_reason: 'error', error: { message: 'Provider gone' } }),
      ),
      'Half an',
    ],
    [
      'an error beside the last words',
      events(delta({ delta: { content: 'Half ' } }), {
        ...delta({ delta: { content: 'an' } }),
        error: { message: 'Provider gone' },
      }),
      'Half an',
    ],
    [
      'a whole choice with an error',
      {
        body: delta({
          message: { content: 'Half an' },
          finish_reason: 'error',
          error: { code: 502, message: 'Provider gone' },
        }),
      },
      'Half an',
    ],
    [
      'a whole answer with base_resp',
      {
        body: {
          ...delta({ message: { content: 'Half an' } }),
          base_resp: { status_code: 1013, status_msg: 'Provider gone' },
        },
      },
      'Half an',
    ],
  ])('%s: the words stay, and the reason is given', async (_, sent, text) => {
    const got = await ask('chat', sent)
    expect(got.text).toBe(text)
    expect([got.error?.code, got.error?.gatewayMessage]).toEqual(['stream_error', 'Provider gone'])
  })

  test('the finish reason "error" without an error object is an error', async () => {
    const got = await ask(
      'chat',
      events(delta({ delta: { content: 'Half' } }), delta({ delta: {}, finish_reason: 'error' })),
    )
    expect([got.text, got.error?.code, got.error?.gatewayMessage]).toEqual(['Half', 'stream_error', null])
  })
})

describe('an answer that is not an error', () => {
  const choices = [
    { message: { role: 'assistant', content: '余额不足 means "insufficient balance"' }, finish_reason: 'stop' },
  ]
  test.each<[unknown]>([
    [{ choices, success: true, code: 200, message: 'success' }],
    [{ choices, code: 0, msg: 'ok', error: null, errors: [] }],
    [{ choices, code: '0', error: { code: 0, message: '' } }],
    [{ choices, base_resp: { status_code: 0, status_msg: 'success' } }],
    [{ choices, error: {}, status: 'completed' }],
    [{ choices, code: 'Success', message: '成功' }],
    [{ choices, code: 10000, error: '' }],
  ])('%j', async (body) => {
    const got = await ask('chat', { body })
    expect([got.error, got.text]).toEqual([null, '余额不足 means "insufficient balance"'])
  })

  test('an accepted task may have a code and a message', async () => {
    for (const body of [
      { code: 1, description: '提交成功', result: '1712' },
      { code: 0, message: 'ok', data: { task_id: 't', status: 'queued' } },
      { base_resp: { status_code: 0, status_msg: 'success' }, task_id: 't' },
    ]) {
      const { access, io } = await serve({ body })
      const got = await submitVideo(
        access,
        { connectionId: 'c', model: 'm', prompt: 'p', duration: 5 },
        { ...io, words: {} },
      )
      expect(got.ok && got.value.report.meaning !== 'failed').toBe(true)
    }
  })
})

describe('a refusal by status', () => {
  test.each<[number, unknown, string, string]>([
    [
      400,
      [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }],
      'invalid_key',
      'API key not valid.',
    ],
    [400, { code: 'Arrearage', message: 'Access denied.' }, 'quota', 'Access denied.'],
    [400, { errors: [{ message: 'The field is wrong' }] }, 'bad_request', 'The field is wrong'],
    [401, [{ error: { message: 'No such key' } }], 'invalid_key', 'No such key'],
    [401, { error: { message: '该令牌额度已用尽' } }, 'quota', '该令牌额度已用尽'],
    [403, { error: { message: '用户额度不足, 剩余额度: ＄0.00' } }, 'quota', '用户额度不足, 剩余额度: ＄0.00'],
    [429, [{ error: { code: 429, message: 'Slow down', status: 'RESOURCE_EXHAUSTED' } }], 'rate_limited', 'Slow down'],
    [429, { error: { message: '您的账户已欠费' } }, 'quota', '您的账户已欠费'],
    [
      429,
      { error: { message: 'Your account balance is insufficient' } },
      'quota',
      'Your account balance is insufficient',
    ],
    [
      400,
      { error: { message: '{"error":{"message":"The prompt is too long","code":"x"}}' } },
      'bad_request',
      'The prompt is too long',
    ],
    [
      400,
      { message: 'upstream said: {"type":"error","error":{"message":"max_tokens is wrong"}}' },
      'bad_request',
      'max_tokens is wrong',
    ],
    [
      500,
      { error: { message: "Error code: 400 - {'error': {'message': 'No such voice', 'param': None}}" } },
      'server_error',
      'No such voice',
    ],
    [
      500,
      { error: 'status 400: {\n "error": {\n "code": 400,\n "message": "Please use a valid role"\n }\n}\n' },
      'server_error',
      'Please use a valid role',
    ],
    [
      502,
      { error: { message: 'Provider returned error', metadata: { raw: '{"error":{"message":"Out of memory"}}' } } },
      'server_error',
      'Provider returned error: Out of memory',
    ],
    [422, { message: 'The set {a, b} is not allowed' }, 'bad_request', 'The set {a, b} is not allowed'],
  ])('%i %j is %s', async (status, body, code, sentence) => {
    const got = await ask('chat', { body, status })
    expect([got.error?.code, got.error?.gatewayMessage]).toEqual([code, sentence])
  })
})
