import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linklessMax } from '../../../../src/main/services/videos/video-job-machine.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { hasEnded } from '../../../../src/shared/job-phase.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'
import { Failing, openVideoGateway, type VideoGateway, type VideoGatewaySays } from '../../../fakes/video-gateway.ts'
import { VideosOf, videoRequest } from '../../../fakes/videos.ts'

const hour = 60 * 60_000
let studio: StudioUnderTest
let videos: VideosOf
let other: VideoGateway | null = null
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  videos = new VideosOf(studio)
})
afterEach(async () => {
  await studio.close()
  await other?.close()
  other = null
})

/** Uses a gateway with answers that the demo gateway cannot give. */
async function withGateway(says: Partial<VideoGatewaySays>): Promise<VideoGateway> {
  await studio.close()
  other = await openVideoGateway(says)
  studio = await StudioUnderTest.open({ baseUrl: other.baseUrl })
  videos = new VideosOf(studio)
  return other
}

const pollPath = '/v1/videos/generations/'
const running = async (faults = '') =>
  await videos.becomes((await videos.submit(videoRequest({}, faults))).id, 'pending')

describe('a task that the gateway no longer knows', () => {
  test('an unknown task has expired, can be polled again, and then has still expired', async () => {
    const job = await videos.run(videoRequest({}, 'video-lost'))
    expect(job).toMatchObject({ status: 'expired', error: { code: 'task_expired', status: 404 }, canRefetch: true })
    const since = videos.now
    const asked = await studio.call('videos.refetch', { jobId: job.id })
    expect([asked.status, asked.error, asked.endedAt]).toEqual(['processing', null, null])
    expect((await videos.ended(job.id, since)).status).toBe('expired')
    expect([videos.submissions.length, videos.polls.length]).toEqual([1, 2])
  })

  test('a task is found again after a mistaken 404, and nothing is paid twice', async () => {
    const heal = studio.gateway.addFaults('fail;status=404', pollPath)
    const job = await videos.run()
    expect(job.status).toBe('expired')
    heal()
    const since = videos.now
    await studio.call('videos.refetch', { jobId: job.id })
    expect((await videos.ended(job.id, since)).status).toBe('done')
    expect(videos.submissions).toHaveLength(1)
  })
})

describe('failing polls of a task', () => {
  test('failing polls (500) for an hour end nothing: they slow down, report the problem, and then succeed', async () => {
    const heal = studio.gateway.addFaults('fail;status=500', pollPath)
    let job = await running()
    const began = studio.clock.now()
    while (studio.clock.now() - began < hour) {
      job = await videos.polled(job.id)
      expect(job).toMatchObject({ status: 'pending', error: { code: 'server_error', status: 500 } })
    }
    expect(job.failedPolls).toBe(job.polls)
    expect(job.polls).toBeLessThan(30)
    heal()
    await videos.polled(job.id)
    expect(await videos.ended(job.id)).toMatchObject({ status: 'done', failedPolls: 0, error: null })
    expect(videos.submissions).toHaveLength(1)
  })

  test.each([
    ['fail;status=400', 'bad_request'],
    ['fail;status=401', 'invalid_key'],
    ['fail;status=403', 'forbidden'],
    ['quota', 'quota'],
    ['rate-limit', 'rate_limited'],
    ['html', 'not_a_gateway'],
    ['truncated', 'cut_short'],
    ['empty', 'empty_answer'],
    ['foreign;body=array', 'empty_answer'],
    ['reset', 'connection_lost'],
    ['redirect', 'redirected'],
  ])('polls that fail with %s end nothing', async (faults, code) => {
    const heal = studio.gateway.addFaults(faults, pollPath)
    const { id } = await videos.submit()
    const failed = await videos.until(id, ({ failedPolls }) => failedPolls === 1)
    expect([failed.status, failed.error?.code]).toEqual(['pending', code])
    heal()
    await videos.polled(id)
    expect((await videos.ended(id)).status).toBe('done')
  })

  test.each([
    [{ error: { message: 'upstream timed out', code: 'server_error' } }, 'stream_error'],
    [{ error: 'slow down' }, 'rate_limited'],
    [{ error: { message: 'slow down', code: 'rate_limit_exceeded' } }, 'rate_limited'],
  ])('polls that answer %j with status 200 end nothing', async (body, code) => {
    await withGateway({
      poll: (origin, turn) =>
        turn === 1 ? body : { id: 'task-1', status: 'completed', video_url: `${origin}/files/one.mp4` },
    })
    const { id } = await videos.submit()
    const failed = await videos.until(id, ({ polls }) => polls === 1)
    expect(failed).toMatchObject({ status: 'pending', failedPolls: 1, error: { code } })
    await videos.polled(id)
    expect((await videos.ended(id)).status).toBe('done')
  })

  test('errors of a failed task are distinguished from failed polls by its id', async () => {
    await withGateway({ poll: () => ({ id: 'task-1', error: { message: 'no herons' } }) })
    expect(await videos.run()).toMatchObject({ status: 'failed', error: { code: 'video_failed', detail: 'no herons' } })
  })

  test('failing polls wait as long as the gateway asks', async () => {
    const heal = studio.gateway.addFaults('rate-limit;retry-after=600', pollPath)
    const { id } = await videos.submit()
    const failed = await videos.until(id, ({ failedPolls }) => failedPolls === 1)
    expect((failed.nextPollAt ?? 0) - studio.clock.now()).toBe(600_000)
    heal()
    studio.clock.advance(599_999)
    expect((await videos.get(id)).polls).toBe(1)
    expect((await videos.polled(id)).polls).toBe(2)
  })
})

