import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import type { ErrorCode } from '../../../../src/shared/errors.ts'
import type { VideoStatus } from '../../../../src/shared/video.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'
import { allVideos, VideosOf, videoRequest } from '../../../fakes/videos.ts'

let studio: StudioUnderTest
let videos: VideosOf
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  videos = new VideosOf(studio)
})
afterEach(() => studio.close())

const total = async () => (await studio.call('videos.list', { filter: allVideos, offset: 0, limit: 500 })).total

describe('a submitted video', () => {
  test('a video is on the disk before it is sent, and marked as sent', async () => {
    const release = studio.hold('/v1/videos/')
    const job = await videos.submit()
    expect([job.status, studio.begun]).toEqual(['queued', []])
    await videos.becomes(job.id, 'submitting')
    const reader = new Database(join(studio.platform.paths.data, 'atelier.db'), { readonly: true })
    expect(reader.prepare('SELECT id, status, attempts FROM video_jobs').all()).toEqual([
      { id: job.id, status: 'submitting', attempts: 1 },
    ])
    reader.close()
    expect(videos.submissions).toEqual([])
    release()
    expect(await videos.ended(job.id)).toMatchObject({ status: 'done', attempts: 1, error: null })
  })

  test('a video passes through its states into the library, and is announced once', async () => {
    const job = await videos.run(videoRequest({ model: 'demo-video-landscape', duration: 10 }))
    expect(videos.statusesOf(job.id)).toEqual(['queued', 'submitting', 'pending', 'processing', 'downloading', 'done'])
    expect(job).toMatchObject({ error: null, word: 'completed', canRefetch: false, seen: false })
    expect(job.file).toMatchObject({
      media: { mime: 'video/mp4', width: 640, height: 360 },
      poster: null,
      duration: expect.closeTo(10_000, -2),
    })
    expect(studio.app.findMedia(job.file?.media.id ?? '')).toMatchObject({ mime: 'video/mp4', bytes: job.total })
    expect(studio.platform.events.of('videos.ended')).toEqual([job])
    expect(videos.submissions.map(({ body }) => body)).toMatchObject([
      { model: 'demo-video-landscape', prompt: job.request.prompt, duration: 10, async: true },
    ])
  })

  test('a video submitted twice with one id creates one job and one request', async () => {
    const id = randomUUID()
    const [one, two] = await Promise.all([videos.submit(videoRequest(), id), videos.submit(videoRequest(), id)])
    expect(two.id).toBe(one.id)
    await videos.ended(id)
    expect((await videos.submit(videoRequest({ prompt: 'another' }), id)).status).toBe('done')
    expect([videos.submissions.length, await total()]).toEqual([1, 1])
  })

  test('a deleted video is not made again by the same id', async () => {
    const job = await videos.run()
    await studio.call('videos.delete', { jobIds: [job.id] })
    expect(await studio.refusal('videos.submit', { jobs: [{ jobId: job.id, request: videoRequest() }] })).toBe(
      'not_found',
    )
    expect(videos.submissions).toHaveLength(1)
  })

  test('an unknown connection refuses the whole call', async () => {
    const jobs = [videoRequest(), videoRequest({ connectionId: 'nowhere' })].map((request) => ({
      jobId: randomUUID(),
      request,
    }))
    expect(await studio.refusal('videos.submit', { jobs })).toBe('no_connection')
    expect([await total(), studio.begun]).toEqual([0, []])
  })

  test.each([
    ['a duration that is none', { duration: 7 }],
    ['an empty prompt', { prompt: '  ' }],
    ['a prompt without end', { prompt: 'x'.repeat(32_001) }],
    ['no model', { model: '' }],
  ])('with %s is refused, and with it all of its call', async (_name, wrong) => {
    const jobs = [videoRequest(), { ...videoRequest(), ...wrong }].map((request) => ({ jobId: randomUUID(), request }))
    const result = await studio.app.call('videos.submit', { jobs })
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
    expect([await total(), studio.begun]).toEqual([0, []])
  })

  test('a video without a key fails, and is not sent', async () => {
    const id = randomUUID()
    await studio.call('connections.save', { id, name: 'No key', baseUrl: studio.gateway.baseUrl, allowInsecure: false })
    const job = await videos.run(videoRequest({ connectionId: id }))
    expect(job).toMatchObject({ status: 'failed', error: { code: 'no_key' }, attempts: 0, sentAt: null })
    expect(studio.begun).toEqual([])
  })
})

