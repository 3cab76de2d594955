import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Database } from '../../../../src/main/storage/database.ts'
import type { ErrorCode } from '../../../../src/shared/errors.ts'
import type { ImageJob, ImageJobStatus } from '../../../../src/shared/image.ts'
import { loopbackServer } from '../../../fakes/loopback-server.ts'
import { imageRequest, StudioUnderTest } from '../../../fakes/studio.ts'

let studio: StudioUnderTest
beforeEach(async () => {
  studio = await StudioUnderTest.open()
})
afterEach(() => studio.close())

const statusesOf = (id: string): readonly ImageJobStatus[] =>
  studio.platform.events
    .of('images.job')
    .filter((job) => job.id === id)
    .map(({ status }) => status)

describe('the delivery of pictures', () => {
  const bodies = (): readonly unknown[] =>
    studio.gateway.requests().flatMap(({ body, path }) => (path.startsWith('/v1/images/') ? [body] : []))
  const own = async (pictures?: 'auto' | 'url' | 'b64_json') => {
    const { baseUrl, key } = studio.gateway
    const access = { baseUrl, allowInsecure: false, key }
    return await studio.call('connections.save', { id: ownId, name: 'Own', ...access, ...(pictures && { pictures }) })
  }
  const ownId = randomUUID()

  test('the delivery of pictures is set for each connection', async () => {
    expect((await own()).pictures).toBeUndefined()
    await studio.run(imageRequest({ connectionId: ownId }))
    expect((await own('b64_json')).pictures).toBe('b64_json')
    await studio.run(imageRequest({ connectionId: ownId }))
    // a change of other fields leaves it as it is
    expect((await own()).pictures).toBe('b64_json')
    expect((await own('auto')).pictures).toBeUndefined()
    await studio.run(imageRequest({ connectionId: ownId }))
    expect(bodies().map((body) => Object(body).response_format)).toEqual([undefined, 'b64_json', undefined])
  })

  test('the delivery can be chosen for a read-only connection', async () => {
    await studio.call('connections.setPictures', { id: 'environment', pictures: 'url' })
    await studio.run(imageRequest())
    expect(bodies()).toMatchObject([{ response_format: 'url' }])
  })

  test('the delivery of a sent request stays when another one is chosen', async () => {
    await own('b64_json')
    await studio.run(imageRequest({ connectionId: ownId, responseFormat: 'url' }))
    expect(bodies()).toMatchObject([{ response_format: 'url' }])
  })

  test('the delivery is forgotten with the connection', async () => {
    await own('url')
    await studio.call('connections.remove', { id: ownId })
    expect((await own()).pictures).toBeUndefined()
  })
})

