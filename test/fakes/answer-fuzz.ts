import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createDemoGateway } from '../../src/demo-gateway/server.ts'
import type { ChatDelta, ChatEnd } from '../../src/main/gateway/answer-stream.ts'
import { streamChat } from '../../src/main/gateway/chat-stream.ts'
import { streamCompletion } from '../../src/main/gateway/completions.ts'
import type { RawAnswer } from '../../src/main/gateway/exchange.ts'
import { requestImages } from '../../src/main/gateway/images.ts'
import { fetchModels } from '../../src/main/gateway/models.ts'
import { streamResponses } from '../../src/main/gateway/responses.ts'
import { requestTranscription } from '../../src/main/gateway/transcriptions.ts'
import { pollVideo, submitVideo } from '../../src/main/gateway/videos.ts'
import type { Fetch } from '../../src/main/platform.ts'
import { heardPart } from '../../src/main/services/transcription/heard-part.ts'
import { disguises } from './disguised-errors.ts'
import { fieldAnswers, fieldWords } from './field-answers.ts'
import { imageShapes } from './image-shapes.ts'
import { ManualClock } from './manual-clock.ts'
import { wav } from './recordings.ts'
import { randomFrom } from './seeded-random.ts'

/** The decoders under test. */
export const endpoints = [
  'chat',
  'responses',
  'completion',
  'image',
  'transcription',
  'video',
  'poll',
  'models',
] as const
type Endpoint = (typeof endpoints)[number]

/** An answer of the demo gateway, or as public reports show it. */
export interface RealAnswer {
  readonly endpoint: Endpoint
  readonly name: string
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
}

const access = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-canary-of-the-fuzz' }
const never = new AbortController().signal

/**
 * Asks a demo gateway for one answer of every kind, and adds those of the field. `folder` holds the recording that is
 * transcribed.
 */
