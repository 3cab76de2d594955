import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type LoopbackServer, loopbackServer } from '../../../fakes/loopback-server.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'
import { VideosOf, videoRequest } from '../../../fakes/videos.ts'

/** The gateway's answer to every paid request, and their number. */
let body = ''
let breaksOff = false
let requests = 0
let server: LoopbackServer
let studio: StudioUnderTest
beforeEach(async () => {
  breaksOff = false
  requests = 0
  server = await loopbackServer((request, response) => {
    request.resume()
    request.once('end', () => {
      if (request.method === 'POST') requests += 1
      response.writeHead(200, { 'content-type': 'application/json' })
      const said = request.method === 'POST' ? body : '{"id":"task-1","status":"pending"}'
      if (breaksOff) response.write(said, () => setTimeout(() => response.destroy(), 50))
      else response.end(said)
    })
  })
  studio = await StudioUnderTest.open({ baseUrl: `${server.origin}/v1` })
})
afterEach(async () => {
  await studio.close()
  await server.close()
})

const kept = async (kind: 'image' | 'transcription' | 'video', ownerId: string) =>
  (await studio.call('answers.kept', { kind, ownerId, offset: 0, limit: 50 })).answers
const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const answerWith = (...items: readonly Uint8Array[]): string =>
  JSON.stringify({ data: items.map((bytes) => ({ b64_json: b64(bytes) })) })
const readFile = (id: string): Buffer => readFileSync(studio.app.findMedia(id)?.path ?? '')

describe('paid images', () => {
  /** A picture whose header states 30,000 × 30,000 pixels. */
  const monster = (): Buffer => {
    const bytes = Buffer.from(pictures.png)
    bytes.writeUInt32BE(30_000, 16)
    bytes.writeUInt32BE(30_000, 20)
    return bytes
  }

  test.each<[string, () => Buffer]>([
    ['of forty bytes', () => Buffer.from(pictures.png).subarray(0, 40)],
    ['of 30,000 by 30,000', monster],
    ['that is none', () => Buffer.from('not a picture at all')],
  ])('a picture %s is never done, and is kept as the file that it is', async (_, made) => {
    const bytes = made()
    body = answerWith(pictures.png, bytes)
    const job = await studio.run(imageRequest({ n: 2 }))
    expect([job.status, job.error?.code, job.outcomes.map(({ state }) => state)]).toEqual([
      'failed',
      'not_a_picture',
      ['saved', 'failed'],
    ])
    expect(readFile(job.outcomes[1]?.fileId ?? '')).toEqual(bytes)
    // the whole answer is stored in files now
    expect([await kept('image', job.id), requests]).toEqual([[], 1])
    await studio.reopen()
    expect(readFile(job.outcomes[1]?.fileId ?? '')).toEqual(bytes)
  })

  test('a truncated answer is kept, also after a restart, and can be read again', async () => {
    body = answerWith(pictures.png).slice(0, -1)
    breaksOff = true
    const job = await studio.run(imageRequest({ n: 2 }))
    expect([job.status, job.kept, job.canReadAgain]).toEqual(['unknown', true, true])
    await studio.reopen()
    const since = studio.platform.events.seen.length
    await studio.call('answers.readAgain', { kind: 'image', ownerId: job.id })
    expect(await studio.ended(job.id, since)).toMatchObject({ status: 'done', error: { code: 'fewer_results' } })
    expect([(await studio.gallery()).total, requests]).toEqual([1, 1])
  })

  test('an unreadable answer stays stored, and is reported', async () => {
    body = '{"hello":"world"}'
    const job = await studio.run(imageRequest())
    const [answer] = await kept('image', job.id)
    expect([job.status, answer?.state, answer?.bytes]).toEqual(['failed', 'unread', body.length])
    expect((await studio.call('answers.raw', { id: answer?.id ?? 0 })).text).toBe(body)
    expect(await studio.refusal('answers.readAgain', { kind: 'image', ownerId: job.id })).toBe('not_a_gateway')
  })

  test('two simultaneous starts of one job make one request', async () => {
    body = answerWith(pictures.png)
    const id = randomUUID()
    await Promise.all([studio.submit(imageRequest(), id), studio.submit(imageRequest(), id)])
    await studio.ended(id)
    await studio.submit(imageRequest(), id)
    expect(requests).toBe(1)
  })
})

