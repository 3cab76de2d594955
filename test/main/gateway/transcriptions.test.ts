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
  test('sends the file unchanged with its parameters, and reports progress', async () => {
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
  ] as const)('requests the format %s', async (format, hasSegments, hasWords) => {
    const { answer } = await send({ format })
    if (!answer.ok) throw new Error(answer.error.detail)
    const { segments, words, text } = answer.value.heard
    expect([segments !== null, words.length > 0, text.length > 20]).toEqual([hasSegments, hasWords, true])
  })

  test('a request for a transcript never throws', async () => {
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
  ['This model does not support the format you provided.', false, true],
  ['Could not decode the audio file', false, true],
  ['could not process file - is it a valid media file?', false, true],
  ['failed to process audio: corrupt or unsupported data', false, true],
  ['Model gpt-x is not supported on /v1/audio/transcriptions', false, false],
  ['Invalid model name. This endpoint expects an audio model', false, false],
  ['Invalid language code. Supported: en, zh (audio)', false, false],
  ['Unknown parameter: temperature for audio endpoint', false, false],
  ['This model requires the mp3 plan', false, false],
  ['Audio duration is not supported: 1600 s', false, false],
  ['Unsupported audio: quota of the file store is used up', false, false],
  ['音频时长错误', false, false],
  ['余额不足，音频识别失败', false, false],
  ['不支持的音频语言', false, false],
])('"%s" refuses the form: %s, the file: %s', (detail, form, file) => {
  const error = appError('bad_request', detail, { status: 400 })
  expect([refusesFormat(error), refusesFile(error)]).toEqual([form, file])
  const lost = appError('connection_lost', detail)
  expect([refusesFormat(lost), refusesFile(lost)]).toEqual([false, false])
})

test.each([
  ['invalid WAV RIFF header: /tmp/upload_3.mp3', true],
  ['Error opening <_io.BytesIO object at 0x75>: Format not recognised.', true],
  ['Failed to load audio: Invalid data found when processing input', true],
  ['could not decode audio', true],
  ['the file cannot be decoded', true],
  ['ffprobe failed: moov atom not found', true],
  ['音频解码失败', true],
  ['status 500', false],
  ['internal error', false],
  ['Failed to process audio: CUDA out of memory', false],
  ['error loading model file: out of memory', false],
  ['Internal error: unable to load file system', false],
  ['invalid media token', false],
  ['Unknown error while reading audio', false],
  ['could not decode the answer of the worker', false],
])('a failure (500) with "%s" is about the file: %s', (detail, file) => {
  expect(refusesFile(appError('server_error', detail, { status: 500 }))).toBe(file)
})
