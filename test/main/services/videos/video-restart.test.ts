import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { AppFailure, appError } from '../../../../src/shared/errors.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'
import { VideosOf, videoRequest } from '../../../fakes/videos.ts'

const minute = 60_000
const pollPath = '/v1/videos/generations/'
let studio: StudioUnderTest
let videos: VideosOf
let folders: string[] = []
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  videos = new VideosOf(studio)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await studio.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders = []
})

/** Kills the app at once; the next one finds the data now on disk. */
async function killed(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-killed-'))
  folders.push(folder)
  const { data, resources } = studio.platform.paths
  for (const file of ['atelier.db', 'atelier.db-wal']) copyFileSync(join(data, file), join(folder, file))
  await studio.app.close()
  // to the app, it is the folder that it was killed in
  const database = new Database(join(folder, 'atelier.db'))
  database.execute("UPDATE writer SET place = ''")
  database.close()
  studio.app = await createApp({ ...studio.platform, paths: { data: folder, resources } }, { demo: false })
}

describe('videos when the app is closed', () => {
  test('closing during a submission waits for its answer, and the task continues at the next start', async () => {
    const release = studio.hold('/v1/videos/generations')
    const { id } = await videos.submit()
    await videos.becomes(id, 'submitting')
    studio.clock.patient = true
    const closing = studio.app.close()
    release()
    await closing
    const since = videos.now
    studio.clock.patient = false
    await studio.reopen()
    expect(await videos.ended(id, since)).toMatchObject({ status: 'done', attempts: 1 })
    expect(videos.submissions).toHaveLength(1)
  })

  test('closing during a submission waits three seconds, and leaves it unknown', async () => {
    studio.hold('/v1/videos/generations')
    const { id } = await videos.submit()
    await videos.becomes(id, 'submitting')
    studio.clock.patient = true
    let closed = false
    const closing = studio.app.close().then(() => {
      closed = true
    })
    studio.clock.advance(2_999)
    await new Promise((resolve) => setImmediate(resolve))
    expect(closed).toBe(false)
    studio.clock.advance(1)
    await closing
    await studio.reopen()
    const job = await videos.get(id)
    expect(job).toMatchObject({ status: 'unknown', error: { code: 'app_closed' }, attempts: 1, seen: false })
  })

  test('closing without a running request does not wait', async () => {
    const { id } = await videos.submit(videoRequest({}, 'video-stuck'))
    await videos.becomes(id, 'processing')
    studio.clock.patient = true
    await studio.app.close()
  })
})

describe('videos when the app is killed', () => {
  test('a kill during a submission leaves it unknown, and it is never resent automatically', async () => {
    studio.hold('/v1/videos/generations')
    const { id } = await videos.submit()
    await videos.becomes(id, 'submitting')
    await killed()
    expect(await videos.get(id)).toMatchObject({ status: 'unknown', error: { code: 'app_closed' } })
    expect(videos.submissions).toEqual([])
  })

  test('a kill during a poll continues, without a second submission', async () => {
    const { id } = await videos.submit()
    await videos.becomes(id, 'processing')
    const since = videos.now
    await killed()
    expect((await videos.ended(id, since)).status).toBe('done')
    expect(videos.submissions).toHaveLength(1)
  })

  test('a kill between two polls does not poll sooner than the shortest interval', async () => {
    const release = studio.hold(pollPath)
    const { id } = await videos.submit(videoRequest({}, 'video-stuck'))
    await expect.poll(() => studio.begun.some((path) => path.startsWith(pollPath))).toBe(true)
    const at = studio.clock.now()
    const since = videos.now
    await killed()
    release()
    await videos.until(id, ({ polls }) => polls === 1, since)
    expect((videos.polls[0]?.receivedAt ?? 0) - at).toBeGreaterThanOrEqual(5_000)
  })

  test('a kill keeps queued videos in their places', async () => {
    await studio.call('settings.update', { videosAtOnce: 1 })
    const first = await videos.submit(videoRequest({}, 'video-stuck'))
    const waiting = []
    for (const prompt of ['one', 'two']) waiting.push(await videos.submit(videoRequest({ prompt })))
    await videos.becomes(first.id, 'pending')
    await killed()
    expect((await Promise.all(waiting.map(({ id }) => videos.get(id)))).map(({ status }) => status)).toEqual([
      'queued',
      'queued',
    ])
    await studio.call('videos.cancel', { jobId: first.id })
    for (const { id } of waiting) expect((await videos.ended(id)).status).toBe('done')
    expect(videos.submissions.map(({ body }) => body)).toMatchObject([{}, { prompt: 'one' }, { prompt: 'two' }])
  })
})