describe('a video after a failed submission', () => {
  const rows: readonly (readonly [faults: string, status: VideoStatus, code: ErrorCode | null, requests: number])[] = [
    ['fail(status=400)', 'failed', 'bad_request', 1],
    ['fail(status=401)', 'failed', 'invalid_key', 1],
    ['fail(status=404)', 'failed', 'model_not_found', 1],
    ['fail(status=413)', 'failed', 'too_large', 1],
    ['fail(status=422)', 'failed', 'bad_request', 1],
    ['quota', 'failed', 'quota', 1],
    ['rate-limit', 'failed', 'rate_limited', 4],
    ['fail(status=503)', 'failed', 'unavailable', 4],
    ['rate-limit(times=2)', 'done', null, 3],
    ['fail(status=503;times=3)', 'done', null, 4],
    ['redirect', 'failed', 'redirected', 1],
    ['html', 'failed', 'not_a_gateway', 1],
    ['fail(status=500)', 'unknown', 'server_error', 1],
    ['fail(status=502;shape=html)', 'unknown', 'server_error', 1],
    ['fail(status=504)', 'unknown', 'server_error', 1],
    ['reset', 'unknown', 'connection_lost', 1],
    ['hang-up', 'unknown', 'connection_lost', 1],
    ['truncated', 'unknown', 'cut_short', 1],
    ['empty', 'unknown', 'empty_answer', 1],
    ['foreign', 'unknown', 'empty_answer', 1],
  ]
  test.each(rows)('%s: %s with %s after %i requests', async (faults, status, code, requests) => {
    const job = await videos.run(videoRequest({}, faults))
    expect([job.status, job.error?.code ?? null, videos.submissions.length, job.attempts]).toEqual([
      status,
      code,
      requests,
      requests,
    ])
    // nothing continues automatically: not in a day, after a sleep, or after a restart
    studio.clock.advance(24 * 60 * 60_000)
    studio.wake()
    await studio.reopen()
    expect([(await videos.get(job.id)).status, videos.submissions.length]).toEqual([status, requests])
  })

  test('a model that makes no videos fails after one request', async () => {
    const job = await videos.run(videoRequest({ model: 'demo-chat' }))
    expect([job.status, videos.submissions.length]).toEqual(['failed', 1])
  })

  test('a temporary refusal waits visibly as long as the gateway asks', async () => {
    const job = await videos.submit(videoRequest({}, 'rate-limit(retry-after=7;times=1)'))
    const waiting = await videos.until(job.id, ({ status, attempts }) => status === 'queued' && attempts === 1)
    expect(waiting.error).toMatchObject({ code: 'rate_limited', retryAfterMs: 7000 })
    expect((waiting.retryAt ?? 0) - (waiting.sentAt ?? 0)).toBeGreaterThanOrEqual(7000)
    expect(await videos.ended(job.id)).toMatchObject({ status: 'done', retryAt: null, attempts: 2, error: null })
  })

  test('a failed video keeps the gateway’s message', async () => {
    const { error } = await videos.run(videoRequest({}, 'fail(status=400;message=No herons)'))
    expect(error).toMatchObject({ code: 'bad_request', status: 400, detail: 'No herons' })
    expect(error?.requestId).toBeTruthy()
  })
})

describe('a submission whose answer was lost', () => {
  const lost = () => videos.run(videoRequest({}, 'hang-up(times=1)'))

  test('a lost submission is resent only by the user, and once', async () => {
    const job = await lost()
    const since = videos.now
    const answers = await Promise.all([1, 2, 3].map(() => studio.call('videos.retry', { jobId: job.id })))
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([job.id]))
    expect(await videos.becomes(job.id, 'done', since)).toMatchObject({ attempts: 2, error: null })
    expect(videos.submissions).toHaveLength(2)
    expect(await studio.refusal('videos.retry', { jobId: job.id })).toBe('invalid_input')
  })

  test('a lost submission that is lost again waits again', async () => {
    const job = await videos.run(videoRequest({}, 'hang-up'))
    const since = videos.now
    await studio.call('videos.retry', { jobId: job.id })
    expect(await videos.ended(job.id, since)).toMatchObject({ status: 'unknown', attempts: 2 })
    expect(videos.submissions).toHaveLength(2)
  })

  test('a lost submission can be given up, and still says that it may have been charged', async () => {
    const job = await lost()
    expect(await studio.call('videos.cancel', { jobId: job.id })).toMatchObject({
      status: 'cancelled',
      error: { code: 'connection_lost' },
      canRefetch: false,
    })
    expect(await studio.refusal('videos.retry', { jobId: job.id })).toBe('invalid_input')
  })

  test('a lost submission that cannot be resent says why, and stays unchanged', async () => {
    const connection = await studio.call('connections.save', {
      id: randomUUID(),
      name: 'Another',
      baseUrl: studio.gateway.baseUrl,
      allowInsecure: true,
      key: studio.gateway.key,
    })
    const job = await videos.run(videoRequest({ connectionId: connection.id }, 'hang-up'))
    await studio.call('connections.clearKey', { id: connection.id })
    expect(await studio.refusal('videos.retry', { jobId: job.id })).toBe('no_key')
    expect(await studio.call('videos.get', { jobId: job.id })).toMatchObject({
      job: { status: 'unknown', attempts: 1, error: { code: 'connection_lost' } },
    })
  })

  test('an unreadable answer that may be an acceptance is left to the user too', async () => {
    const job = await videos.run(videoRequest({}, 'foreign(body=array)'))
    expect(job).toMatchObject({ status: 'unknown', error: { code: 'empty_answer' } })
  })

  test('a lost submission has no task to poll', async () => {
    const job = await lost()
    expect([job.canRefetch, await studio.refusal('videos.refetch', { jobId: job.id })]).toEqual([
      false,
      'invalid_input',
    ])
  })
})

test.each(['videos.get', 'videos.cancel', 'videos.retry', 'videos.refetch'] as const)(
  '%s of an unknown video is not found',
  async (name) => {
    expect(await studio.refusal(name, { jobId: randomUUID() })).toBe('not_found')
  },
)
