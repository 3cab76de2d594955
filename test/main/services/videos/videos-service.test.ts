import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { binMs } from '../../../../src/main/jobs/bin.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import type { VideoFilter } from '../../../../src/shared/video.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'
import { allVideos, VideosOf, videoRequest } from '../../../fakes/videos.ts'

let studio: StudioUnderTest
let videos: VideosOf
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  videos = new VideosOf(studio)
})
afterEach(() => studio.close())

const list = (filter: Partial<VideoFilter> = {}) =>
  studio.call('videos.list', { filter: { ...allVideos, ...filter }, offset: 0, limit: 500 })
const found = async (filter: Partial<VideoFilter>) => (await list(filter)).jobs.map(({ request }) => request.prompt)
const named = (prompt: string, faults = '') => videos.run(videoRequest({ prompt }, faults))
const pathOf = (mediaId: string) => studio.app.findMedia(mediaId)?.path ?? null

describe('the list of videos', () => {
  test('the list has running, waiting and ended jobs, newest first, and counts them all', async () => {
    await named('done first')
    studio.clock.advance(1000)
    await named('failed', 'fail(status=400)')
    studio.clock.advance(1000)
    await named('lost', 'hang-up')
    await studio.call('settings.update', { videosAtOnce: 2 })
    for (const prompt of ['runs one', 'runs two', 'waits one', 'waits two'])
      await videos.submit(videoRequest({ prompt }, 'video-stuck'))
    const { jobs, total, counts } = await list()
    expect(jobs.map(({ request }) => request.prompt)).toEqual([
      'runs one',
      'runs two',
      'waits one',
      'waits two',
      'lost',
      'failed',
      'done first',
    ])
    expect([total, counts]).toEqual([7, { all: 7, waiting: 2, running: 2, done: 1, attention: 2 }])
    expect(await studio.call('videos.ids', { filter: allVideos })).toEqual(jobs.map(({ id }) => id))
    const page = await studio.call('videos.list', { filter: allVideos, offset: 2, limit: 2 })
    expect([page.jobs.map(({ request }) => request.prompt), page.total]).toEqual([['waits one', 'waits two'], 7])
    expect(await found({ group: 'waiting' })).toEqual(['waits one', 'waits two'])
    expect(await found({ group: 'running' })).toEqual(['runs one', 'runs two'])
    expect(await found({ group: 'done' })).toEqual(['done first'])
    expect(await found({ group: 'attention' })).toEqual(['lost', 'failed'])
  })

  test('jobs of one list keep their order after ending at the same moment, in the history too', async () => {
    await studio.call('settings.update', { queuesPaused: true })
    const prompts = Array.from({ length: 10 }, (_, index) => `film ${index}`)
    const jobs = prompts.map((prompt) => ({ jobId: randomUUID(), request: videoRequest({ prompt }) }))
    await studio.call('videos.submit', { jobs })
    expect(await found({})).toEqual(prompts)
    for (const { jobId } of jobs.toReversed()) await studio.call('videos.cancel', { jobId })
    expect(await found({})).toEqual(prompts)
    const { items } = await studio.call('history.list', { filter: everything, offset: 0, limit: 20 })
    expect(items.map(({ title }) => title)).toEqual(prompts)
  })

  test('the list is filtered by words in any case and width, by model and by favourite', async () => {
    const heron = await named('A quiet HERON, 100% blue')
    studio.clock.advance(1000)
    await videos.run(videoRequest({ prompt: 'ＱＵＩＥＴ_street 港口的苍鹭 ÉTÉ', model: 'demo-video-landscape' }))
    const both = ['ＱＵＩＥＴ_street 港口的苍鹭 ÉTÉ', 'A quiet HERON, 100% blue']
    expect(await found({ query: '  quiet ' })).toEqual(both)
    expect(await found({ query: 'ｑｕｉｅｔ' })).toEqual(both)
    expect(await found({ query: 'blue heron' })).toEqual([both[1]])
    expect(await found({ query: '%' })).toEqual([both[1]])
    expect(await found({ query: '_' })).toEqual([both[0]])
    expect(await found({ query: '苍鹭 été' })).toEqual([both[0]])
    expect(await found({ query: '苍 heron' })).toEqual([])
    expect(await found({ models: ['demo-video-landscape', 'other'] })).toEqual([both[0]])
    expect(await studio.call('videos.models', {})).toEqual(['demo-video', 'demo-video-landscape'])
    await studio.call('videos.setFavourite', { jobIds: [heron.id], favourite: true })
    expect(await found({ favourite: true })).toEqual([both[1]])
    expect((await videos.get(heron.id)).favourite).toBe(true)
    await studio.call('videos.setFavourite', { jobIds: [heron.id], favourite: false })
    expect(await found({ favourite: true })).toEqual([])
  })

  test('a removed collection keeps its videos, which were filtered and counted by it', async () => {
    const one = await named('one')
    await named('two')
    const [id, other] = [randomUUID(), randomUUID()]
    await studio.call('videos.saveCollection', { id, name: 'First' })
    await studio.call('videos.saveCollection', { id: other, name: 'Second' })
    const put = { jobIds: [one.id, 'gone'], collectionId: id, inside: true }
    expect(await studio.refusal('videos.setInCollection', { ...put, collectionId: 'none' })).toBe('not_found')
    await studio.call('videos.setInCollection', put)
    expect(await studio.call('videos.saveCollection', { id, name: 'Renamed' })).toEqual({
      ...{ id, name: 'Renamed', count: 1 },
    })
    expect(await found({ collectionId: id })).toEqual(['one'])
    expect(await found({ collectionId: other })).toEqual([])
    await studio.call('videos.delete', { jobIds: [one.id] })
    expect((await studio.call('videos.collections', {})).map(({ count }) => count)).toEqual([0, 0])
    await studio.call('videos.restore', { jobIds: [one.id] })
    expect((await studio.call('videos.collections', {})).map(({ count }) => count)).toEqual([1, 0])
    await studio.call('videos.removeCollection', { id })
    expect(await found({})).toHaveLength(2)
    expect((await studio.call('videos.collections', {})).map(({ name }) => name)).toEqual(['Second'])
  })

  test('seen videos are remembered, except running and resumed ones', async () => {
    const done = await named('done')
    const failed = await named('lost', 'video-lost')
    const runs = await videos.submit(videoRequest({}, 'video-stuck'))
    await videos.becomes(runs.id, 'pending')
    await studio.call('videos.seen', { jobIds: [done.id, failed.id, runs.id, randomUUID()] })
    expect([(await videos.get(done.id)).seen, (await videos.get(runs.id)).seen]).toEqual([true, false])
    const since = videos.now
    await studio.call('videos.refetch', { jobId: failed.id })
    expect((await videos.ended(failed.id, since)).seen).toBe(false)
  })

  test('a running favourite stays one to its end', async () => {
    const { id } = await videos.submit()
    await videos.becomes(id, 'pending')
    await studio.call('videos.setFavourite', { jobIds: [id], favourite: true })
    expect((await videos.ended(id)).favourite).toBe(true)
    expect((await videos.get(id)).favourite).toBe(true)
  })
})

