import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import { AppFailure, appError, type ErrorCode } from '../../../../src/shared/errors.ts'
import type { TranscriptionStatus } from '../../../../src/shared/transcript.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { loopbackServer } from '../../../fakes/loopback-server.ts'
import { Recorder, transcriptionRequest, wav } from '../../../fakes/recordings.ts'
import { riffChunk, tone, waveFile } from '../../../fakes/sound-files.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
let recorder: Recorder
beforeEach(async () => {
  recorder = await Recorder.open()
  studio = recorder.studio
})
afterEach(async () => {
  vi.restoreAllMocks()
  await studio.close()
})

const path = '/v1/audio/'
const files = (): readonly string[] =>
  readdirSync(join(studio.platform.paths.data, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
const transcriptOf = async (transcriptId: string | null) =>
  await studio.call('transcripts.get', { transcriptId: transcriptId ?? '' })
const fileSizes = () =>
  recorder.requests.map(({ form }) => {
    const file = form?.file
    return typeof file === 'object' ? file.bytes : 0
  })

/** Answers the next `count` transcription requests and holds the others. */
function letThrough(count: number): void {
  let left = count
  const gatewayFetch = studio.network.fetch
  vi.spyOn(studio.network, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    if (pathname.startsWith(path)) {
      left -= 1
      if (left < 0)
        await new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
        )
    }
    return await gatewayFetch(input, init)
  })
}