describe('videos without a network', () => {
  test('a submission that never left waits without a network, and is sent when it is back', async () => {
    studio.offline = true
    let job = await videos.submit()
    while (job.attempts < 8) {
      const { attempts } = job
      job = await videos.until(job.id, (next) => next.attempts > attempts && next.status === 'queued')
      expect(job).toMatchObject({ error: { code: 'offline' } })
      if (job.attempts > 3) studio.clock.advance((job.retryAt ?? 0) - studio.clock.now())
    }
    studio.offline = false
    await studio.call('app.network', { online: true })
    expect(await videos.ended(job.id)).toMatchObject({ status: 'done', error: null })
    expect(videos.submissions).toHaveLength(1)
  })

  test('an offline page stops polls; one is tried after a minute anyway, or at once when it is online', async () => {
    studio.clock.patient = true
    await studio.call('app.network', { online: false })
    const { id } = await videos.submit(videoRequest({}, 'video-stuck'))
    studio.clock.advance(minute - 1)
    expect([(await videos.get(id)).status, studio.begun]).toEqual(['queued', []])
    studio.clock.advance(1)
    await videos.becomes(id, 'pending')
    await studio.call('app.network', { online: false })
    studio.clock.advance(30_000)
    expect(videos.polls).toEqual([])
    const since = videos.now
    await studio.call('app.network', { online: true })
    await videos.until(id, ({ polls }) => polls === 1, since)
  })

  test('failed polls without a network end no job, not even in twenty hours', async () => {
    const { id } = await videos.submit()
    await videos.becomes(id, 'pending')
    studio.offline = true
    const began = studio.clock.now()
    for (let job = await videos.get(id); studio.clock.now() - began < 20 * 60 * minute; job = await videos.polled(id))
      expect(job.status).toBe('pending')
    studio.offline = false
    const since = videos.now
    await studio.call('app.network', { online: true })
    expect((await videos.ended(id, since)).status).toBe('done')
  })
})

test.each([
  ['the end of a sleep', () => studio.wake()],
  ['the network that is back', () => studio.call('app.network', { online: true })],
])('%s has tasks asked for that were put off', async (_name, comes) => {
  const heal = studio.gateway.addFaults('rate-limit;retry-after=3000', pollPath)
  const { id } = await videos.submit()
  await videos.until(id, ({ failedPolls }) => failedPolls === 1)
  heal()
  const began = studio.clock.now()
  await comes()
  expect((await videos.ended(id)).status).toBe('done')
  expect(studio.clock.now() - began).toBeLessThan(5 * minute)
})

describe('videos after the clock is set', () => {
  test.each([-24, 24])('a clock set by %i hours loses nothing and resends nothing', async (hours) => {
    const { id } = await videos.submit(videoRequest({ duration: 20 }))
    await videos.becomes(id, 'pending')
    studio.skew = hours * 60 * minute
    const since = videos.now
    studio.wake()
    await videos.until(id, ({ polls }) => polls === 1, since)
    while ((await videos.polled(id)).status !== 'downloading');
    expect((await videos.ended(id)).status).toBe('done')
    expect(videos.submissions).toHaveLength(1)
  })
})

describe('videos on a full disk', () => {
  const full = () => new AppFailure(appError('storage_full', 'ENOSPC'))
  /** Makes the database refuse durable writes from the `from`-th on. */
  function fill(from = 1): void {
    const { durably } = Database.prototype
    let writes = 0
    vi.spyOn(Database.prototype, 'durably').mockImplementation(function <T>(this: Database, run: () => T): T {
      writes += 1
      if (writes >= from) throw full()
      return durably.apply<Database, [() => T], T>(this, [run])
    })
  }

  test('a disk that is full before the row refuses the job, and sends nothing', async () => {
    fill()
    const jobs = [{ jobId: '9c5b94b1-35ad-49bb-b118-8e8fc24abf80', request: videoRequest() }]
    expect(await studio.refusal('videos.submit', { jobs })).toBe('storage_full')
    vi.restoreAllMocks()
    expect([await studio.refusal('videos.get', { jobId: jobs[0]?.jobId ?? '' }), studio.begun]).toEqual([
      'not_found',
      [],
    ])
  })

  test('a disk that is full before the request fails the job, which is not sent, also after a restart', async () => {
    fill(2)
    const job = await videos.run()
    expect(job).toMatchObject({ status: 'failed', error: { code: 'storage_full' }, attempts: 0 })
    vi.restoreAllMocks()
    await studio.reopen()
    expect([await videos.get(job.id), studio.begun]).toEqual([job, []])
  })

  test('a disk that is full during the request keeps the task in memory, and stores it once there is space', async () => {
    const release = studio.hold('/v1/videos/generations')
    const { id } = await videos.submit(videoRequest({}, 'video-stuck'))
    await videos.becomes(id, 'submitting')
    fill()
    release()
    const taken = await videos.becomes(id, 'pending')
    expect(taken.taskId).not.toBeNull()
    vi.restoreAllMocks()
    const since = videos.now
    await studio.reopen()
    expect((await videos.until(id, ({ polls }) => polls > 0, since)).taskId).toBe(taken.taskId)
    expect(videos.submissions).toHaveLength(1)
  })
})
