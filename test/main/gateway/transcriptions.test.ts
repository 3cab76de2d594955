import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../src/demo-gateway/server.ts'
import {
  refusesFile,
  refusesFormat,
  requestTranscription,
  type TranscriptionAsk,
} from '../../../src/main/gateway/transcriptions.ts'
import { appError } from '../../../src/shared/errors.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { wav } from '../../fakes/recordings.ts'

let gateway: DemoGateway
let folder: string
let path: string
beforeAll(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  folder = mkdtempSync(join(tmpdir(), 'atelier-recordings-'))
  path = join(folder, 'talk')
  writeFileSync(path, wav(60))
})
afterAll(async () => {
  await gateway.close()
  rmSync(folder, { recursive: true, force: true })
})

const send = (changes: Partial<TranscriptionAsk> = {}, signal = new AbortController().signal) => {
  const parts: number[] = []
  const ask: TranscriptionAsk = {
    model: 'demo-transcribe',
    path,
    fileName: 'recording.wav',
    mime: 'audio/wav',
    language: null,
    prompt: null,
    temperature: null,
    format: 'words',
    ...changes,
  }
  const access = { baseUrl: gateway.baseUrl, apiKey: gateway.key }
  const io = { fetch: testedFetch, signal, onUpload: (part: number) => parts.push(part) }
  return requestTranscription(access, ask, io).then((answer) => ({ answer, parts }))
}

describe('a request for a transcript', () => {
  test('sends the file as it is on the disk, with what was asked, and tells how far it is', async () => {
    const { answer, parts } = await send({ language: 'en', prompt: 'Tea', temperature: 0.2 })
    expect(answer.ok && answer.value.heard.words.length).toBeGreaterThan(50)
    expect(answer.ok && JSON.parse(answer.value.raw)).toMatchObject({ duration: 60, language: 'english' })
    const request = gateway.requests().at(-1)
    expect(request?.form).toMatchObject({
      language: 'en',
      prompt: 'Tea',
      temperature: '0.2',
      file: { bytes: wav(60).length },
    })
    expect(Number(request?.headers['content-length'])).toBeGreaterThan(wav(60).length)
    expect([parts.length > 3, parts.at(-1), parts.every((part, index) => part > (parts[index - 1] ?? 0))]).toEqual([
      true,
      1,
      true,
    ])
  })

  test.each([
    ['words', true, true],
    ['segments', true, false],
    ['json', false, false],
    ['text', false, false],
  ] as const)('in the form %s', async (format, hasSegments, hasWords) => {
    const { answer } = await send({ format })
    if (!answer.ok) throw new Error(answer.error.detail)
    const { segments, words, text } = answer.value.heard
    expect([segments !== null, words.length > 0, text.length > 20]).toEqual([hasSegments, hasWords, true])
  })

  test('never throws', async () => {
    const gone = await send({ path: join(folder, 'gone') })
    expect(gone.answer).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect((await send({}, AbortSignal.abort())).answer).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    const foreign = await send({ model: 'demo-transcribe+foreign(body=array)' })
    expect(foreign.answer).toMatchObject({ ok: false, error: { code: 'not_a_gateway' } })
  })
})

test.each([
  ["response_format 'verbose_json' is not compatible with model 'x'.", true, false],
  ['timestamp_granularities is not supported', true, false],
  ['Invalid file format. Supported formats: flac, mp3', false, true],
  ['Unsupported audio codec', false, true],
  ['file: not an audio file of a known format', false, true],
  ['The current file format is not supported for transcriptions', false, true],
  ['Error opening <_io.BytesIO object at 0x75>: Format not recognised.', false, true],
  ['Only WAV is accepted', false, true],
  ['audio must be 16 kHz WAV', false, true],
  ['Failed to load audio: Invalid data found when processing input', false, true],
  ['webm is not a supported type', false, true],
  ['Unsupported mime type: audio/mp4', false, true],
  ['音频格式不支持', false, true],
  ['仅支持 wav', false, true],
  ['不支持的文件类型', false, true],
  ['Provider returned 400', false, true],
  ['status 400', false, true],
  ['不支持的 response_format', true, false],
  ['The request parameters are wrong.', false, false],
  ['Unknown model', false, false],
  ['language is not supported', false, false],
])('"%s" refuses the form: %s, the file: %s', (detail, form, file) => {
  const error = appError('bad_request', detail, { status: 400 })
  expect([refusesFormat(error), refusesFile(error)]).toEqual([form, file])
  const lost = appError('connection_lost', detail)
  expect([refusesFormat(lost), refusesFile(lost)]).toEqual([false, false])
})

test('a failure (500) that speaks of the file refuses the file, any other failure nothing', () => {
  const failed = (detail: string) => refusesFile(appError('server_error', detail, { status: 500 }))
  expect(failed('invalid WAV RIFF header: /tmp/upload_3.mp3')).toBe(true)
  expect([failed('status 500'), failed('internal error')]).toEqual([false, false])
})
