import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChatDelta } from '../../../src/main/gateway/answer-stream.ts'
import { streamChat } from '../../../src/main/gateway/chat-stream.ts'
import type { RawAnswer } from '../../../src/main/gateway/exchange.ts'
import { requestImages } from '../../../src/main/gateway/images.ts'
import { fetchModels } from '../../../src/main/gateway/models.ts'
import { requestTranscription } from '../../../src/main/gateway/transcriptions.ts'
import { pollVideo, submitVideo } from '../../../src/main/gateway/videos.ts'
import { RequestLog } from '../../../src/main/services/requests/request-log.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'

const key = 'sk-canary-Zq7Vw2Xk9Lm4Tn8Rb3Yc6Hd5'

/** The gateway's answer to every request. */
let said: { readonly status: number; readonly body: string }
/** Headers that the gateway adds. */
let headers: Readonly<Record<string, string>> = {}
let kept: string[] = []
let server: LoopbackServer
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echoed-key-'))
  await writeFile(join(folder, 'sound.wav'), 'RIFF')
  server = await loopbackServer(async (request, response) => {
    request.resume()
    await once(request, 'end')
    response.writeHead(said.status, { 'content-type': 'application/json', ...headers })
    response.end(said.body)
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  log = new RequestLog({ clock: systemClock, events: { emit: () => undefined } })
  kept = []
  headers = {}
})

/** The inspector: what it holds is looked through too. */
let log = new RequestLog({ clock: systemClock, events: { emit: () => undefined } })
const inspected = () => log.listRequests().map(({ id }) => log.get({ id }))

const access = () => ({ baseUrl: `${server.origin}/v1`, apiKey: key })
const io = {
  fetch: testedFetch,
  clock: systemClock,
  signal: new AbortController().signal,
  words: {},
  record: () => log.about({ kind: 'chat', itemId: 'item', model: 'm' })(),
  keepAnswer: async ({ body, contentType }: RawAnswer) => void kept.push(contentType, Buffer.from(body).toString()),
}

async function chat(stream: boolean): Promise<unknown> {
  const messages = [{ role: 'user' as const, content: 'Which key?' }]
  const asked = { model: 'm', messages, temperature: null, topP: null, maxTokens: null, stream, stallMs: 1_000 }
  const deltas: ChatDelta[] = []
  for await (const delta of streamChat(access(), asked, io)) deltas.push(delta)
  return [deltas.map((delta) => (delta.type === 'text' ? delta.text : '')).join(''), deltas]
}
const image = {
  connectionId: 'c',
  model: 'm',
  prompt: 'p',
  n: 1,
  size: null,
  quality: null,
  responseFormat: null,
  edit: null,
}
const sound = () => ({
  model: 'm',
  path: join(folder, 'sound.wav'),
  fileName: 'sound.wav',
  mime: 'audio/wav',
  language: null,
  prompt: null,
  temperature: null,
  format: 'json' as const,
})

/** Every request of the app, with an answer that contains the key in every text field. */
const endpoints: Readonly<Record<string, { ask: () => Promise<unknown>; answer: (echo: string) => string }>> = {
  'a chat that streams': {
    ask: () => chat(true),
    answer: (echo) =>
      [
        `{"choices":[{"index":0,"delta":{"content":"It is ${echo}","reasoning_content":"${echo}"}},{"index":1,"delta":{"content":"${echo}"}}]}`,
        `no JSON ${echo}`,
        `{"choices":[{"index":0,"delta":{},"finish_reason":"${echo}"}]}`,
        '[DONE]',
      ]
        .map((data) => `data: ${data}\n\n`)
        .join(''),
  },
  'a chat with a failure in its stream': {
    ask: () => chat(true),
    answer: (echo) => `data: {"error":{"message":"${echo}","code":"${echo}"}}\n\n`,
  },
  'a chat that comes whole': {
    ask: () => chat(false),
    answer: (echo) => `{"choices":[{"message":{"content":"It is ${echo}"},"finish_reason":"${echo}"}]}`,
  },
  'images as links': {
    ask: () => requestImages(access(), image, null, io),
    answer: (echo) =>
      `{"data":[{"url":"https://pictures.example/?key=${echo}","revised_prompt":"${echo}"}],"${echo}":1}`,
  },
  'images with a failure': {
    ask: () => requestImages(access(), image, null, io),
    answer: (echo) => `{"error":{"message":"${echo}","type":"${echo}"}}`,
  },
  'a transcript': {
    ask: () => requestTranscription(access(), sound(), io),
    answer: (echo) =>
      `{"text":"It is ${echo}","language":"${echo}","segments":[{"start":0,"end":1,"text":"${echo}"}],"words":[{"word":"${echo}","start":0,"end":1}]}`,
  },
  'a transcript without JSON': {
    ask: () => requestTranscription(access(), sound(), io),
    answer: (echo) => `It is ${echo} and no more`,
  },
  'a video': {
    ask: () => submitVideo(access(), { connectionId: 'c', model: 'm', prompt: 'p', duration: 5 }, io),
    answer: (echo) => `{"id":"${echo}","status":"${echo}"} ${echo}`,
  },
  'a video that failed': {
    ask: () => pollVideo(access(), 'task', io),
    answer: (echo) => `{"id":"task","status":"failed","error":{"message":"${echo}"},"url":"https://v.example/${echo}"}`,
  },
  'the list of models': {
    ask: () => fetchModels(access(), io),
    answer: (echo) => `{"data":[{"id":"model-${echo}","owned_by":"${echo}"}]}`,
  },
}

const each = (write: (hex: string) => string) => [...key].map((sign) => write(sign.charCodeAt(0).toString(16))).join('')

const echoes: Readonly<Record<string, string>> = {
  'as it is': key,
  'with its header': `Bearer ${key}`,
  'escaped in JSON': each((hex) => `\\u00${hex}`),
  'escaped in a URL': each((hex) => `%${hex}`),
  'in base64': Buffer.from(`Bearer ${key}`).toString('base64'),
}

/** All readings of a text with its escapes decoded. */
const readings = (text: string): string =>
  `${text}\n${text.replace(/%([\da-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))}`

describe.each(Object.keys(endpoints))('%s', (name) => {
  test.each(Object.keys(echoes))('leaves no key that is echoed %s', async (shape) => {
    const { ask, answer } = endpoints[name] ?? { ask: async () => null, answer: () => '' }
    const echo = echoes[shape] ?? ''
    headers = { 'x-request-id': key, 'content-type': `application/json; key=${key}` }
    for (const status of [200, 400, 500]) {
      said = { status, body: answer(echo) }
      const found = readings(JSON.stringify([await ask(), kept, inspected()]))
      // text was read, and none of it is the key
      expect(found).toContain('•••')
      expect(found).not.toContain(key)
      expect(found).not.toContain(Buffer.from(key.slice(2)).toString('base64').slice(0, -4))
      expect(found).not.toContain(echo.slice(8, -8))
    }
  })
})

test('a key split over two parts of a text is removed', async () => {
  const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
  said = { status: 200, body: `${event(`It is ${key.slice(0, 9)}`)}${event(`${key.slice(9)}, yes`)}data: [DONE]\n\n` }
  expect(JSON.stringify(await chat(true))).toContain('It is •••, yes')
})
