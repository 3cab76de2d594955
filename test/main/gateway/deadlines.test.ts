import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { streamChat } from '../../../src/main/gateway/chat-stream.ts'
import type { RawAnswer } from '../../../src/main/gateway/exchange.ts'
import { requestImages } from '../../../src/main/gateway/images.ts'
import { fetchModels } from '../../../src/main/gateway/models.ts'
import { requestTranscription } from '../../../src/main/gateway/transcriptions.ts'
import { pollVideo, submitVideo } from '../../../src/main/gateway/videos.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer, signal } from '../../fakes/loopback-server.ts'
import { wav } from '../../fakes/recordings.ts'

const deadlines = { headersMs: 15_000, silenceMs: 80, totalMs: 15_000 }
const folder = mkdtempSync(join(tmpdir(), 'atelier-deadlines-'))
const path = join(folder, 'talk.wav')
beforeAll(() => writeFileSync(path, wav(0.1)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let server: LoopbackServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

type Limits = typeof deadlines
/** Sends a request of each kind; returns its error code. */
const kinds = {
  chat: async (baseUrl: string, limits: Limits) => {
    const request = { model: 'm', messages: [], temperature: null, topP: null, maxTokens: null, stream: true }
    const deltas = streamChat(
      { baseUrl, apiKey: 'k' },
      { ...request, stallMs: limits.silenceMs },
      { ...io(limits), headersMs: limits.headersMs },
    )
    for await (const delta of deltas) if (delta.type === 'end') return delta.end.error?.code
    return undefined
  },
  image: async (baseUrl: string, limits: Limits) => {
    const request = {
      connectionId: 'c',
      model: 'm',
      prompt: 'p',
      n: 1,
      size: null,
      quality: null,
      responseFormat: null,
      edit: null,
    }
    return codeOf(await requestImages({ baseUrl, apiKey: 'k' }, request, null, io(limits)))
  },
  transcription: async (baseUrl: string, limits: Limits) => {
    const ask = {
      model: 'm',
      path,
      fileName: 'a.wav',
      mime: 'audio/wav',
      language: null,
      prompt: null,
      temperature: null,
      format: 'json',
    } as const
    return codeOf(await requestTranscription({ baseUrl, apiKey: 'k' }, ask, io(limits)))
  },
  video: async (baseUrl: string, limits: Limits) =>
    codeOf(
      await submitVideo(
        { baseUrl, apiKey: 'k' },
        { connectionId: 'c', model: 'm', prompt: 'p', duration: 5 },
        { ...io(limits), words: {} },
      ),
    ),
  poll: async (baseUrl: string, limits: Limits) =>
    codeOf(await pollVideo({ baseUrl, apiKey: 'k' }, 't', { ...io(limits), words: {} })),
  models: async (baseUrl: string, limits: Limits) => codeOf(await fetchModels({ baseUrl, apiKey: 'k' }, io(limits))),
} as const

let kept: RawAnswer[] = []
function io(limits: Limits) {
  kept = []
  return {
    fetch: testedFetch,
    clock: systemClock,
    signal: new AbortController().signal,
    deadlines: limits,
    keepAnswer: async (raw: RawAnswer) => void kept.push(raw),
  }
}

function codeOf(answer: { readonly ok: true } | { readonly ok: false; readonly error: { readonly code: string } }) {
  return answer.ok ? undefined : answer.error.code
}

/** 256 MiB of zeros. */
const packed = gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 1 })
const drop = Buffer.alloc(256 * 1024, 'x')

/** Writes as long as somebody reads. */
function pour(response: ServerResponse, sent: { bytes: number }): void {
  const go = (): void => {
    do sent.bytes += drop.byteLength
    while (!response.destroyed && response.write(drop))
  }
  response.on('drain', go)
  go()
}

const names = ['chat', 'image', 'transcription', 'video', 'poll', 'models'] as const

describe.each(names)('the deadlines of a request: %s', (name) => {
  async function ask(answer: (response: ServerResponse) => void, limits: Limits = deadlines) {
    const hungUp = signal()
    server = await loopbackServer((request, response) => {
      request.resume()
      request.socket.once('close', () => hungUp.give())
      answer(response)
    })
    const code = await kinds[name](`${server.origin}/v1`, limits)
    // a client that gives up closes its connection
    await hungUp.come
    return code
  }

  test('a request without headers ends in time', async () => {
    expect(await ask(() => undefined, { ...deadlines, headersMs: 500 })).toBe('timeout')
  })

  test.each([400, 500, 600, 999])('a refusal (%i) that never ends is read up to the limit', async (status) => {
    const sent = { bytes: 0 }
    const code = await ask((response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      pour(response, sent)
    })
    expect(code).toBe(status === 400 ? 'bad_request' : 'server_error')
    // at most the content of socket buffers
    expect(sent.bytes).toBeLessThan(64 * 1024 * 1024)
  })

  test('a refusal that decompresses to gigabytes is read up to the limit', async () => {
    const code = await ask((response) => {
      response.writeHead(400, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(packed)
    })
    expect(code).toBe('bad_request')
  })

  test('a deeply nested refusal is still a refusal', async () => {
    const depth = 6_000
    const code = await ask((response) => {
      // both sides are read to their end, so only this side can close
      response.req.once('end', () => {
        response.writeHead(400, { 'content-type': 'application/json', connection: 'close' })
        response.end(`${'{"error":'.repeat(depth)}[]${'}'.repeat(depth)}`)
      })
    })
    expect(code).toBe('bad_request')
  })

  test('an answer that stops after its headers ends in time', async () => {
    expect(
      await ask((response) => void response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()),
    ).toBe('stalled')
  })

  test('an answer that stops in the middle keeps the received part', async () => {
    const code = await ask((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"half":')
    })
    expect(code).toBe('stalled')
    if (name !== 'models' && name !== 'poll')
      expect(kept.map(({ body, whole }) => [Buffer.from(body).toString(), whole])).toEqual([['{"half":', false]])
  })

  test.skipIf(name === 'chat')('an answer that trickles forever ends', async () => {
    let timer: NodeJS.Timeout | undefined
    const code = await ask(
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        timer = setInterval(() => response.write(' '), 10)
        response.once('close', () => clearInterval(timer))
      },
      { headersMs: 15_000, silenceMs: 15_000, totalMs: 500 },
    )
    clearInterval(timer)
    expect(code).toBe('timeout')
  })
})