describe('a slow task', () => {
  test('a slow task is polled less and less, and expires when its day is over', async () => {
    const gateway = await withGateway({ poll: () => ({ id: 'task-1', status: 'processing' }) })
    let job = await videos.submit()
    const began = studio.clock.now()
    while (!hasEnded(job.status)) job = await videos.polled(job.id)
    expect(job).toMatchObject({ status: 'expired', error: { code: 'task_expired' }, canRefetch: true })
    const took = studio.clock.now() - began
    expect([took > 24 * hour, took < 25 * hour, gateway.submissions]).toEqual([true, true, 1])
    expect(gateway.polls).toBeLessThan(700)
    // hundreds of polls over HTTP, one after another
  })

  test('a slow task does not expire because this computer’s clock was set ahead by two days', async () => {
    // the gateway's time is its real `Date` header; the task was created a minute ago
    await withGateway({
      poll: (origin, turn) =>
        turn < 4
          ? { id: 'task-1', status: 'processing', created_at: Math.floor(Date.now() / 1000) - 60 }
          : { id: 'task-1', status: 'completed', video_url: `${origin}/files/one.mp4` },
    })
    const { id } = await videos.submit()
    await videos.until(id, ({ polls }) => polls === 1)
    studio.clock.advance(48 * hour)
    studio.wake()
    expect((await videos.ended(id)).status).toBe('done')
  })
})

test.each([
  ['a count of seconds since something else', 1],
  ['the day of its model', 1_700_000_000],
  ['a fixed date', '2020-01-01T00:00:00Z'],
])('a task whose creation time is %s is polled until it is done', async (_name, created_at) => {
  const gateway = await withGateway({
    submission: () => ({ id: 'task-1', status: 'pending', created_at }),
    poll: (origin, turn) =>
      turn < 3
        ? { id: 'task-1', status: 'processing', created_at }
        : { id: 'task-1', status: 'completed', created_at, video_url: `${origin}/files/one.mp4` },
  })
  const { id } = await videos.submit()
  expect((await videos.ended(id)).status).toBe('done')
  expect([gateway.submissions, gateway.polls]).toEqual([1, 3])
})