describe('a paid transcription', () => {
  const transcribed = async (recorder: Recorder) => {
    const { id } = await recorder.add(wav(3))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    return await recorder.ended(id)
  }
  const textOf = async (transcriptId: string | null): Promise<string> => {
    const { segments } = await studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })
    return segments.map(({ text }) => text).join('|')
  }

  test('a recording answered with NaN is done, without leftovers', async () => {
    body = '{"text":"Hello there.","segments":[{"start":0,"end":2,"text":"Hello there.","avg_logprob":NaN}]}'
    const job = await transcribed(new Recorder(studio))
    expect([job.status, await textOf(job.transcriptId), await kept('transcription', job.id)]).toEqual([
      'done',
      'Hello there.',
      [],
    ])
  })

  test('a recording with a truncated answer is unknown, and the received part can be used', async () => {
    body = '{"text":"Hello there. And th'
    const recorder = new Recorder(studio)
    const job = await transcribed(recorder)
    expect([job.status, job.error?.code, job.canReadAgain]).toEqual(['unknown', 'cut_short', true])
    await studio.reopen()
    await studio.call('answers.readAgain', { kind: 'transcription', ownerId: job.id })
    const [transcript] = (await studio.call('transcripts.list', { query: '', offset: 0, limit: 10 })).transcripts
    expect(await textOf(transcript?.id ?? null)).toBe('Hello there. And th')
    expect([transcript?.kept, requests]).toEqual([true, 1])
  })

  test.each([
    '{"text":""}',
    '{"text":"","segments":[]}',
    '{"segments":[]}',
    '{"segments":[{"start":0,"end":1,"phrase":"Words under another name."}]}',
    '{"text":null}',
    '{"text":"<|nospeech|>"}',
    '<|nospeech|>',
    '""',
    '" "',
    '{}',
    '[]',
    '   ',
    '<html><body>Words</body></html>',
    '{"error":{"message":"no speech in it"}}',
    '{"text":"","error":{"message":"no speech in it"}}',
    '{"code":20012,"message":"no speech in it","data":null}',
    '{"id":"task-1","status":"queued"}',
    'data: {"type":"transcript.text.done","text":""}\n\ndata: [DONE]\n\n',
    'data: {"type":"error","error":{"message":"no speech in it"}}\n\n',
    'data: {"type":"transcript.text.delta","delta":"Half"}\n\ndata: {"error":{"message":"the rest is lost"}}\n\n',
    'WEBVTT\n\n',
    '1\n00:00:00,000 --> 00:00:01,000\n\n',
    '{"text":',
  ])('a recording answered with %j is sent once, and the answer can be viewed', async (said) => {
    body = said
    const { id, transcriptId } = await transcribed(new Recorder(studio))
    const [answer] = await kept('transcription', id)
    expect((await studio.call('answers.raw', { id: answer?.id ?? 0 })).text).toBe(body)
    if (transcriptId !== null) expect((await studio.call('transcripts.get', { transcriptId })).summary.kept).toBe(true)
    expect(requests).toBe(1)
  })

  test('a recording that meets a 502 or 504 is not resent automatically', async () => {
    const gateway = await loopbackServer((request, response) => {
      request.resume()
      request.once('end', () => response.writeHead(504).end('<html>'))
    })
    await studio.close()
    studio = await StudioUnderTest.open({ baseUrl: `${gateway.origin}/v1` })
    const job = await transcribed(new Recorder(studio))
    expect([job.status, job.error?.status, gateway.paths.length]).toEqual(['unknown', 504, 1])
    await gateway.close()
  })

  test('a recording added twice at once is one job', async () => {
    body = '{"text":"Hello."}'
    const jobId = randomUUID()
    const token = studio.file(wav(1), 'a.wav')
    const other = studio.file(wav(1), 'a.wav')
    const input = { jobId, name: 'a.wav', request: transcriptionRequest() }
    await Promise.all([
      studio.call('transcription.add', { ...input, token }),
      studio.call('transcription.add', { ...input, token: other }),
    ])
    expect((await studio.call('transcription.jobs', { offset: 0, limit: 50 })).jobs.map(({ id }) => id)).toEqual([
      jobId,
    ])
  })
})

describe('a paid video', () => {
  test('a submission answered in Python syntax is accepted', async () => {
    body = "{'id': 'task-1', 'status': 'pending', 'eta': NaN}"
    const videos = new VideosOf(studio)
    const { id } = await videos.submit()
    expect(await videos.until(id, ({ taskId }) => taskId !== null)).toMatchObject({ taskId: 'task-1' })
  })

  test('an unreadable answer to a submission is stored', async () => {
    body = 'Your task is on its way, dear customer.'
    const videos = new VideosOf(studio)
    const { id } = await videos.submit()
    const job = await videos.until(id, ({ status }) => status === 'unknown')
    const [answer] = await kept('video', id)
    expect([job.kept, (await studio.call('answers.raw', { id: answer?.id ?? 0 })).text]).toEqual([true, body])
    expect(await studio.refusal('answers.readAgain', { kind: 'video', ownerId: id })).toBe('empty_answer')
  })

  test('a video submitted twice at once is one request', async () => {
    body = '{"id":"task-1","status":"pending"}'
    const videos = new VideosOf(studio)
    const id = randomUUID()
    await Promise.all([videos.submit(videoRequest(), id), videos.submit(videoRequest(), id)])
    await videos.until(id, ({ taskId }) => taskId !== null)
    expect(requests).toBe(1)
  })
})