describe('a queued recording', () => {
  test('a recording is stored before it is copied, is analysed, sent unchanged, and becomes a transcript', async () => {
    const bytes = wav(4)
    const added = await recorder.add(bytes, transcriptionRequest({ prompt: 'Atelier', language: 'en' }))
    expect(added).toMatchObject({ status: 'receiving', name: 'Talk.wav', bytes: bytes.length, source: null })
    await recorder.until(added.id, ({ status }) => status === 'preparing')
    await studio.platform.events.until('transcription.wanted', () => true)
    const claim = await recorder.claim()
    expect(claim).toMatchObject({ jobId: added.id, mustCut: false, have: [], pieceBytes: 24 * 1024 * 1024 })
    expect(claim.source).toMatchObject({ mime: 'audio/wav', bytes: bytes.length })
    expect(await studio.call('transcription.claim', { pageId: randomUUID() })).toBeNull()
    await studio.call('transcription.heard', { jobId: added.id, pageId: recorder.pageId, progress: 0.5 })
    expect((await recorder.jobs())[0]?.progress).toBe(0.5)
    await recorder.listened(added.id, 0, 4000)
    const job = await recorder.ended(added.id)
    expect(job).toMatchObject({ status: 'done', error: null, duration: 4000, attempts: 0 })
    expect(job.pieces).toEqual([{ index: 0, from: 0, to: 4000, state: 'done' }])
    expect(await recorder.jobs()).toEqual([])
    const { segments, summary, waveform, revision } = await transcriptOf(job.transcriptId)
    expect(summary).toMatchObject({ title: 'Talk', jobId: job.id, complete: true, language: 'en', duration: 4000 })
    expect(summary.start).toContain('Atelier')
    expect([waveform, revision]).toEqual(['AAAA', 1])
    expect(segments[0]?.words.length).toBeGreaterThan(3)
    expect(segments.at(-1)?.to).toBeLessThanOrEqual(4000)
    const [request] = recorder.requests
    expect(request?.form).toMatchObject({
      model: 'demo-transcribe',
      language: 'en',
      prompt: 'Atelier',
      response_format: 'verbose_json',
      file: { bytes: bytes.length, fileName: 'recording.wav' },
    })
    expect(recorder.requests.length).toBe(1)
  })

  test('a recording sent twice with the same id is one job', async () => {
    const jobId = randomUUID()
    const add = () =>
      studio.call('transcription.add', {
        jobId,
        token: studio.file(wav(1), 'a.wav'),
        name: 'a.wav',
        request: transcriptionRequest(),
      })
    await Promise.all([add(), add()])
    await recorder.until(jobId, ({ status }) => status === 'preparing')
    await add()
    expect((await recorder.jobs()).length).toBe(1)
  })

  test.each([
    ['words', Buffer.from('These are words, whatever their name says.'), 'talk.mp3', 'not_sound'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'talk.wav', 'not_sound'],
  ])('that is %s fails in its own row, and the rest continues', async (_what, bytes, name, code) => {
    const bad = await recorder.add(bytes, undefined, name)
    const good = await recorder.add(wav(1))
    expect((await recorder.ended(bad.id)).error?.code).toBe(code)
    await recorder.until(good.id, ({ status }) => status === 'preparing')
    expect(files().length).toBe(1)
  })

  test('a recording of zero bytes, without a token, or for no connection is refused, and makes no row', async () => {
    const refusal = (token: string, changes = {}) =>
      studio.refusal('transcription.add', {
        jobId: randomUUID(),
        token,
        name: 'a.wav',
        request: transcriptionRequest(changes),
      })
    expect(await refusal(studio.file(Buffer.alloc(0)))).toBe('file_refused')
    expect(await refusal('nothing')).toBe('not_found')
    expect(await refusal(studio.file(wav(1)), { connectionId: 'nowhere' })).toBe('no_connection')
    expect(await recorder.jobs()).toEqual([])
  })

  test.each([
    ['not_sound', 'not_sound'],
    ['no_sound_track', 'no_sound_track'],
    ['damaged', 'sound_damaged'],
  ] as const)('a recording in which a page finds %s fails with %s', async (why, code) => {
    const { id } = await recorder.add(wav(1))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.claim()
    await studio.call('transcription.notHeard', { jobId: id, pageId: recorder.pageId, why })
    expect((await recorder.ended(id)).error?.code).toBe(code)
    expect(recorder.requests).toEqual([])
  })

  test('a silent recording is not sent', async () => {
    const { id } = await recorder.add(wav(1))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.claim()
    await recorder.listened(id, 0, 1000, true)
    expect((await recorder.ended(id)).error?.code).toBe('silent')
    expect(recorder.requests).toEqual([])
  })

  test('a recording that no page can analyse has the length that the gateway reports', async () => {
    const { id } = await recorder.add(wav(3))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.claim()
    await studio.call('transcription.notHeard', { jobId: id, pageId: recorder.pageId, why: 'unknown_format' })
    const job = await recorder.ended(id)
    expect([job.status, job.duration]).toEqual(['done', 3000])
    const { summary, segments, waveform } = await transcriptOf(job.transcriptId)
    expect([summary.duration, waveform, segments.every(({ mended }) => !mended)]).toEqual([3000, null, true])
  })

  test('a recording that no page can open is sent unchanged, once, without waiting for a page', async () => {
    const amr = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(2000, 4)])
    const { id } = await recorder.add(amr, undefined, 'a.amr')
    expect((await recorder.until(id, ({ status }) => status === 'sending')).asIs).toBe(true)
    const failed = await recorder.ended(id)
    expect([failed.error?.code, failed.error?.detail]).toEqual([
      'sound_not_cut',
      'the gateway refused the file as it is',
    ])
    expect(recorder.requests.map(({ status }) => status)).toEqual([400])
  })

  test('a recording whose header has no size is cut, because other readers would hear nothing', async () => {
    const sizeless = await recorder.add(waveFile(tone(3), { dataSize: 0, riffSize: 0 }))
    await recorder.until(sizeless.id, ({ status }) => status === 'preparing')
    const sound = await recorder.add(waveFile(tone(3)), undefined, 'Sound.wav')
    await recorder.until(sound.id, ({ status }) => status === 'preparing')
    expect([(await recorder.claim()).mustCut, (await recorder.claim()).mustCut]).toEqual([true, false])
  })

  test('a recording that no page can open is refused if it is too large, and nothing is sent', async () => {
    await studio.call('settings.update', { pieceMegabytes: 1 })
    const wma = Buffer.concat([Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), Buffer.alloc(2 * 1024 * 1024)])
    const { id } = await recorder.add(wma, undefined, 'a.wma')
    const failed = await recorder.ended(id)
    expect([failed.error?.code, failed.error?.detail]).toEqual(['sound_not_cut', 'too large to send whole'])
    expect(recorder.requests).toEqual([])
  })
})