test('files are named by the first words of the prompt, in the given order', async () => {
  const [one, two, three] = [await named('A cat: <two> ears / one tail'), await named('con'), await named('con')]
  const names = await studio.call('videos.names', { jobIds: [two.id, one.id, three.id] })
  expect(names.map(({ name }) => name)).toEqual(['_con.mp4', 'A cat two ears one tail.mp4', '_con (2).mp4'])
  const failed = await named('no', 'fail(status=400)')
  expect(await studio.refusal('videos.names', { jobIds: [failed.id] })).toBe('not_found')
})

describe('the bin of videos', () => {
  test('a deleted video is hidden, can be restored within thirty days, and is then removed with its files', async () => {
    const job = await named('gone soon')
    const path = pathOf(job.file?.media.id ?? '')
    const jobIds = [job.id]
    await studio.call('videos.delete', { jobIds })
    expect([await found({}), (await list()).counts.all, await studio.refusal('videos.get', { jobId: job.id })]).toEqual(
      [[], 0, 'not_found'],
    )
    studio.clock.advance(binMs - 1000)
    await studio.call('videos.restore', { jobIds })
    expect(await found({})).toEqual(['gone soon'])
    await studio.call('videos.delete', { jobIds })
    studio.clock.advance(binMs)
    expect(await studio.refusal('videos.restore', { jobIds })).toBe('not_found')
    await studio.app.close()
    expect(existsSync(path ?? '')).toBe(false)
  })

  test('a purged video leaves a file that another video uses', async () => {
    const [one, two] = [await named('one'), await named('two')]
    expect(one.file?.media.id).toBe(two.file?.media.id)
    await studio.call('videos.delete', { jobIds: [one.id] })
    studio.clock.advance(binMs)
    await studio.reopen()
    expect(existsSync(pathOf(two.file?.media.id ?? '') ?? '')).toBe(true)
  })

  test('expired videos are purged a day after the next start', async () => {
    const job = await named('gone')
    const path = pathOf(job.file?.media.id ?? '')
    await studio.call('videos.delete', { jobIds: [job.id] })
    await studio.app.close()
    studio.clock.advance(binMs)
    await studio.reopen()
    // the clock is believed after a day of running
    expect(existsSync(path ?? '')).toBe(true)
    studio.clock.advance(2 * 24 * 60 * 60_000)
    await studio.app.close()
    expect(existsSync(path ?? '')).toBe(false)
  })

  test('a deletion that includes a running video deletes nothing', async () => {
    const done = await named('done')
    const runs = await videos.submit(videoRequest({}, 'video-stuck'))
    await videos.becomes(runs.id, 'pending')
    expect(await studio.refusal('videos.delete', { jobIds: [done.id, runs.id] })).toBe('busy')
    expect(await found({ group: 'done' })).toEqual(['done'])
  })
})

