import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { streamChat } from '../../../src/main/gateway/chat-stream.ts'
import { requestImages } from '../../../src/main/gateway/images.ts'
import { fetchModels } from '../../../src/main/gateway/models.ts'
import { requestTranscription } from '../../../src/main/gateway/transcriptions.ts'
import { pollVideo, submitVideo } from '../../../src/main/gateway/videos.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import type { AppError } from '../../../src/shared/errors.ts'
import type { Result } from '../../../src/shared/ipc/result.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'

let body = ''
let server: LoopbackServer
let folder: string
let stop = new AbortController()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exchange-'))
  await writeFile(join(folder, 'sound.wav'), 'RIFF')
  server = await loopbackServer(async (request, response) => {
    request.resume()
    await once(request, 'end')
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req-7' }).end(body)
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const access = () => ({ baseUrl: `${server.origin}/v1`, apiKey: 'sk-of-a-test' })
const io = (keep: () => Promise<void> = async () => undefined) => ({
  fetch: testedFetch,
  clock: systemClock,
  signal: stop.signal,
  words: {},
  keepAnswer: keep,
})

const image = { connectionId: 'c', model: 'm', prompt: 'p', n: 1, size: null, quality: null, edit: null }
const video = { connectionId: 'c', model: 'm', prompt: 'p', duration: 5 } as const
const errorIn = (result: Result<unknown>): AppError | null => (result.ok ? null : result.error)

/** Every endpoint; each returns its request's error. */
const endpoints = {
  async chat(keep?: () => Promise<void>): Promise<AppError | null> {
    const asked = { model: 'm', messages: [], temperature: null, topP: null, maxTokens: null, stream: false }
    for await (const delta of streamChat(access(), { ...asked, stallMs: 5_000 }, io(keep)))
      if (delta.type === 'end') return delta.end.error
    return null
  },
  image: async (keep?: () => Promise<void>) =>
    errorIn(await requestImages(access(), { ...image, responseFormat: null }, null, io(keep))),
  async transcription(keep?: () => Promise<void>): Promise<AppError | null> {
    const path = join(folder, 'sound.wav')
    const file = { path, fileName: 'sound.wav', mime: 'audio/wav' }
    const ask = { ...file, model: 'm', language: null, prompt: null, temperature: null, format: 'json' as const }
    return errorIn(await requestTranscription(access(), ask, io(keep)))
  },
  video: async (keep?: () => Promise<void>) => errorIn(await submitVideo(access(), video, io(keep))),
  poll: async (keep?: () => Promise<void>) => errorIn(await pollVideo(access(), 'task', io(keep))),
  models: async (keep?: () => Promise<void>) => errorIn(await fetchModels(access(), io(keep))),
} as const
const names = ['chat', 'image', 'transcription', 'video', 'poll', 'models'] as const

describe.each(names)('an answer that makes no sense: %s', (name) => {
  test.each([
    ['a page', '<!doctype html><p>Hello', 'not_a_gateway'],
    ['nothing', ' ', 'empty_answer'],
  ])('%s is reported with its status and its request', async (_, said, code) => {
    body = said
    expect(await endpoints[name]()).toMatchObject({ code, status: 200, requestId: 'req-7' })
  })
})

describe.each(names.filter((name) => name !== 'chat'))('an answer that is here: %s', (name) => {
  test('an invalid answer is not cancelled afterwards', async () => {
    stop = new AbortController()
    body = '<!doctype html><p>Hello'
    const error = await endpoints[name](async () => stop.abort())
    expect(error?.code).toBe('not_a_gateway')
    stop = new AbortController()
  })
})