describe('a recording that needs no cut', () => {
  const claimed = async (bytes = wav(2), request = transcriptionRequest()) => {
    const { id } = await recorder.add(bytes, request)
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.claim()
    return id
  }
  const heard = async (jobId: string, audible: boolean) =>
    await studio.call('transcription.heard', { jobId, pageId: recorder.pageId, progress: 0.1, audible })

  test('a short recording is sent as soon as it has sound; length and waveform arrive meanwhile', async () => {
    const id = await claimed()
    await heard(id, false)
    expect(recorder.requests).toEqual([])
    await heard(id, true)
    const done = await recorder.ended(id)
    expect([done.status, done.asIs]).toEqual(['done', undefined])
    await recorder.listened(id, 0, 1987)
    const transcript = await transcriptOf(done.transcriptId)
    expect([transcript.summary.duration, transcript.waveform]).toEqual([1987, 'AAAA'])
    expect(await studio.refusal('transcription.heard', { jobId: id, pageId: recorder.pageId, progress: 1 })).toBe(
      'cancelled',
    )
    expect(recorder.requests.length).toBe(1)
  })

  test('a silent short recording asks first, and is sent after a while when no page can analyse it', async () => {
    const silent = await claimed(wav(2, 2))
    await heard(silent, false)
    await recorder.listened(silent, 0, 2000, true)
    expect((await recorder.ended(silent)).error?.code).toBe('silent')
    studio.clock.advance(20_000)
    expect(recorder.requests).toEqual([])
    const slow = await claimed()
    await heard(slow, false)
    studio.clock.advance(20_000)
    expect((await recorder.ended(slow)).status).toBe('done')
  })

  test('a short recording is cut after a refusal, although a page still analyses the whole', async () => {
    const id = await claimed(wav(3), transcriptionRequest({}, 'fail(status=415;times=1)'))
    await heard(id, true)
    await recorder.until(id, ({ status, sentAt }) => status === 'preparing' && sentAt !== null)
    const whole = { duration: 3000, silent: false, waveform: '', pieces: 0 }
    const late = { jobId: id, pageId: recorder.pageId, heard: whole }
    expect(await studio.refusal('transcription.listened', late)).toBe('busy')
    await recorder.listen(2)
    // each piece has another body, and is refused once
    expect((await recorder.ended(id)).error?.code).toBe('bad_request')
  })

  test('a short recording that was sent is analysed after a restart', async () => {
    const id = await claimed()
    await heard(id, true)
    const { transcriptId } = await recorder.ended(id)
    await studio.reopen()
    expect((await recorder.claim()).jobId).toBe(id)
    await recorder.listened(id, 0, 1987)
    expect((await transcriptOf(transcriptId)).waveform).toBe('AAAA')
    expect(recorder.requests.length).toBe(1)
  })

  test('a recording with several sound tracks waits, because a gateway would use any', async () => {
    const track = '\0\0\0\x20hdlr\0\0\0\0\0\0\0\0soun\0\0\0\0\0\0\0\0\0\0\0\0'
    const brand = '\0\0\0\x14ftypM4A \0\0\0\0M4A '
    const two = Buffer.from(`${brand}\0\0\0\x48moov${track}${track}`, 'latin1')
    const id = await claimed(two)
    await heard(id, true)
    studio.clock.advance(30_000)
    const { jobs } = await studio.call('transcription.jobs', { offset: 0, limit: 10 })
    expect([jobs[0]?.status, recorder.requests.length]).toEqual(['preparing', 0])
  })
})