export async function realAnswers(folder: string): Promise<readonly RealAnswer[]> {
  const gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const found: RealAnswer[] = []
  try {
    const ask = async (endpoint: Endpoint, name: string, path: string, init: RequestInit): Promise<string> => {
      const headers = { authorization: `Bearer ${gateway.key}`, ...init.headers }
      const response = await fetch(`${gateway.baseUrl}${path}`, { ...init, headers })
      // equal seeds must give equal cases, so time stamps and ids are replaced
      const text = await response.text()
      const said = text
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '00000000-0000-4000-8000-000000000000')
        .replaceAll(/"(created|created_at)":\d+/g, '"$1":1800000000')
      const body = Buffer.from(said)
      const contentType = response.headers.get('content-type') ?? ''
      found.push({ endpoint, name, status: response.status, contentType, body })
      return text
    }
    const post = (body: object): RequestInit => ({
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    const messages = [{ role: 'user', content: 'Tell me about 朱砂 and tea, in 200 characters' }]
    await ask('chat', 'stream', '/chat/completions', post({ model: 'demo-chat', messages, stream: true }))
    await ask('chat', 'whole', '/chat/completions', post({ model: 'demo-chat', messages }))
    await ask('chat', 'error', '/chat/completions', post({ model: 'no-such-model', messages }))
    const tools = [{ type: 'function', name: 'look', parameters: { type: 'object', properties: {} } }]
    for (const [name, input] of [
      ['stream', 'Tell me about 朱砂 and tea, in 200 characters'],
      ['calls', 'call look {"at": "the 灯塔"} and look {}'],
    ] as const)
      for (const stream of [true, false])
        await ask(
          'responses',
          stream ? name : `${name}, whole`,
          '/responses',
          post({ model: 'demo-chat', input, tools, stream, store: false }),
        )
    for (const stream of [true, false])
      await ask(
        'completion',
        stream ? 'stream' : 'whole',
        '/completions',
        post({ model: 'demo-chat', prompt: 'The 灯塔 ', max_tokens: 60, stream }),
      )
    for (const response_format of ['url', 'b64_json'])
      await ask(
        'image',
        response_format,
        '/images/generations',
        post({ model: 'demo-image-free', prompt: 'a harbour', n: 3, size: '16x16', response_format }),
      )
    for (const shape of imageShapes) {
      const body = Buffer.from(JSON.stringify(shape))
      found.push({ endpoint: 'image', name: 'other shapes', status: 200, contentType: 'application/json', body })
    }
    for (const format of ['json', 'verbose_json', 'text', 'srt', 'vtt']) {
      const form = new FormData()
      form.append('model', 'demo-transcribe')
      form.append('response_format', format)
      if (format === 'verbose_json')
        for (const kind of ['segment', 'word']) form.append('timestamp_granularities[]', kind)
      form.append('file', new File([new Uint8Array(wav(20))], 'a.wav', { type: 'audio/wav' }))
      await ask('transcription', format, '/audio/transcriptions', { method: 'POST', body: form })
    }
    const video = { model: 'demo-video', prompt: 'a heron', duration: 5, async: true }
    const submitted = await ask('video', 'submission', '/videos/generations', post(video))
    const { id } = JSON.parse(submitted)
    await ask('poll', 'status', `/videos/generations/${id}`, {})
    await ask('models', 'list', '/models', {})
  } finally {
    await gateway.close()
  }
  writeFileSync(join(folder, 'talk.wav'), wav(1))
  return [...found, ...fieldAnswers()]
}

/** One case: a real answer, changed as in a faulty transfer. */
export interface FuzzCase extends RealAnswer {
  /** Whether the connection breaks after the last byte. */
  readonly breaksOff: boolean
  /** Whether the body is an error in place of an answer, with `sentence`. */
  readonly isError?: true
}

/** The reason in errors, which no answer may show as its own. */
const sentence = 'The canary of this gateway has no 余额'

const junk = [
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  '\n\n',
  '\r',
  '\u0000',
  '\ufeff',
  'data: ',
  '[DONE]',
  '中',
  '\ud83d',
  '```',
  '<html>',
  '-->',
  '00:00:01,000',
  '{"error":{"message":"no"}}',
  '"text":',
  '"index":1,',
  'undefined',
  '1e999',
  '....................',
]

/** Makes cases from real answers; equal seeds give equal cases. */
export class AnswerFuzz {
  private readonly random: () => number
  /** The answers of each kind, so that a kind with many bodies comes no more often than the others. */
  private readonly kinds: readonly (readonly RealAnswer[])[]

  constructor(seed: number, answers: readonly RealAnswer[]) {
    this.random = randomFrom(seed)
    this.kinds = [...Map.groupBy(answers, ({ endpoint, name }) => `${endpoint} ${name}`).values()]
  }

  next(): FuzzCase {
    const kind = this.pick(this.kinds)
    const answer = kind.length === 1 && kind[0] !== undefined ? kind[0] : this.pick(kind)
    if (this.random() < 0.05 && answer.status < 300) return this.failed(answer)
    let text = answer.body.toString('utf8')
    if (this.random() < 0.4) text = this.inJson(text)
    const times = Math.floor(this.random() * 4)
    for (let index = 0; index < times; index += 1) text = this.mutated(text)
    if (this.random() < 0.05) text = `data: ${text.replaceAll('\n', ' ')}\n\ndata: [DONE]\n\n`
    let body: Buffer = Buffer.from(text)
    if (this.random() < 0.1 && body.length > 0) body = this.flipped(body)
    return {
      ...answer,
      body,
      breaksOff: this.random() < 0.1,
      status: this.random() < 0.05 ? this.pick([400, 413, 422, 429, 500, 502, 503, 504]) : answer.status,
      contentType:
        this.random() < 0.1
          ? this.pick(['text/plain', 'application/json', 'text/event-stream', ''])
          : answer.contentType,
    }
  }

  /** An error with a success status, alone or behind the beginning of a stream. */
  private failed(answer: RealAnswer): FuzzCase {
    const error = JSON.stringify(this.pick(disguises)(sentence))
    const text = answer.body.toString('utf8')
    const isStream = text.startsWith('data: ')
    const events = isStream ? text.split('\n\n').slice(0, -2) : []
    const begun = events.slice(0, this.at(events)).map((event) => `${event}\n\n`)
    const body = Buffer.from(isStream ? `${begun.join('')}data: ${error}\n\n` : error)
    return { ...answer, body, breaksOff: false, isError: true }
  }

  private pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.random() * from.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }

  private at(text: { readonly length: number }): number {
    return Math.floor(this.random() * (text.length + 1))
  }

  private mutated(text: string): string {
    const [one, other] = [this.at(text), this.at(text)].sort((a, b) => a - b)
    const [from = 0, to = 0] = [one, Math.min(other ?? 0, (one ?? 0) + 200)]
    switch (Math.floor(this.random() * 8)) {
      case 0:
        return text.slice(0, from)
      case 1:
        return text.slice(0, from) + text.slice(to)
      case 2:
        return text.slice(0, to) + text.slice(from)
      case 3:
        return text.slice(0, from) + this.pick(junk) + text.slice(from)
      case 4:
        return text.replaceAll('"', "'")
      case 5:
        return text.replaceAll('\n', this.pick(['\r\n', '\r', ' ']))
      case 6:
        return this.pick(['\ufeff', 'Here: ', '\n\n', '```json\n']) + text
      default:
        return `${text}${this.pick(junk).repeat(1 + this.at({ length: 50 }))}`
    }
  }

  private flipped(body: Buffer): Buffer {
    const copy = Buffer.from(body)
    for (let index = 0; index < 3; index += 1)
      copy[Math.floor(this.random() * copy.length)] = Math.floor(this.random() * 256)
    return copy
  }

  /** Changes a value somewhere in JSON, or in an event of a stream. */
  private inJson(text: string): string {
    const changed = (json: string): string => {
      try {
        return JSON.stringify(this.changed(JSON.parse(json)))
      } catch {
        return json
      }
    }
    if (!text.startsWith('data: ')) return changed(text)
    const events = text.split('\n\n')
    const at = Math.floor(this.random() * events.length)
    return events.map((event, index) => (index === at ? `data: ${changed(event.slice(6))}` : event)).join('\n\n')
  }

  private changed(value: unknown): unknown {
    const isLeaf = typeof value !== 'object' || value === null || this.random() < 0.15
    if (isLeaf)
      return this.pick<unknown>([
        null,
        '',
        0,
        -1,
        1e300,
        'x',
        [],
        {},
        [value],
        { value },
        { error: 'no' },
        // such an object has no text: `String` throws
        { toString: [], valueOf: [] },
        true,
        'a'.repeat(300),
        [[[[[]]]]],
      ])
    if (Array.isArray(value)) {
      const at = Math.floor(this.random() * value.length)
      if (this.random() < 0.2) return value.toSpliced(at, 1)
      if (this.random() < 0.2) return [...value, ...value]
      return value.map((item, index) => (index === at ? this.changed(item) : item))
    }
    const entries = Object.entries(value)
    const at = Math.floor(this.random() * entries.length)
    if (this.random() < 0.2) return Object.fromEntries(entries.toSpliced(at, 1))
    return Object.fromEntries(
      entries
        .map(([key, item]) => [key, item])
        .map(([key, item], index) => (index === at ? [key, this.changed(item)] : [key, item])),
    )
  }
}