test('a task that an earlier version gave up for its creation time is polled again on request', async () => {
  const created_at = 1_700_000_000
  await withGateway({
    submission: () => ({ id: 'task-1', status: 'pending', created_at }),
    poll: (origin, turn) =>
      turn < 4
        ? { id: 'task-1', status: 'processing', created_at }
        : { id: 'task-1', status: 'completed', created_at, video_url: `${origin}/files/one.mp4` },
  })
  const { id } = await videos.submit()
  await videos.becomes(id, 'processing')
  await studio.app.close()
  const database = new Database(join(studio.platform.paths.data, 'atelier.db'))
  database
    .prepare("UPDATE video_jobs SET status = 'expired', made_at = ?, next_poll_at = NULL, ended_at = ?")
    .run(created_at * 1000, studio.clock.now())
  database.close()
  await studio.reopen()
  const since = videos.now
  await studio.call('videos.refetch', { jobId: id })
  expect((await videos.ended(id, since)).status).toBe('done')
})

describe('an unknown status word', () => {
  test('an unknown status is shown and polled, and has the user’s meaning from the next poll', async () => {
    const { id } = await videos.submit(videoRequest({}, 'video-word(word=Moon Lighting;final=true)'))
    const strange = await videos.until(id, ({ polls }) => polls === 3)
    expect(strange).toMatchObject({ status: 'pending', word: 'Moon Lighting', wordUnknown: true, error: null })
    await studio.call('settings.update', { videoWordOf: { moon_lighting: 'failed' } })
    expect(await videos.ended(id)).toMatchObject({ status: 'failed', error: { code: 'video_failed' } })
  })

  test('an unknown status between known ones does not end the job', async () => {
    const job = await videos.run(videoRequest({}, 'video-word(word=moonlighting)'))
    expect([job.status, job.word, job.wordUnknown]).toEqual(['done', 'completed', false])
  })

  test.each([
    ['cancelled', 'failed', 'task_cancelled'],
    ['EXPIRED', 'expired', 'task_expired'],
    ['Failure', 'failed', 'video_failed'],
  ])('the status %s is known: %s', async (word, status, code) => {
    const job = await videos.run(videoRequest({}, `video-word(word=${word};final=true)`))
    expect([job.status, job.error?.code]).toEqual([status, code])
  })
})

describe('a failed task', () => {
  test.each([
    ['string', 'No herons'],
    ['object', 'No herons'],
    ['none', 'the gateway gave no reason'],
  ])('a task fails with its error as %s', async (error, detail) => {
    const job = await videos.run(videoRequest({}, `video-fails(error=${error};message=No herons)`))
    expect(job).toMatchObject({ status: 'failed', error: { code: 'video_failed', detail } })
    expect((await studio.call('videos.get', { jobId: job.id })).answer).toContain('"failed"')
  })
})

describe('a finished task without a link', () => {
  test('a finished task without a link is polled until it has one', async () => {
    const gateway = await withGateway({
      poll: (origin, turn) => ({
        id: 'task-1',
        status: 'completed',
        ...(turn < 4 ? {} : { video_url: `${origin}/files/one.mp4` }),
      }),
    })
    const { id } = await videos.submit()
    const waits = await videos.until(id, ({ failedPolls }) => failedPolls === 1)
    expect(waits).toMatchObject({ status: 'processing', error: { code: 'no_video_link' } })
    while ((await videos.get(id)).polls < 4) await videos.polled(id)
    expect(await videos.ended(id)).toMatchObject({ status: 'done', error: null })
    expect([gateway.submissions, gateway.polls]).toEqual([1, 4])
  })

  test('a finished task without a link waits for the user after a few answers, and can be polled again', async () => {
    const gateway = await withGateway({ poll: () => ({ id: 'task-1', status: 'completed' }) })
    let job = await videos.submit()
    while (!hasEnded(job.status)) job = await videos.polled(job.id)
    expect(job).toMatchObject({ status: 'failed', error: { code: 'no_video_link' }, canRefetch: true })
    expect(gateway.polls).toBe(linklessMax)
  })
})

test('a finished task that was filtered out fails at the first answer, and can be polled once more', async () => {
  const gateway = await withGateway({ poll: () => ({ id: 'task-1', status: 'done', moderated: true }) })
  const job = await videos.run()
  expect(job).toMatchObject({ status: 'failed', error: { gatewayCode: 'content_filter' }, canRefetch: true })
  expect([gateway.submissions, gateway.polls]).toEqual([1, 1])
})