describe('a recording with several sound tracks', () => {
  const sound = {
    tracks: [
      { name: null, language: null, loudness: -100 },
      { name: 'Microphone', language: 'eng', loudness: -24 },
    ],
    taken: 1,
  } as const
  const listen = async (silent: boolean, taken: 0 | 1 | 'all', chosen?: boolean) => {
    const { jobId, track } = await recorder.claim()
    if (!silent) await recorder.put(jobId, 0, 0, 2000)
    const heard = {
      duration: 2000,
      silent,
      waveform: 'AAAA',
      pieces: silent ? 0 : 1,
      sound: { ...sound, taken, chosen },
    }
    await studio.call('transcription.listened', { jobId, pageId: recorder.pageId, heard })
    return track
  }

  test('several sound tracks are listed, and another one is analysed before anything is sent', async () => {
    const { id } = await recorder.add(wav(2))
    await recorder.until(id, ({ status }) => status === 'preparing')
    expect(await listen(true, 0)).toBeNull()
    const silent = await recorder.ended(id)
    expect([silent.error?.code, silent.sound?.tracks.length]).toEqual(['silent', 2])
    expect(await studio.refusal('transcription.chooseTrack', { jobId: id, track: 2 })).toBe('invalid_input')
    expect((await studio.call('transcription.chooseTrack', { jobId: id, track: 'all' })).status).toBe('preparing')
    await studio.reopen()
    expect(await listen(false, 'all', true)).toBe('all')
    const done = await recorder.ended(id, recorder.now)
    expect([done.status, done.sound?.taken, recorder.requests.length]).toEqual(['done', 'all', 1])
    expect(await studio.refusal('transcription.chooseTrack', { jobId: id, track: 0 })).toBe('invalid_input')
  })

  test('a recording is transcribed again with another track, model and language, as a new transcript', async () => {
    const { id } = await recorder.add(wav(2))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await listen(false, 1)
    const { transcriptId } = await recorder.ended(id)
    const jobId = randomUUID()
    const target = { connectionId: 'environment', model: 'demo-transcribe' }
    const input = { jobId, transcriptId: transcriptId ?? '', target, language: 'de', track: 0 } as const
    await studio.call('transcription.again', input)
    await studio.call('transcription.again', input)
    expect(await listen(false, 0, true)).toBe(0)
    const again = await recorder.ended(jobId)
    expect([again.status, again.request.language, again.transcriptId === transcriptId]).toEqual(['done', 'de', false])
    const { transcripts } = await studio.call('transcripts.list', { query: '', offset: 0, limit: 10 })
    expect([transcripts.length, recorder.requests.length]).toEqual([2, 2])
  })
})

describe('the pieces of a recording', () => {
  test('pieces are sent one after another, each with the end of the previous text, and extend the transcript', async () => {
    letThrough(2)
    const id = await recorder.addCut(3, transcriptionRequest({ prompt: 'Names' }))
    const since = await recorder.until(id, ({ pieces }) => pieces[2]?.state === 'sending')
    expect(since.pieces.map(({ state }) => state)).toEqual(['done', 'done', 'sending'])
    const partial = await transcriptOf(since.transcriptId)
    expect([partial.summary.complete, partial.revision]).toEqual([false, 2])
    const [first, second] = recorder.requests
    expect(first?.form?.prompt).toBe('Names')
    expect(second?.form?.prompt).toMatch(/^Names \S/)
    expect(String(second?.form?.prompt).length).toBeLessThanOrEqual('Names '.length + 200)
    const [start, ...rest] = partial.segments
    expect(start?.from).toBe(0)
    for (const segment of rest) expect(segment.from ?? 0).toBeGreaterThanOrEqual(start?.to ?? 0)
  })

  test('pieces are removed when the transcript is complete; the recording is kept', async () => {
    const id = await recorder.addCut(3)
    const job = await recorder.ended(id)
    const { summary } = await transcriptOf(job.transcriptId)
    expect(summary.complete).toBe(true)
    await eventually(() => expect(files()).toEqual([summary.source?.id]))
    expect(studio.app.findMedia(summary.source?.id ?? '')?.mime).toBe('audio/wav')
  })

  test('pieces must be WAV, in order, within the limit, and complete', async () => {
    await studio.call('settings.update', { pieceMegabytes: 1 })
    const { id } = await recorder.add(wav(40))
    await recorder.until(id, ({ status }) => status === 'preparing')
    const { jobId, pieceBytes } = await recorder.claim()
    expect(pieceBytes).toBe(1024 * 1024)
    const put = (index: number, bytes: Uint8Array, to = 1000) =>
      studio.refusal('transcription.putPiece', {
        jobId,
        pageId: recorder.pageId,
        index,
        from: 0,
        to,
        token: studio.file(bytes, 'p.wav'),
      })
    const done = (pieces: number) =>
      studio.refusal('transcription.listened', {
        jobId,
        pageId: recorder.pageId,
        heard: { duration: 40_000, silent: false, waveform: '', pieces },
      })
    expect(await put(0, Buffer.alloc(100))).toBe('file_refused')
    expect(await put(0, wav(1, 1, 44_100))).toBe('file_refused')
    expect(await put(0, wav(37))).toBe('file_refused')
    expect(await put(1, wav(1))).toBe('invalid_input')
    expect(await put(0, wav(1), 0)).toBe('invalid_input')
    // over the bound, so it cannot be sent whole
    expect(await done(0)).toBe('invalid_input')
    expect(await put(0, wav(1))).toBe('ok')
    expect(await done(2)).toBe('invalid_input')
    expect(await done(1)).toBe('ok')
  })

  test('another page continues with the pieces of a page that falls silent', async () => {
    const { id } = await recorder.add(wav(4))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.claim()
    await recorder.put(id, 0, 0, 2000)
    const other = new Recorder(studio)
    expect(await studio.call('transcription.claim', { pageId: other.pageId })).toBeNull()
    const since = recorder.now
    studio.clock.advance(60_000)
    expect(studio.platform.events.seen.slice(since).some(({ name }) => name === 'transcription.wanted')).toBe(true)
    expect((await other.claim()).have).toEqual([0])
    expect(await studio.refusal('transcription.heard', { jobId: id, pageId: recorder.pageId, progress: 1 })).toBe(
      'busy',
    )
    await other.put(id, 1, 1000, 3000)
    await other.listened(id, 2, 3000)
    expect((await other.ended(id)).status).toBe('done')
  })
})

