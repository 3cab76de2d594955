import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readVideo } from '../../../../src/main/media/video-file.ts'
import type { VideoRequest } from '../../../../src/shared/video.ts'
import { LoopWatch } from '../../../fakes/loop-watch.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'
import { VideosOf, videoRequest } from '../../../fakes/videos.ts'

let studio: StudioUnderTest
let videos: VideosOf
const storyboardId = randomUUID()
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  videos = new VideosOf(studio)
  await studio.call('storyboards.put', { storyboardId, name: 'A film: one/two' })
})
afterEach(() => studio.close())

/** Makes videos and adds them; returns the ids of the jobs. */
async function filled(...requests: readonly Partial<VideoRequest>[]): Promise<readonly string[]> {
  const ids: string[] = []
  for (const request of requests) ids.push((await videos.run(videoRequest(request))).id)
  await add(ids)
  return ids
}
const add = (ids: readonly string[]) =>
  studio.call('storyboards.add', {
    storyboardId,
    entries: ids.map((videoId) => ({ entryId: randomUUID(), videoId })),
    beforeId: null,
  })
const board = () => studio.call('storyboards.get', { storyboardId })
const prompts = async () => (await board()).entries.map(({ job }) => job.request.prompt)
const saved = () => join(studio.platform.paths.data, 'saved')
const pathOf = async (index: number) =>
  studio.app.findMedia((await board()).entries[index]?.job.file?.media.id ?? '')?.path ?? ''

describe('a storyboard', () => {
  test('its videos are ordered, and everything survives a restart', async () => {
    await filled({ prompt: 'one' }, { prompt: 'two' }, { prompt: 'three' })
    expect(await prompts()).toEqual(['one', 'two', 'three'])
    const { entries } = await board()
    const [first, , third] = entries.map(({ id }) => id)
    await studio.call('storyboards.move', { storyboardId, entryId: third ?? '', beforeId: first ?? '' })
    expect(await prompts()).toEqual(['three', 'one', 'two'])
    await studio.reopen()
    expect(await prompts()).toEqual(['three', 'one', 'two'])
    expect(await studio.call('storyboards.list', {})).toEqual([{ id: storyboardId, name: 'A film: one/two', count: 3 }])
  })

  test('a deleted video leaves it, and comes back to its place when it is restored', async () => {
    const [, second = ''] = await filled({ prompt: 'one' }, { prompt: 'two' }, { prompt: 'three' })
    await studio.call('videos.delete', { jobIds: [second] })
    expect(await prompts()).toEqual(['one', 'three'])
    await studio.call('videos.restore', { jobIds: [second] })
    expect(await prompts()).toEqual(['one', 'two', 'three'])
  })

  test('only videos that are there can be added, to a storyboard that is there', async () => {
    const failed = await videos.run(videoRequest({}, 'fail(status=400)'))
    const entry = (videoId: string) => [{ entryId: randomUUID(), videoId }]
    const refusal = (id: string, videoId: string) =>
      studio.refusal('storyboards.add', { storyboardId: id, entries: entry(videoId), beforeId: null })
    expect(await refusal(storyboardId, failed.id)).toBe('not_found')
    expect(await refusal(storyboardId, 'unknown')).toBe('not_found')
    const [done = ''] = await filled({})
    expect(await refusal(randomUUID(), done)).toBe('not_found')
    expect(await studio.refusal('storyboards.get', { storyboardId: 'unknown' })).toBe('not_found')
  })

  test('each change is reported to the pages', async () => {
    const changes = () => studio.platform.events.of('storyboards.changed').length
    const before = changes()
    await filled({})
    const [entry] = (await board()).entries
    await studio.call('storyboards.remove', { storyboardId, entryIds: [entry?.id ?? ''] })
    await studio.call('storyboards.delete', { storyboardId })
    expect(changes()).toBe(before + 3)
    expect(await studio.call('storyboards.list', {})).toEqual([])
  })
})