test.each([
  ['with its id', { id: 'task-1' }],
  ['without one', {}],
])('a submission answered with the video at once, %s, is done without a poll', async (_name, id) => {
  const gateway = await withGateway({
    submission: (origin) => ({ ...id, status: 'succeeded', data: [{ url: `${origin}/files/one.mp4` }] }),
  })
  expect((await videos.run()).status).toBe('done')
  expect([gateway.submissions, gateway.polls]).toEqual([1, 0])
})

test('a submission that fails in its answer has failed', async () => {
  const gateway = await withGateway({ submission: () => ({ error: { message: 'no herons', code: 'policy' } }) })
  expect(await videos.run()).toMatchObject({
    status: 'failed',
    error: { code: 'video_failed', detail: 'no herons', gatewayCode: 'policy' },
  })
  expect(gateway.submissions).toBe(1)
})

describe('a lost connection during polls', () => {
  const own = async () => {
    const id = randomUUID()
    const { baseUrl, key } = studio.gateway
    await studio.call('connections.save', { id, name: 'Own', baseUrl, allowInsecure: false, key })
    return id
  }

  test.each([
    ['key', 'connections.clearKey', 'no_key'],
    ['connection', 'connections.remove', 'no_connection'],
  ] as const)('a removed %s fails waiting jobs; running ones are polled and report it', async (_name, call, code) => {
    const connectionId = await own()
    await studio.call('settings.update', { videosAtOnce: 1 })
    const runs = await videos.submit(videoRequest({ connectionId }))
    const waits = await videos.submit(videoRequest({ connectionId }))
    await videos.becomes(runs.id, 'pending')
    await studio.call(call, { id: connectionId })
    const told = await videos.until(runs.id, ({ failedPolls }) => failedPolls > 0)
    expect([told.status, told.error?.code]).toEqual(['pending', code])
    await studio.call('videos.cancel', { jobId: runs.id })
    expect(await videos.ended(waits.id)).toMatchObject({ status: 'failed', attempts: 0, error: { code } })
    expect(videos.submissions).toHaveLength(1)
  })

  test('a restored connection continues running jobs', async () => {
    const connectionId = await own()
    const { id } = await videos.submit(videoRequest({ connectionId }))
    await videos.becomes(id, 'pending')
    await studio.call('connections.clearKey', { id: connectionId })
    await videos.until(id, ({ failedPolls }) => failedPolls > 0)
    const { baseUrl, key } = studio.gateway
    await studio.call('connections.save', { id: connectionId, name: 'Own', baseUrl, allowInsecure: false, key })
    while ((await videos.get(id)).failedPolls > 0) await videos.polled(id)
    expect((await videos.ended(id)).status).toBe('done')
  })
})

test('a manual check is sent once the shortest interval is over, and no sooner', async () => {
  const heal = studio.gateway.addFaults('rate-limit;retry-after=600', pollPath)
  const { id } = await videos.submit()
  await videos.until(id, ({ failedPolls }) => failedPolls === 1)
  heal()
  const [{ receivedAt: first = 0 } = {}] = videos.polls
  await studio.call('videos.refetch', { jobId: id })
  await videos.until(id, ({ polls }) => polls === 2)
  expect((videos.polls[1]?.receivedAt ?? 0) - first).toBeGreaterThanOrEqual(5_000)
  expect((videos.polls[1]?.receivedAt ?? 0) - first).toBeLessThan(600_000)
})

test('a poll’s answer that is not a task ends nothing', async () => {
  await withGateway({ poll: (_, turn) => (turn === 1 ? new Failing(200, 'null') : { status: 'failed' }) })
  const { id } = await videos.submit()
  expect((await videos.until(id, ({ failedPolls }) => failedPolls === 1)).status).toBe('pending')
  expect((await videos.ended(id)).status).toBe('failed')
})