describe('a refused recording', () => {
  const rows: readonly (readonly [string, TranscriptionStatus, ErrorCode | null, number])[] = [
    ['fail(status=401)', 'failed', 'invalid_key', 1],
    ['fail(status=404)', 'failed', 'model_not_found', 1],
    ['fail(status=422)', 'failed', 'bad_request', 1],
    ['quota', 'failed', 'quota', 1],
    ['rate-limit', 'failed', 'rate_limited', 4],
    ['rate-limit(times=2)', 'done', null, 3],
    ['fail(status=503;times=3)', 'done', null, 4],
    ['fail(status=500;times=1)', 'done', null, 2],
    ['reset', 'unknown', 'connection_lost', 1],
    ['hang-up', 'unknown', 'connection_lost', 1],
    ['truncated', 'unknown', 'cut_short', 1],
    ['empty', 'unknown', 'empty_answer', 1],
    ['html', 'failed', 'not_a_gateway', 1],
  ]
  test.each(rows)('%s: %s with %s after %i requests', async (faults, status, code, requests) => {
    const { id } = await recorder.add(wav(2), transcriptionRequest({}, faults))
    await recorder.until(id, (job) => job.status === 'preparing')
    await recorder.listen()
    const job = await recorder.ended(id)
    expect([job.status, job.error?.code ?? null, recorder.requests.length]).toEqual([status, code, requests])
  })

  test.each([
    [{ text: '', error: { message: 'upstream failed' } }, 'stream_error'],
    [{ text: '', segments: [], error: 'no worker is free' }, 'stream_error'],
    [{ error: { message: 'slow down', code: 'rate_limit_exceeded' } }, 'rate_limited'],
  ])('a refusal with a success status, as %j, does not count as silence, and the user is asked', async (body, code) => {
    const gateway = await loopbackServer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)))
    })
    await studio.close()
    studio = await StudioUnderTest.open({ baseUrl: `${gateway.origin}/v1` })
    recorder = new Recorder(studio)
    const { id } = await recorder.add(wav(2))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    expect(await recorder.ended(id)).toMatchObject({ status: 'unknown', error: { code }, transcriptId: null })
    expect(gateway.paths).toEqual(['/v1/audio/transcriptions'])
    // nor once the body is read again
    expect(await studio.refusal('answers.readAgain', { kind: 'transcription', ownerId: id })).toBe('not_a_gateway')
    await gateway.close()
  })

  test('after a refusal of the format, the recording is sent again as WAV pieces', async () => {
    const flac = readFileSync(join(import.meta.dirname, '../../../fixtures/sound/talk.flac'))
    const onlyWav = transcriptionRequest({}, 'fail(status=400;times=1;message=Only WAV files are accepted)')
    const { id } = await recorder.add(flac, onlyWav, 'talk.flac')
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    await recorder.until(id, ({ status, sentAt }) => status === 'preparing' && sentAt !== null)
    const claim = await recorder.claim()
    expect(claim.mustCut).toBe(true)
    expect(recorder.requests.map(({ status }) => status)).toEqual([400])
  })

  test('an unreadable answer can be kept as text, which costs nothing', async () => {
    const { id } = await recorder.add(wav(2), transcriptionRequest({}, 'foreign(body=array)'))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    expect(await recorder.ended(id)).toMatchObject({ status: 'failed', kept: true, canReadAgain: true })
    const kept = await studio.call('transcription.keepAsText', { jobId: id })
    expect([kept.status, recorder.requests.length]).toEqual(['done', 1])
    const transcript = await transcriptOf(kept.transcriptId)
    const [answer] = recorder.requests
    expect(answer?.status).toBe(200)
    expect(transcript.segments.length).toBeGreaterThan(0)
    const untimed = await studio.call('transcripts.untimed', { transcriptIds: [transcript.summary.id] })
    expect(untimed.transcriptIds).toEqual([transcript.summary.id])
    expect(await studio.refusal('transcription.keepAsText', { jobId: id })).toBe('not_found')
  })

  test('a recording that is too large is cut into pieces, and a piece is cut again on request', async () => {
    const { id } = await recorder.add(wav(3), transcriptionRequest({}, 'fail(status=413;times=1)'))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    await recorder.until(id, ({ status, sentAt }) => status === 'preparing' && sentAt !== null)
    const claim = await recorder.claim()
    expect([claim.mustCut, claim.have]).toEqual([true, []])
    expect(
      await studio.refusal('transcription.listened', {
        jobId: id,
        pageId: recorder.pageId,
        heard: { duration: 3000, silent: false, waveform: '', pieces: 0 },
      }),
    ).toBe('invalid_input')
    studio.clock.advance(60_000)
    // every piece has another body, so that the fault refuses each once
    await recorder.listen(2)
    expect((await recorder.ended(id)).error?.code).toBe('too_large')
    expect(recorder.requests.length).toBe(2)
    expect((await studio.call('transcription.retry', { jobId: id })).status).toBe('preparing')
    expect((await recorder.claim()).have).toEqual([])
  })

  test('a file above the real limit of the gateway is cut into pieces', async () => {
    await studio.call('settings.update', { pieceMegabytes: 200 })
    const big = waveFile(tone(1), { behind: riffChunk('JUNK', Buffer.alloc(26 * 1024 * 1024)) })
    const { id } = await recorder.add(big)
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    await recorder.until(id, ({ status, sentAt }) => status === 'preparing' && sentAt !== null)
    await recorder.listen(2)
    expect((await recorder.ended(id)).status).toBe('done')
    expect(recorder.requests.map(({ status }) => status)).toEqual([413, 200, 200])
  })

  test.each([
    ['timestamp_granularities[]', 'timestamp_granularities is not supported', 'verbose_json', 1],
    ['verbose_json', "response_format 'verbose_json' is not compatible with this model", 'json', 1],
    ['json', 'Unsupported response_format', 'text', 2],
  ] as const)(
    'a refusal of the format %s leads to a simpler one, which is remembered',
    async (refused, message, taken, count) => {
      let refusals = 0
      const gatewayFetch = studio.network.fetch
      vi.spyOn(studio.network, 'fetch').mockImplementation(async (input, init) => {
        const form = init?.body instanceof FormData ? init.body : new FormData()
        const asked = [...form].flatMap(([name, value]) => [name, String(value)])
        if (!asked.some((text) => text === refused || (refused === 'json' && text === 'verbose_json')))
          return await gatewayFetch(input, init)
        refusals += 1
        return Response.json({ error: { message, code: 'unsupported_value' } }, { status: 400 })
      })
      const run = async (seed: number) => {
        const { id } = await recorder.add(wav(2, seed))
        await recorder.until(id, ({ status }) => status === 'preparing')
        await recorder.listen()
        return await recorder.ended(id)
      }
      const job = await run(1)
      expect([job.status, job.attempts, refusals]).toEqual(['done', 0, count])
      const { segments } = await transcriptOf(job.transcriptId)
      expect(segments[0]).toMatchObject(taken === 'verbose_json' ? { from: 0, words: [] } : { from: null, to: null })
      await studio.reopen()
      await run(2)
      expect(refusals).toBe(count)
      expect(recorder.requests.map(({ form }) => form?.response_format)).toEqual([taken, taken])
    },
  )
})