/** Reads a case as the app does; returns the broken promise, or null. */
export async function problemWith(fuzz: FuzzCase, folder: string): Promise<string | null> {
  const kept: RawAnswer[] = []
  const io = {
    fetch: fetchOf(fuzz),
    clock: new ManualClock(),
    signal: never,
    keepAnswer: async (raw: RawAnswer) => void kept.push(raw),
  }
  const paid = fuzz.status < 300 && fuzz.body.byteLength > 0
  const bodyKept = (): string | null =>
    !paid || (kept.length === 1 && kept[0] !== undefined && Buffer.from(kept[0].body).equals(fuzz.body))
      ? null
      : 'the body was not kept before it was read'
  switch (fuzz.endpoint) {
    case 'chat':
      if (fuzz.isError) return await saidProblem(streamChat(access, asked, io))
      if (paid) return await chatProblem(fuzz, io, () => kept.length > 0)
      await chat(io)
      return null
    case 'responses':
      if (fuzz.isError) return await saidProblem(streamResponses(access, { ...asked, tools: [look] }, io))
      return await writtenProblem(streamResponses(access, { ...asked, tools: [look] }, io))
    case 'completion': {
      const deltas = streamCompletion(access, { ...asked, prompt: 'p', suffix: null, stop: [] }, io)
      return await (fuzz.isError ? saidProblem(deltas) : writtenProblem(deltas))
    }
    case 'image': {
      const request = {
        connectionId: 'c',
        model: 'm',
        prompt: 'p',
        n: 3,
        size: null,
        quality: null,
        responseFormat: null,
        edit: null,
      }
      const answer = await requestImages(access, request, null, io)
      return bodyKept() ?? takenProblem(fuzz, answer)
    }
    case 'transcription': {
      const answer = await requestTranscription(
        access,
        {
          model: 'm',
          path: join(folder, 'talk.wav'),
          fileName: 'a.wav',
          mime: 'audio/wav',
          language: null,
          prompt: null,
          temperature: null,
          format: 'words',
        },
        io,
      )
      return bodyKept() ?? takenProblem(fuzz, answer) ?? (answer.ok ? wordsProblem(answer.value.heard) : null)
    }
    case 'video': {
      const request = { connectionId: 'c', model: 'm', prompt: 'p', duration: 5 } as const
      const answer = await submitVideo(access, request, { ...io, words: {} })
      const isTask = fuzz.isError && answer.ok && answer.value.report.meaning !== 'failed'
      return bodyKept() ?? (isTask ? 'an error is a task' : null)
    }
    case 'poll':
      await pollVideo(access, 'task-1', { ...io, words: {} })
      return null
    case 'models':
      return takenProblem(fuzz, await fetchModels(access, io))
    default:
      return fuzz.endpoint satisfies never
  }
}