describe('the poster of a video', () => {
  const token = (bytes: Uint8Array) => studio.file(bytes, 'poster.jpg')

  test('a poster is a picture in the library, and the first one is kept', async () => {
    const job = await named('seen')
    const first = await studio.call('videos.setPoster', { jobId: job.id, token: token(pictures.jpeg) })
    expect(first.file?.poster).toMatchObject({ mime: 'image/jpeg' })
    const second = await studio.call('videos.setPoster', { jobId: job.id, token: token(pictures.png) })
    expect(second.file?.poster).toEqual(first.file?.poster)
    await studio.call('videos.delete', { jobIds: [job.id] })
    const path = pathOf(first.file?.poster?.id ?? '')
    studio.clock.advance(binMs)
    await studio.app.close()
    expect(existsSync(path ?? '')).toBe(false)
  })

  test('a poster is refused without a picture, without a video, or with an unknown token', async () => {
    const done = await named('done')
    const failed = await named('failed', 'fail(status=400)')
    const set = (jobId: string, name: string) => studio.refusal('videos.setPoster', { jobId, token: name })
    expect(await set(done.id, token(Buffer.from('<svg/>')))).toBe('not_a_picture')
    expect(await set(failed.id, token(pictures.png))).toBe('invalid_input')
    expect(await set(randomUUID(), token(pictures.png))).toBe('not_found')
    expect(await set(done.id, 'nothing')).toBe('not_found')
    expect((await videos.get(done.id)).file?.poster).toBeNull()
  })

  test('a poster of nine megabytes is refused', async () => {
    const done = await named('done')
    const path = studio.file(Buffer.alloc(9 * 1024 * 1024))
    expect(await studio.refusal('videos.setPoster', { jobId: done.id, token: path })).not.toBe('ok')
  })
})

test('the draft survives a restart', async () => {
  expect(await studio.call('videos.draft', {})).toBeNull()
  const draft = {
    text: 'one\ntwo',
    asList: true,
    connectionId: null,
    model: 'demo-video',
    landscape: true,
    duration: 15,
    copies: 3,
  } as const
  await studio.call('videos.saveDraft', { draft })
  await studio.reopen()
  expect(await studio.call('videos.draft', {})).toEqual(draft)
})