describe('a request for images', () => {
  test('a request for images is on the disk before it is sent, and marked as sent', async () => {
    const release = studio.hold('/v1/images/')
    const job = await studio.submit(imageRequest())
    expect([job.status, studio.begun]).toEqual(['queued', []])
    await studio.until(job.id, ({ status }) => status === 'sending')
    const reader = new Database(join(studio.platform.paths.data, 'atelier.db'), { readonly: true })
    expect(reader.prepare('SELECT id, status, attempts FROM image_jobs').all()).toEqual([
      { id: job.id, status: 'sending', attempts: 1 },
    ])
    reader.close()
    expect(studio.sent).toBe(0)
    release()
    expect(await studio.ended(job.id)).toMatchObject({ status: 'done', attempts: 1, error: null })
  })

  test.each([
    ['links', { responseFormat: 'url' }, ''],
    ['base64', { responseFormat: 'b64_json' }, ''],
    ['base64 with a prefix', { responseFormat: 'b64_json' }, 'data-prefix'],
    ['both in one answer', {}, 'mixed'],
    ['links that redirect', {}, 'redirect-link'],
  ] as const)('a request answered with %s gives as many images as requested', async (_name, changes, faults) => {
    const job = await studio.run(imageRequest({ ...changes, n: 4 }, faults))
    expect([job.status, job.outcomes.map(({ state }) => state)]).toEqual(['done', Array(4).fill('saved')])
    const images = await studio.imagesOf(job)
    expect(images.map(({ index, count }) => [index, count])).toEqual([0, 1, 2, 3].map((index) => [index, 4]))
    expect(new Set(images.map(({ summary }) => summary.media.id)).size).toBe(4)
    for (const { summary, revisedPrompt, siblings } of images) {
      expect(summary.media).toMatchObject({ mime: 'image/png', width: 48, height: 32 })
      expect(studio.app.findMedia(summary.media.id)).toMatchObject({ bytes: summary.media.bytes })
      expect(studio.app.findMedia(summary.thumbnailId ?? '')?.mime).toBe('image/webp')
      expect(revisedPrompt).toContain('a quiet harbour')
      expect(siblings.length).toBe(3)
    }
    // the gallery shows a batch in its order
    expect((await studio.gallery()).images.map(({ id }) => id)).toEqual(job.outcomes.map(({ imageId }) => imageId))
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs).toEqual([])
  })

  test('a request with fewer pictures than requested is done with those', async () => {
    const job = await studio.run(imageRequest({ n: 4 }, 'fewer(count=2)'))
    expect([job.status, job.outcomes.length, (await studio.gallery()).total]).toEqual(['done', 2, 2])
    // shown until the user has read it, even after a restart
    expect(job.error).toMatchObject({ code: 'fewer_results', detail: '2 of 4 came' })
    await studio.reopen()
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs.map(({ id }) => id)).toEqual([job.id])
    await studio.call('images.dismiss', { jobId: job.id })
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs).toEqual([])
  })

  test('a request that an early version stored with endless pictures is shown shortened', async () => {
    const job = await studio.run(imageRequest({ n: 4 }, 'fewer(count=2)'))
    const database = new Database(join(studio.platform.paths.data, 'atelier.db'))
    database.execute(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      INSERT INTO image_pieces (job_id, position, state, link)
      SELECT '${job.id}', i, 'failed', 'https://pictures.example/' || i FROM n`)
    database.close()
    const { jobs, total } = await studio.call('images.jobs', { offset: 0, limit: 50 })
    expect([jobs.map(({ outcomes }) => outcomes.length), total]).toEqual([[100], 1])
    expect(await studio.refusal('images.jobs', { offset: 0, limit: 51 })).toBe('invalid_input')
  })

  test('a request sent twice with one id creates one job and one request', async () => {
    const id = randomUUID()
    const [one, two] = await Promise.all([studio.submit(imageRequest(), id), studio.submit(imageRequest(), id)])
    expect(two).toEqual(one)
    await studio.ended(id)
    expect((await studio.submit(imageRequest(), id)).status).toBe('done')
    expect([studio.sent, (await studio.gallery()).total]).toEqual([1, 1])
  })

  test('a request for an unknown connection is refused, and makes no job', async () => {
    const request = imageRequest({ connectionId: 'nowhere' })
    expect(await studio.refusal('images.submit', { jobId: randomUUID(), request })).toBe('no_connection')
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs).toEqual([])
  })

  test('a request without a key fails, and is not sent', async () => {
    const id = randomUUID()
    await studio.call('connections.save', { id, name: 'No key', baseUrl: studio.gateway.baseUrl, allowInsecure: false })
    const job = await studio.run(imageRequest({ connectionId: id }))
    expect(job).toMatchObject({ status: 'failed', error: { code: 'no_key' }, attempts: 0, sentAt: null })
    expect(studio.begun).toEqual([])
  })
})

describe('an image request after a failure', () => {
  const rows: readonly (readonly [faults: string, status: ImageJobStatus, code: ErrorCode | null, requests: number])[] =
    [
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
      ['fail(status=500)', 'failed', 'image_failed', 1],
      ['fail(status=502)', 'unknown', 'server_error', 1],
      ['reset', 'unknown', 'connection_lost', 1],
      ['hang-up', 'unknown', 'connection_lost', 1],
      ['truncated', 'unknown', 'cut_short', 1],
      ['empty', 'unknown', 'empty_answer', 1],
      ['fewer(count=0)', 'unknown', 'empty_answer', 1],
    ]
  test.each(rows)('%s: %s with %s after %i requests', async (faults, status, code, requests) => {
    const job = await studio.run(imageRequest({}, faults))
    expect([job.status, job.error?.code ?? null, studio.sent, job.attempts]).toEqual([status, code, requests, requests])
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs.map(({ id }) => id)).toEqual(
      status === 'done' ? [] : [job.id],
    )
  })

  test('a rate limit in the body of a success is reported to the user, and sent once', async () => {
    const gateway = await loopbackServer((request, response) => {
      request.resume()
      const body = JSON.stringify({ error: { message: 'slow down', code: 'rate_limit_exceeded' } })
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    await studio.close()
    studio = await StudioUnderTest.open({ baseUrl: `${gateway.origin}/v1` })
    const job = await studio.run(imageRequest())
    expect(job).toMatchObject({ status: 'unknown', error: { code: 'rate_limited', status: 200 }, attempts: 1 })
    expect(gateway.paths.filter((path) => path.startsWith('/v1/images/'))).toHaveLength(1)
    await gateway.close()
  })

  test('a 500 keeps the gateway’s message', async () => {
    const { error } = await studio.run(imageRequest({}, 'fail(status=500;message=No)'))
    expect(error).toMatchObject({ code: 'image_failed', status: 500, detail: 'No' })
    expect(error?.requestId).toBeTruthy()
  })

  test('a temporary refusal waits visibly as long as the gateway asks', async () => {
    const job = await studio.submit(imageRequest({}, 'rate-limit(retry-after=7;times=1)'))
    const waiting = await studio.until(job.id, ({ status }) => status === 'waiting')
    expect(waiting.error).toMatchObject({ code: 'rate_limited', retryAfterMs: 7000 })
    expect((waiting.retryAt ?? 0) - (waiting.sentAt ?? 0)).toBe(7000)
    expect(await studio.ended(job.id)).toMatchObject({ status: 'done', retryAt: null, attempts: 2 })
    expect(studio.clock.waits).toContain(7000)
  })
})

describe('a picture that cannot be fetched', () => {
  test.each([
    ['dead-link', 'link_expired', true],
    ['not-image', 'not_a_picture', true],
    ['no-data', 'empty_answer', false],
  ] as const)('a picture with %s fails as %s, and the request is not resent', async (faults, code, again) => {
    const job = await studio.run(imageRequest({ n: 2 }, faults))
    expect([job.status, job.error?.code, studio.sent]).toEqual(['failed', code, 1])
    expect(job.outcomes.map((outcome) => [outcome.error?.code, outcome.canRefetch])).toEqual(
      Array(2).fill([code, again]),
    )
    if (again) expect(await studio.refusal('images.refetch', { jobId: job.id })).toBe('ok')
    else expect(await studio.refusal('images.refetch', { jobId: job.id })).toBe('invalid_input')
    expect(studio.sent).toBe(1)
  })

  test('an interrupted download is retried, and then left to the user', async () => {
    const job = await studio.run(imageRequest({}, 'cut-link'))
    expect([job.status, job.outcomes[0]?.canRefetch]).toEqual(['failed', true])
    expect(studio.begun.filter((path) => path.startsWith('/files/')).length).toBe(4)
    expect([studio.sent, (await studio.gallery()).total]).toEqual([1, 0])
  })

  test('a picture that cannot be downloaded does not affect the others of its batch', async () => {
    const job = await studio.run(imageRequest({ n: 4 }, 'mixed,dead-link'))
    expect(job.outcomes.map(({ state }) => state)).toEqual(['failed', 'saved', 'failed', 'saved'])
    expect([job.status, job.error?.code, (await studio.gallery()).total]).toEqual(['failed', 'link_expired', 2])
    const images = await studio.imagesOf(job)
    // places are those among the pictures that are there
    expect(images.map(({ index, count }) => [index, count])).toEqual([
      [0, 2],
      [1, 2],
    ])
  })

  test('a picture is downloaded again without another request, also after a restart', async () => {
    const heal = studio.gateway.addFaults('fail;status=404', '/files/')
    const failed = await studio.run(imageRequest({ n: 3 }))
    expect(failed.outcomes.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
    await studio.reopen()
    heal()
    const since = studio.platform.events.seen.length
    expect((await studio.call('images.refetch', { jobId: failed.id })).status).toBe('saving')
    const job = await studio.ended(failed.id, since)
    expect([job.status, job.error, studio.sent, (await studio.gallery()).total]).toEqual(['done', null, 1, 3])
  })
})

describe('the order of image requests', () => {
  test('the queue sends as many requests as the user allows, in order, and follows a new limit at once', async () => {
    const release = studio.hold('/v1/images/')
    const jobs: ImageJob[] = []
    for (let i = 0; i < 5; i += 1) jobs.push(await studio.submit(imageRequest({ prompt: `number ${i}` })))
    const sending = async () =>
      (await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs.filter(({ status }) => status === 'sending')
    const idOf = (index: number) => jobs[index]?.id ?? ''
    await studio.until(idOf(1), ({ status }) => status === 'sending')
    expect((await sending()).map(({ id }) => id).toReversed()).toEqual([idOf(0), idOf(1)])
    expect(studio.app.leaving().interrupted).toBe(5)
    await studio.call('settings.update', { imagesAtOnce: 4 })
    await studio.until(idOf(3), ({ status }) => status === 'sending')
    expect((await sending()).length).toBe(4)
    await studio.call('settings.update', { imagesAtOnce: 1 })
    release()
    await Promise.all(jobs.map(({ id }) => studio.ended(id)))
    expect([studio.app.leaving().interrupted, studio.sent, (await studio.gallery()).total]).toEqual([0, 5, 5])
    const order = studio.platform.events.of('images.job').filter(({ status }) => status === 'sending')
    expect(order.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id))
  })

  test('the queue continues past a job that waits', async () => {
    await studio.call('settings.update', { imagesAtOnce: 1 })
    const waiting = await studio.submit(imageRequest({}, 'rate-limit(retry-after=300)'))
    const next = await studio.submit(imageRequest())
    expect((await studio.ended(next.id)).status).toBe('done')
    expect(statusesOf(waiting.id).at(-1)).toBe('waiting')
  })
})

describe('stopping an image request', () => {
  test('stopping a queued or waiting job sends nothing more', async () => {
    const release = studio.hold('/v1/images/')
    await studio.call('settings.update', { imagesAtOnce: 1 })
    const first = await studio.submit(imageRequest({}, 'rate-limit(retry-after=300)'))
    const queued = await studio.submit(imageRequest())
    expect(await studio.call('images.cancel', { jobId: queued.id })).toMatchObject({
      status: 'cancelled',
      sentAt: null,
    })
    release()
    await studio.until(first.id, ({ status }) => status === 'waiting')
    const stopped = await studio.call('images.cancel', { jobId: first.id })
    expect(stopped).toMatchObject({ status: 'cancelled', retryAt: null, error: { code: 'rate_limited' }, attempts: 1 })
    studio.clock.advance(600_000)
    expect([studio.sent, studio.app.leaving().interrupted]).toEqual([1, 0])
  })

  test('stopping a running request ends it, reports that it was sent, and frees its slot', async () => {
    studio.hold('/v1/images/')
    await studio.call('settings.update', { imagesAtOnce: 1 })
    const job = await studio.submit(imageRequest())
    const next = await studio.submit(imageRequest())
    await studio.until(job.id, ({ status }) => status === 'sending')
    const stopped = await studio.call('images.cancel', { jobId: job.id })
    expect([stopped.status, stopped.error?.code, stopped.sentAt]).toEqual([
      'cancelled',
      'cancelled',
      studio.clock.now(),
    ])
    expect(await studio.call('images.cancel', { jobId: job.id })).toEqual(stopped)
    await studio.until(next.id, ({ status }) => status === 'sending')
  })

  test('stopping downloads keeps stored files, and the rest can be downloaded later', async () => {
    const release = studio.hold('/files/')
    const job = await studio.submit(imageRequest({ n: 2 }, 'mixed'))
    await studio.until(job.id, ({ outcomes }) => outcomes[1]?.state === 'saved')
    const stopped = await studio.call('images.cancel', { jobId: job.id })
    expect(stopped).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' } })
    expect(stopped.outcomes.map(({ state, canRefetch }) => [state, canRefetch])).toEqual([
      ['failed', true],
      ['saved', false],
    ])
    release()
    const since = studio.platform.events.seen.length
    await studio.call('images.refetch', { jobId: job.id })
    expect((await studio.ended(job.id, since)).status).toBe('done')
    expect([studio.sent, (await studio.gallery()).total]).toEqual([1, 2])
  })
})

describe('resending an image request', () => {
  test('resubmitting makes a new job, once, and removes the old one from the list', async () => {
    const lost = await studio.run(imageRequest({}, 'reset(times=1)'))
    const again = { jobId: lost.id, newJobId: randomUUID() }
    const [one, two] = await Promise.all([studio.call('images.retry', again), studio.call('images.retry', again)])
    expect([one.id, two.id, one.request]).toEqual([again.newJobId, again.newJobId, lost.request])
    expect((await studio.ended(again.newJobId)).status).toBe('done')
    expect([studio.sent, (await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs]).toEqual([2, []])
  })

  test('resubmitting is refused for a job that was resubmitted already, from another window', async () => {
    const { id } = await studio.run(imageRequest({}, 'quota'))
    await studio.call('images.retry', { jobId: id, newJobId: randomUUID() })
    const sent = studio.sent
    expect(await studio.refusal('images.retry', { jobId: id, newJobId: randomUUID() })).toBe('not_found')
    expect(studio.sent).toBe(sent)
  })

  test('resubmitting and dismissing are refused for a running job', async () => {
    studio.hold('/v1/images/')
    const { id } = await studio.submit(imageRequest())
    expect(await studio.refusal('images.retry', { jobId: id, newJobId: randomUUID() })).toBe('busy')
    expect(await studio.refusal('images.dismiss', { jobId: id })).toBe('busy')
    expect(await studio.refusal('images.dismiss', { jobId: 'nothing' })).toBe('not_found')
  })

  test('dismissing removes an ended job from the list, also after a restart', async () => {
    const { id } = await studio.run(imageRequest({}, 'quota'))
    await studio.call('images.dismiss', { jobId: id })
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs).toEqual([])
    expect(studio.platform.events.of('images.jobRemoved')).toEqual([{ jobId: id }])
    await studio.reopen()
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs).toEqual([])
  })
})

describe('a restart during image requests', () => {
  test.each([
    ['queued', 'failed', 0],
    ['waiting', 'failed', 1],
    ['sending', 'unknown', 0],
  ] as const)('a restart makes a job that is %s %s, and sends nothing', async (before, after, requests) => {
    if (before !== 'waiting') studio.hold('/v1/images/')
    if (before === 'queued') await studio.call('settings.update', { imagesAtOnce: 1 })
    if (before === 'queued') await studio.submit(imageRequest())
    const { id } = await studio.submit(imageRequest({}, before === 'waiting' ? 'rate-limit(retry-after=300)' : ''))
    await studio.until(id, ({ status }) => status === before)
    await studio.reopen()
    const job = (await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs.find((other) => other.id === id)
    expect(job).toMatchObject({ status: after, error: { code: 'app_closed' }, retryAt: null })
    studio.clock.advance(600_000)
    await studio.reopen()
    expect([studio.sent, studio.app.leaving().interrupted]).toEqual([requests, 0])
    expect((await studio.call('images.jobs', { offset: 0, limit: 50 })).jobs.find((other) => other.id === id)).toEqual(
      job,
    )
  })

  test('a restart resumes the downloads of paid pictures automatically', async () => {
    const release = studio.hold('/files/')
    const { id } = await studio.submit(imageRequest({ n: 4 }, 'mixed'))
    await studio.until(id, ({ outcomes }) => outcomes[1]?.state === 'saved' && outcomes[3]?.state === 'saved')
    await studio.app.close()
    release()
    await studio.reopen()
    const job = await studio.ended(id)
    expect([job.status, studio.sent, (await studio.gallery()).total]).toEqual(['done', 1, 4])
    expect((await studio.gallery()).images.map((image) => image.id)).toEqual(job.outcomes.map(({ imageId }) => imageId))
  })
})