describe('an action of the user on a recording', () => {
  test('the user pauses before the next piece, and continues from there', async () => {
    const release = studio.hold(path)
    const id = await recorder.addCut(3)
    await recorder.until(id, ({ status }) => status === 'sending')
    expect((await studio.call('transcription.pause', { jobId: id })).status).toBe('paused')
    release()
    const paused = await recorder.until(id, ({ pieces }) => pieces[0]?.state === 'done')
    expect([paused.status, recorder.requests.length]).toEqual(['paused', 1])
    await studio.reopen()
    expect([(await recorder.jobs())[0]?.status, recorder.requests.length]).toEqual(['paused', 1])
    await studio.call('transcription.resume', { jobId: id })
    expect((await recorder.ended(id)).status).toBe('done')
    expect(recorder.requests.length).toBe(3)
  })

  test('the user can stop a recording in any state, and continue it', async () => {
    letThrough(1)
    const id = await recorder.addCut(3)
    await recorder.until(id, ({ pieces }) => pieces[1]?.state === 'sending')
    const stopped = await studio.call('transcription.cancel', { jobId: id })
    expect(stopped).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } })
    expect(stopped.pieces.map(({ state }) => state)).toEqual(['done', 'waiting', 'waiting'])
    vi.restoreAllMocks()
    const since = recorder.now
    await studio.call('transcription.retry', { jobId: id })
    expect((await recorder.ended(id, since)).status).toBe('done')
    expect(recorder.requests.length).toBe(3)
  })

  test('another model transcribes the rest, and finished pieces are kept', async () => {
    letThrough(1)
    const id = await recorder.addCut(3)
    await recorder.until(id, ({ pieces }) => pieces[1]?.state === 'sending')
    await studio.call('transcription.cancel', { jobId: id })
    vi.restoreAllMocks()
    const target = { connectionId: 'environment', model: 'demo-transcribe+delay;ms=1' }
    const elsewhere = { jobId: id, target: { ...target, connectionId: 'none' } }
    expect(await studio.refusal('transcription.retry', elsewhere)).toBe('no_connection')
    expect((await recorder.jobs())[0]).toMatchObject({ status: 'cancelled', request: { model: 'demo-transcribe' } })
    const since = recorder.now
    expect((await studio.call('transcription.retry', { jobId: id, target })).request).toMatchObject(target)
    const job = await recorder.ended(id, since)
    expect(recorder.requests.map(({ form }) => form?.model)).toEqual([
      'demo-transcribe',
      'demo-transcribe+delay;ms=1',
      'demo-transcribe+delay;ms=1',
    ])
    expect((await transcriptOf(job.transcriptId)).summary.model).toBe('demo-transcribe, demo-transcribe+delay;ms=1')
  })

  test('as many recordings are sent at once as allowed, in the given order', async () => {
    const release = studio.hold(path)
    await studio.call('settings.update', { transcriptionsAtOnce: 1 })
    const ids: string[] = []
    for (let index = 0; index < 4; index += 1) {
      const { id } = await recorder.add(wav(1, index), undefined, `${index}.wav`)
      await recorder.until(id, ({ status }) => status === 'preparing')
      await recorder.listen()
      ids.push(id)
    }
    const [first = '', second = '', third = '', fourth = ''] = ids
    await recorder.until(first, ({ status }) => status === 'sending')
    // the others would continue only at the next start
    expect(studio.app.leaving().interrupted).toBe(1)
    await studio.call('transcription.move', { jobId: fourth, beforeId: second })
    await studio.call('transcription.move', { jobId: second, beforeId: null })
    expect((await recorder.jobs()).map(({ id }) => id)).toEqual([first, fourth, third, second])
    release()
    await Promise.all(ids.map((id) => recorder.ended(id)))
    const order = studio.platform.events.of('transcription.job').filter(({ status }) => status === 'done')
    expect(order.map(({ id }) => id)).toEqual([first, fourth, third, second])
  })

  test('an ended recording is removed from the list, and a running one is not', async () => {
    const { id } = await recorder.add(Buffer.from('no sound'))
    await recorder.ended(id)
    await studio.call('transcription.dismiss', { jobId: id })
    expect(await recorder.jobs()).toEqual([])
    expect(studio.platform.events.of('transcription.jobRemoved')).toEqual([{ jobId: id }])
    expect(await studio.refusal('transcription.retry', { jobId: id })).toBe('invalid_input')
    const running = await recorder.add(wav(1))
    expect(await studio.refusal('transcription.dismiss', { jobId: running.id })).toBe('busy')
  })
})