describe('saving a storyboard as one file', () => {
  test('equal videos are joined under its name', async () => {
    await filled({ prompt: 'one' }, { prompt: 'two', duration: 10 })
    expect(await studio.call('storyboards.join', { storyboardId })).toEqual({
      kind: 'saved',
      saved: { by: 'main', saved: true },
    })
    expect(readdirSync(saved())).toEqual(['A film one two.mp4'])
    const facts = await readVideo(join(saved(), 'A film one two.mp4'))
    expect(facts).toMatchObject({ mime: 'video/mp4', width: 360, height: 640 })
    expect(facts?.duration).toBeCloseTo(15_000, -2)
    expect(studio.platform.events.of('storyboards.joining').every(({ part }) => part >= 0 && part <= 1)).toBe(true)
  })

  test('the first video of another size is named, and nothing is saved', async () => {
    await filled({}, { model: 'demo-video-landscape' })
    const { entries } = await board()
    expect(await studio.call('storyboards.join', { storyboardId })).toEqual({
      kind: 'differs',
      entryId: entries[1]?.id,
      by: 'size',
    })
    expect(() => readdirSync(saved())).toThrow()
  })

  test('a video whose file is gone is named; without it, the rest is saved', async () => {
    await filled({ prompt: 'one' }, { prompt: 'two', duration: 10 }, { prompt: 'three' })
    const { entries } = await board()
    const second = entries[1]?.id ?? ''
    rmSync(await pathOf(1))
    expect(await studio.call('storyboards.join', { storyboardId })).toEqual({ kind: 'missing', entryId: second })
    await studio.call('storyboards.remove', { storyboardId, entryIds: [second] })
    expect((await studio.call('storyboards.join', { storyboardId })).kind).toBe('saved')
  })

  test('joining a long film never holds main for 50 ms', async () => {
    const [video = ''] = await filled({ duration: 10 })
    await add(Array.from({ length: 99 }, () => video))
    const watch = new LoopWatch()
    const film = await watch.during(() => studio.call('storyboards.join', { storyboardId }))
    expect(film.kind).toBe('saved')
    expect(watch.take()).toBeLessThan(50)
  })

  test('an empty storyboard is refused', async () => {
    expect(await studio.refusal('storyboards.join', { storyboardId })).toBe('invalid_input')
  })

  test('a cancelled film leaves nothing behind, and the next one is joined', async () => {
    await filled({}, {})
    const joining = studio.refusal('storyboards.join', { storyboardId })
    expect(await studio.refusal('storyboards.join', { storyboardId })).toBe('busy')
    expect(studio.app.leaving().cancelled).toBe(1)
    await studio.call('storyboards.cancelJoin', {})
    expect(await joining).toBe('cancelled')
    expect(studio.app.leaving().cancelled).toBe(0)
    expect((await studio.call('storyboards.join', { storyboardId })).kind).toBe('saved')
    expect(readdirSync(saved())).toEqual(['A film one two.mp4'])
  })

  test('a film that the page encoded is put together from its pieces, and saved if it is a video', async () => {
    const film = readFileSync(join(studio.platform.paths.resources, 'demo-gateway/landscape-5.mp4'))
    const pieces = [film.subarray(0, 6_000), film.subarray(6_000)]
    const save = (...parts: readonly Uint8Array[]) => {
      const tokens = parts.map((piece) => studio.file(piece, 'film.mp4'))
      return { storyboardId, format: 'mp4' as const, tokens }
    }
    const whole = save(...pieces)
    expect(await studio.call('storyboards.saveEncoded', whole)).toEqual({ by: 'main', saved: true })
    expect(readFileSync(join(saved(), 'A film one two.mp4')).equals(film)).toBe(true)
    expect(await studio.refusal('storyboards.saveEncoded', whole)).toBe('not_found')
    expect(await studio.refusal('storyboards.saveEncoded', save(Buffer.from('no film')))).toBe('not_a_video')
    const named = { ...save(...pieces), format: 'webm' as const }
    expect(await studio.refusal('storyboards.saveEncoded', named)).toBe('not_a_video')
    expect(readdirSync(saved())).toEqual(['A film one two.mp4'])
  })

  test('a video that the page encoded again is saved under the name of the original', async () => {
    const [jobId = ''] = await filled({ prompt: 'Ink in water' })
    const film = readFileSync(join(studio.platform.paths.resources, 'demo-gateway/landscape-5.mp4'))
    const save = (bytes: Uint8Array) => ({ jobId, format: 'mp4' as const, tokens: [studio.file(bytes, 'film.mp4')] })
    expect(await studio.call('videos.saveEncoded', save(film))).toEqual({ by: 'main', saved: true })
    const [name = ''] = readdirSync(saved())
    expect(name).toMatch(/ink.in.water.*\.mp4$/i)
    expect(readFileSync(join(saved(), name)).equals(film)).toBe(true)
    expect(await studio.refusal('videos.saveEncoded', save(Buffer.from('no film')))).toBe('not_a_video')
    expect(await studio.refusal('videos.saveEncoded', { ...save(film), jobId: randomUUID() })).toBe('not_found')
  })
})