function fetchOf({ body, breaksOff, contentType, status }: FuzzCase): Fetch {
  return async () => {
    const half = Math.floor(body.length / 2)
    let step = 0
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const part = [body.subarray(0, half), body.subarray(half)][step]
          step += 1
          if (part !== undefined) controller.enqueue(new Uint8Array(part))
          else if (breaksOff) controller.error(new TypeError('terminated'))
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(stream, { status, headers: { 'content-type': contentType } })
  }
}

type ChatIo = Parameters<typeof streamChat>[2]

const look = { name: 'look', description: '', parameters: { type: 'object', properties: {} } }
const asked = {
  model: 'm',
  messages: [],
  temperature: null,
  topP: null,
  maxTokens: null,
  stream: true,
  stallMs: 60_000,
}

/** Checks that an answer has exactly one end, and that its calls can be told and answered. */
async function writtenProblem(deltas: AsyncIterable<ChatDelta>): Promise<string | null> {
  const ends: ChatEnd[] = []
  for await (const delta of deltas) {
    if (ends.length > 0) return 'something came after the end'
    if (delta.type === 'end') ends.push(delta.end)
    else if (typeof delta.text !== 'string') return 'a text is none'
  }
  const [end] = ends
  if (end === undefined) return 'the answer has no end'
  if (end.error !== null && end.calls !== undefined) return 'calls of a broken answer would run'
  const isBad = (end.calls ?? []).some((call) => typeof call.name !== 'string' || typeof call.arguments !== 'string')
  return isBad ? 'a call without name or arguments' : null
}

/** Checks that an error ends an answer, and that its sentence is not the answer's. */
async function saidProblem(deltas: AsyncIterable<ChatDelta>): Promise<string | null> {
  let said = ''
  for await (const delta of deltas) {
    if (delta.type !== 'end') said += delta.text
    else if (delta.end.error === null) return 'an error ended an answer as complete'
  }
  return said.includes(sentence) ? 'a sentence of an error is an answer' : null
}

function takenProblem({ isError }: FuzzCase, answer: { readonly ok: boolean }): string | null {
  return isError && answer.ok ? 'an error was taken as a result' : null
}

async function chat(
  io: ChatIo,
): Promise<{ readonly text: string; readonly thought: string; readonly end: ChatEnd | null }> {
  let text = ''
  let thought = ''
  let end: ChatEnd | null = null
  for await (const delta of streamChat(access, asked, io)) {
    if (delta.type === 'text') text += delta.text
    else if (delta.type === 'end') end = delta.end
    else thought += delta.text
  }
  return { text, thought, end }
}

/** Checks that every well-formed event before the end of the stream is shown or kept. */
async function chatProblem(fuzz: FuzzCase, io: ChatIo, isKept: () => boolean): Promise<string | null> {
  const { end, text, thought } = await chat(io)
  if (end === null) return 'the answer has no end'
  if (isKept()) return null
  const unused = (end.besides?.unused ?? []).map((other) => other.text).join('\n')
  const words = fieldWords.get(fuzz.name)
  const all = `${text}\n${thought}\n${unused}`
  for (const line of fuzz.body.toString('utf8').split(/\r\n|\r|\n/)) {
    if (/^(data: )?\[DONE\]$/.test(line.trim())) return null
    if (!line.startsWith('data: ') && !line.startsWith('\ufeffdata: ')) continue
    const said = readChunk(line.replace(/^\ufeff?data: /, ''))
    // an error ends the stream, also one that is read out of damaged JSON
    if (said === null && line.includes('"error"')) return null
    if (said === null) continue
    // an error ends the stream
    if (said.error || said.choices?.some((choice) => choice.error || choice.delta?.error)) return null
    const content = said.choices?.[0]?.delta?.content
    if (typeof content !== 'string') continue
    // marks and pictures leave the text; the words around them stay
    const isThere = words
      ? words.every((word) => !content.includes(word) || all.includes(word))
      : text.includes(content) || unused.includes(content)
    if (!isThere) return `an event was dropped: ${line.slice(0, 200)}`
  }
  return null
}

const chunk = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        error: z.unknown().optional(),
        delta: z.object({ content: z.unknown().optional(), error: z.unknown().optional() }).nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
})

function readChunk(text: string): z.infer<typeof chunk> | null {
  try {
    return chunk.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Checks that a transcript's segments have about as many letters as its text. */
function wordsProblem(heard: Parameters<typeof heardPart>[0]): string | null {
  const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const part = heardPart(heard, { from: 0, to: 20_000 })
  const shown = part.segments.reduce((sum, { text }) => sum + lettersIn(text), 0)
  const said = lettersIn(heard.text)
  // segments with another spelling may be shorter
  return shown * 1.25 + 10 < said ? `${shown} of ${said} letters are in the transcript` : null
}