describe('a restart during transcriptions', () => {
  test('a restart during piece 5 of 9 asks, and continues at 5: transcribed pieces are not resent', async () => {
    letThrough(4)
    const id = await recorder.addCut(9)
    await recorder.until(id, ({ pieces }) => pieces[4]?.state === 'sending')
    const before = await transcriptOf((await recorder.jobs())[0]?.transcriptId ?? null)
    vi.restoreAllMocks()
    await studio.reopen()
    const [lost] = await recorder.jobs()
    expect(lost).toMatchObject({ status: 'unknown', error: { code: 'app_closed' } })
    expect((await transcriptOf(lost?.transcriptId ?? null)).segments).toEqual(before.segments)
    expect(fileSizes().length).toBe(4)
    const since = recorder.now
    await studio.call('transcription.retry', { jobId: id })
    const job = await recorder.ended(id, since)
    expect([job.status, recorder.requests.length]).toEqual(['done', 9])
    const sent = recorder.requests.map(({ form }) => (typeof form?.file === 'object' ? form.file.sha256 : ''))
    expect(new Set(sent).size).toBe(9)
    const { segments, summary } = await transcriptOf(job.transcriptId)
    expect([summary.complete, segments.slice(0, before.segments.length)]).toEqual([true, before.segments])
  })

  test('a restart continues automatically with queued and prepared recordings', async () => {
    const release = studio.hold(path)
    await studio.call('settings.update', { transcriptionsAtOnce: 1 })
    const first = await recorder.addCut(1)
    await recorder.until(first, ({ status }) => status === 'sending')
    const queued = await recorder.addCut(2, undefined, 2)
    const preparing = await recorder.add(wav(3, 3))
    await recorder.until(preparing.id, ({ status }) => status === 'preparing')
    await recorder.claim()
    await recorder.put(preparing.id, 0, 0, 2000)
    await studio.app.close()
    release()
    await studio.reopen()
    expect((await recorder.ended(queued)).status).toBe('done')
    expect((await recorder.claim()).have).toEqual([0])
    expect((await recorder.jobs()).map(({ id, status }) => [id, status])).toEqual([
      [first, 'unknown'],
      [preparing.id, 'preparing'],
    ])
  })

  test('a restart keeps the remaining wait', async () => {
    const { id } = await recorder.add(wav(1), transcriptionRequest({}, 'rate-limit(retry-after=300;times=1)'))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    await recorder.until(id, ({ status }) => status === 'waiting')
    await studio.reopen()
    expect([(await recorder.jobs())[0]?.status, recorder.requests.length]).toEqual(['waiting', 1])
    studio.clock.advance(300_000)
    expect((await recorder.ended(id)).status).toBe('done')
  })

  test('a restart does not wait for a day if the clock was set back by a day', async () => {
    const { id } = await recorder.add(wav(1), transcriptionRequest({}, 'rate-limit(retry-after=300;times=1)'))
    await recorder.until(id, ({ status }) => status === 'preparing')
    await recorder.listen()
    await recorder.until(id, ({ status }) => status === 'waiting')
    studio.skew = -86_400_000
    await studio.reopen()
    expect((await recorder.ended(id)).status).toBe('done')
  })
})

