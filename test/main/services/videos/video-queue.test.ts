import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VideoJob } from '../../../../src/shared/video.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'
import { openVideoGateway } from '../../../fakes/video-gateway.ts'
import { allVideos, VideosOf, videoRequest } from '../../../fakes/videos.ts'

let studio: StudioUnderTest
let videos: VideosOf
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  videos = new VideosOf(studio)
})
afterEach(() => studio.close())

const cancel = (jobId: string) => studio.call('videos.cancel', { jobId })
const prompts = () =>
  videos.submissions.map(({ body }) =>
    typeof body === 'object' && body !== null && 'prompt' in body ? body.prompt : null,
  )
const listed = async () =>
  (await studio.call('videos.list', { filter: allVideos, offset: 0, limit: 500 })).jobs.map(
    ({ request }) => request.prompt,
  )

/** Submits endless videos with these names in one call. */
async function submitStuck(...names: readonly string[]): Promise<readonly VideoJob[]> {
  return await studio.call('videos.submit', {
    jobs: names.map((prompt) => ({ jobId: randomUUID(), request: videoRequest({ prompt }, 'video-stuck') })),
  })
}

describe('the order of the video queue', () => {
  test('as many jobs are at the gateway as the user allows, in order, and a new limit applies at once', async () => {
    const jobs = await submitStuck('a', 'b', 'c', 'd', 'e')
    const idOf = (index: number) => jobs[index]?.id ?? ''
    for (const index of [0, 1, 2]) await videos.becomes(idOf(index), 'pending')
    expect([prompts(), studio.app.leaving().goingOn]).toEqual([['a', 'b', 'c'], 3])
    await studio.call('settings.update', { videosAtOnce: 4 })
    await videos.becomes(idOf(3), 'pending')
    await studio.call('settings.update', { videosAtOnce: 1 })
    for (const index of [0, 1, 2]) await cancel(idOf(index))
    expect((await videos.get(idOf(4))).status).toBe('queued')
    await cancel(idOf(3))
    await videos.becomes(idOf(4), 'pending')
    expect(prompts()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('submissions count towards the limit, and none overtakes them', async () => {
    const release = studio.hold('/v1/videos/generations')
    const jobs = await submitStuck('a', 'b', 'c', 'd')
    await expect.poll(() => studio.begun.length).toBe(3)
    const [last] = await submitStuck('e')
    for (const id of [jobs[3]?.id ?? '', last?.id ?? '']) expect((await videos.get(id)).status).toBe('queued')
    expect(studio.begun).toHaveLength(3)
    release()
  })

  test('the queue can be reordered, also across a restart', async () => {
    await studio.call('settings.update', { videosAtOnce: 1 })
    const [first, a, b, c] = await submitStuck('first', 'a', 'b', 'c')
    if (!first || !a || !b || !c) throw new Error('too few')
    await videos.becomes(first.id, 'pending')
    await studio.call('videos.move', { jobId: c.id, beforeId: a.id })
    expect(await listed()).toEqual(['first', 'c', 'a', 'b'])
    await studio.call('videos.move', { jobId: a.id, beforeId: null })
    expect(await listed()).toEqual(['first', 'c', 'b', 'a'])
    await studio.reopen()
    for (const job of [first, c, b]) {
      await videos.until(job.id, ({ taskId }) => taskId !== null)
      await cancel(job.id)
    }
    await videos.becomes(a.id, 'pending')
    expect(prompts()).toEqual(['first', 'c', 'b', 'a'])
    expect(await studio.refusal('videos.move', { jobId: a.id, beforeId: null })).toBe('busy')
    expect(await studio.refusal('videos.move', { jobId: randomUUID(), beforeId: null })).toBe('not_found')
  })

  test('the queue is sent to pages when it changes', async () => {
    await studio.call('settings.update', { videosAtOnce: 1 })
    const [, a] = await submitStuck('first', 'a', 'b')
    const before = studio.platform.events.of('videos.changed').length
    await studio.call('videos.move', { jobId: a?.id ?? '', beforeId: null })
    expect(studio.platform.events.of('videos.changed').length).toBe(before + 1)
  })

  test('a refused job waits for its time, and the next one goes first', async () => {
    await studio.call('settings.update', { videosAtOnce: 1 })
    const refused = await videos.submit(videoRequest({ prompt: 'refused' }, 'rate-limit(retry-after=300)'))
    const next = await videos.submit(videoRequest({ prompt: 'next' }))
    expect((await videos.ended(next.id)).status).toBe('done')
    expect((await videos.get(refused.id)).status).toBe('queued')
    // after a sleep or a network change, the gateway's requested wait still holds
    studio.wake()
    await studio.call('app.network', { online: true })
    expect(prompts().filter((prompt) => prompt === 'refused')).toHaveLength(1)
  })

  test('polls stay within the limit per minute, over all videos', async () => {
    await studio.call('settings.update', { videosAtOnce: 5, videoPollsPerMinute: 4 })
    studio.clock.patient = true
    const jobs = await submitStuck('a', 'b', 'c', 'd', 'e')
    for (const { id } of jobs) await videos.becomes(id, 'pending')
    for (let turn = 1; turn <= 15; turn += 1) {
      studio.clock.advance(15_000)
      await expect.poll(() => videos.polls.length).toBe(turn)
    }
    const times = videos.polls.map(({ receivedAt }) => receivedAt)
    for (const [index, at] of times.entries())
      if (index >= 4) expect(at - (times[index - 4] ?? 0)).toBeGreaterThanOrEqual(60_000)
    // each job was polled
    expect(new Set(videos.polls.map(({ path }) => path)).size).toBe(5)
  })

  test('two downloads run at once, next to submissions', async () => {
    await studio.close()
    const gateway = await openVideoGateway({ submission: (origin) => ({ status: 'done', url: `${origin}/files/x` }) })
    studio = await StudioUnderTest.open({ baseUrl: gateway.baseUrl })
    videos = new VideosOf(studio)
    const release = studio.hold('/files/')
    const jobs = await submitStuck('a', 'b', 'c')
    for (const { id } of jobs) await videos.becomes(id, 'downloading')
    const files = () => studio.begun.filter((path) => path.startsWith('/files/'))
    await expect.poll(() => files().length).toBe(2)
    expect(studio.app.leaving().goingOn).toBe(3)
    release()
    for (const { id } of jobs) expect((await videos.ended(id)).status).toBe('done')
    expect(files()).toHaveLength(3)
    await gateway.close()
  })
})

describe('a cancelled video', () => {
  test('a job cancelled in the queue is never sent', async () => {
    await studio.call('app.network', { online: false })
    const job = await videos.submit()
    expect(await cancel(job.id)).toMatchObject({ status: 'cancelled', canRefetch: false, endedAt: expect.any(Number) })
    await studio.call('app.network', { online: true })
    await studio.reopen()
    expect([(await videos.get(job.id)).status, studio.begun]).toEqual(['cancelled', []])
  })

  test('a job cancelled before its next attempt keeps the reason of its refusal', async () => {
    const job = await videos.submit(videoRequest({}, 'rate-limit(retry-after=300)'))
    await videos.until(job.id, ({ retryAt }) => retryAt !== null)
    expect(await cancel(job.id)).toMatchObject({ status: 'cancelled', error: { code: 'rate_limited' }, retryAt: null })
    studio.clock.advance(600_000)
    expect(videos.submissions).toHaveLength(1)
  })

  test('a job cancelled during its submission keeps the task’s id, and can be polled', async () => {
    const release = studio.hold('/v1/videos/generations')
    const { id } = await videos.submit()
    await videos.becomes(id, 'submitting')
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', canRefetch: false })
    release()
    const answered = await videos.until(id, ({ taskId }) => taskId !== null)
    expect(answered).toMatchObject({ status: 'cancelled', canRefetch: true, nextPollAt: null })
    expect(videos.polls).toEqual([])
    const since = videos.now
    await studio.call('videos.refetch', { jobId: id })
    expect((await videos.ended(id, since)).status).toBe('done')
    expect(videos.submissions).toHaveLength(1)
  })

  test('a job deleted during its submission can be polled once it is restored', async () => {
    const release = studio.hold('/v1/videos/generations')
    const { id } = await videos.submit()
    await videos.becomes(id, 'submitting')
    await cancel(id)
    await studio.call('videos.delete', { jobIds: [id] })
    const told = studio.platform.events.of('videos.job').length
    release()
    // its body is kept, and goes once the row has the task
    await expect.poll(() => studio.platform.events.of('answers.changed').length).toBe(2)
    expect(studio.platform.events.of('videos.job')).toHaveLength(told)
    expect(await studio.refusal('videos.get', { jobId: id })).toBe('not_found')
    await studio.call('videos.restore', { jobIds: [id] })
    expect(await videos.get(id)).toMatchObject({ status: 'cancelled', canRefetch: true, taskId: expect.any(String) })
    expect((await videos.get(id)).kept).toBeUndefined()
    const since = videos.now
    await studio.call('videos.refetch', { jobId: id })
    expect((await videos.ended(id, since)).status).toBe('done')
    expect(videos.submissions).toHaveLength(1)
  })

  test('a job cancelled while it is made is not polled until the user resumes it', async () => {
    const { id } = await videos.submit()
    await videos.becomes(id, 'pending')
    expect(await cancel(id)).toMatchObject({ status: 'cancelled', error: { code: 'cancelled' }, canRefetch: true })
    const polls = videos.polls.length
    studio.clock.advance(3_600_000)
    await studio.reopen()
    expect(videos.polls).toHaveLength(polls)
    const since = videos.now
    await studio.call('videos.refetch', { jobId: id })
    expect((await videos.ended(id, since)).status).toBe('done')
  })

  test('a job cancelled during a poll ignores its answer', async () => {
    const release = studio.hold('/v1/videos/generations/')
    const { id } = await videos.submit()
    await expect.poll(() => studio.begun.length).toBe(2)
    await cancel(id)
    release()
    await studio.reopen()
    expect([(await videos.get(id)).status, videos.polls]).toEqual(['cancelled', []])
  })

  test('a second cancel, or one after the end, changes nothing', async () => {
    const job = await videos.run()
    expect(await cancel(job.id)).toEqual(job)
    const { id } = await videos.submit()
    const once = await cancel(id)
    expect(await cancel(id)).toEqual(once)
  })

  test('a cancelled job frees its place', async () => {
    await studio.call('settings.update', { videosAtOnce: 1 })
    const [first, next] = await submitStuck('first', 'next')
    await videos.becomes(first?.id ?? '', 'pending')
    await cancel(first?.id ?? '')
    await videos.becomes(next?.id ?? '', 'pending')
  })
})