describe('a full disk during transcriptions', () => {
  const full = () => new AppFailure(appError('storage_full', 'ENOSPC'))

  test('a disk that is full during a piece keeps its answer, and requests nothing twice', async () => {
    const release = studio.hold(path)
    const id = await recorder.addCut(2)
    await recorder.until(id, ({ status }) => status === 'sending')
    vi.spyOn(Database.prototype, 'durably').mockImplementation(() => {
      throw full()
    })
    release()
    const failed = await recorder.ended(id)
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'storage_full' }, transcriptId: null })
    expect(await studio.refusal('transcription.retry', { jobId: id })).toBe('storage_full')
    vi.restoreAllMocks()
    const since = recorder.now
    await studio.call('transcription.retry', { jobId: id })
    await recorder.until(id, ({ status }) => status === 'done', since)
    expect(recorder.requests.length).toBe(2)
  })

  test('a full disk refuses a new recording, and keeps nothing', async () => {
    vi.spyOn(Database.prototype, 'durably').mockImplementation(() => {
      throw full()
    })
    const token = studio.file(wav(1))
    const input = { jobId: randomUUID(), token, name: 'a', request: transcriptionRequest() }
    expect(await studio.refusal('transcription.add', input)).toBe('storage_full')
    vi.restoreAllMocks()
    expect([await recorder.jobs(), existsSync(join(studio.platform.paths.data, 'media'))]).toEqual([[], false])
  })
})
