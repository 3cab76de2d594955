import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { binMs } from '../../../../src/main/jobs/bin.ts'
import type { FirstPictureField } from '../../../../src/shared/first-picture.ts'
import type { MediaItem } from '../../../../src/shared/media.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { png, StudioUnderTest } from '../../../fakes/studio.ts'
import { VideosOf, videoRequest } from '../../../fakes/videos.ts'

let studio: StudioUnderTest
let videos: VideosOf
beforeEach(async () => {
  studio = await StudioUnderTest.open()
  videos = new VideosOf(studio)
})
afterEach(() => studio.close())

const set = async (firstPicture: FirstPictureField | null) =>
  await studio.call('connections.setFirstPicture', { id: 'environment', firstPicture })
const prepare = async (bytes: Uint8Array): Promise<MediaItem> =>
  await studio.call('images.prepareSource', { from: { kind: 'file', token: studio.file(bytes) } })
const prepared = async () => await prepare(await png(24, 16, () => [10, 40, 90, 255]))
/** A picture that does not compress. */
const noise = async (side: number) => {
  const random = randomFrom(5)
  const shade = () => Math.floor(random() * 256)
  return await prepare(await png(side, side, () => [shade(), shade(), shade(), 255]))
}
const withPicture = (media: MediaItem, faults = '') => videoRequest({ firstPicture: { mediaId: media.id } }, faults)
const link = 'https://pictures.example/first.png'

describe('a video with a first picture', () => {
  test('its bytes go in the named field, and it stays with the job', async () => {
    await set({ field: 'first_frame_image', way: 'data' })
    const media = await prepared()
    const job = await videos.run(withPicture(media))
    expect(job).toMatchObject({ status: 'done', firstPicture: media, request: { firstPicture: { mediaId: media.id } } })
    expect(videos.submissions.map(({ body }) => body)).toEqual([
      {
        ...{ model: 'demo-video', prompt: job.request.prompt, duration: 5, async: true },
        first_frame_image: expect.stringMatching(/^data:image\/png;base64,/),
      },
    ])
    const body = z.object({ first_frame_image: z.string() }).parse(videos.submissions[0]?.body)
    const bytes = Buffer.from(body.first_frame_image.split(',')[1] ?? '', 'base64')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(media.id)
  })

  test('a link goes as it is', async () => {
    await set({ field: 'image_url', way: 'link' })
    const job = await videos.run(videoRequest({ firstPicture: { url: link } }))
    expect(job.status).toBe('done')
    expect(videos.submissions[0]?.body).toMatchObject({ image_url: link })
  })

  test('the same video is made again with its picture', async () => {
    await set({ field: 'image', way: 'data' })
    const { request } = await videos.run(withPicture(await prepared()))
    await videos.run(request)
    const sent = videos.submissions.map(({ body }) => body)
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  })

  test('a refusal names the picture, and nothing is sent again', async () => {
    await set({ field: 'image', way: 'data' })
    const job = await videos.run(withPicture(await prepared(), 'fail(status=400)'))
    expect([job.status, job.error?.code, job.attempts]).toEqual(['failed', 'first_picture_refused', 1])
    const without = await videos.run(videoRequest({}, 'fail(status=400)'))
    expect(without.error?.code).toBe('bad_request')
  })

  test('a lost answer leaves the job unknown, as without a picture', async () => {
    await set({ field: 'image', way: 'data' })
    const job = await videos.run(withPicture(await prepared(), 'fail(status=504)'))
    expect([job.status, job.attempts]).toEqual(['unknown', 1])
  })
})

describe('a first picture that is not to be sent', () => {
  test('it is refused while the setting is off, or takes it in another way', async () => {
    const media = await prepared()
    const refused = async (request = withPicture(media)) =>
      await studio.refusal('videos.submit', { jobs: [{ jobId: randomUUID(), request }] })
    expect(await refused()).toBe('first_picture_off')
    await set({ field: 'image', way: 'link' })
    expect(await refused()).toBe('first_picture_off')
    await set({ field: 'image', way: 'data' })
    expect(await refused(videoRequest({ firstPicture: { url: link } }))).toBe('first_picture_off')
    expect(await refused(videoRequest({ firstPicture: { mediaId: 'f'.repeat(64) } }))).toBe('not_found')
    expect(studio.begun).toEqual([])
  })

  test('a queued video fails unsent when the setting is turned off', async () => {
    await set({ field: 'image', way: 'data' })
    await studio.call('settings.update', { queuesPaused: true })
    const { id } = await videos.submit(withPicture(await prepared()))
    await set(null)
    await studio.call('settings.update', { queuesPaused: false })
    const job = await videos.ended(id)
    expect([job.status, job.error?.code, job.attempts]).toEqual(['failed', 'first_picture_off', 0])
    expect(videos.submissions).toEqual([])
  })

  test('a picture larger than the limit for pictures is refused', async () => {
    await set({ field: 'image', way: 'data' })
    const media = await noise(700)
    await studio.call('settings.update', { imageSourceMegabytes: 1 })
    const jobs = [{ jobId: randomUUID(), request: withPicture(media) }]
    expect(await studio.refusal('videos.submit', { jobs })).toBe('source_too_large')
  })

  test.each([
    'http://pictures.example/a.png',
    'https://me:secret@pictures.example/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'a.png',
  ])('%s is no link', async (url) => {
    await set({ field: 'image', way: 'link' })
    const jobs = [{ jobId: randomUUID(), request: videoRequest({ firstPicture: { url } }) }]
    expect(await studio.refusal('videos.submit', { jobs })).toBe('invalid_input')
  })

  test.each(['model', 'prompt', 'duration', 'async', '', 'first frame', 'image[]', '__proto__', 'a'.repeat(65), '图'])(
    '"%s" is no name of the field',
    async (field) => {
      const input = { id: 'environment', firstPicture: { field, way: 'data' as const } }
      expect(await studio.refusal('connections.setFirstPicture', input)).toBe('invalid_input')
    },
  )
})

test('the record of a request has the hash of the picture instead of its bytes', async () => {
  await set({ field: 'image', way: 'data' })
  const media = await noise(64)
  await videos.run(withPicture(media))
  const listed = await studio.call('requests.list', {})
  const [submission] = listed.filter(({ method, url }) => method === 'POST' && url.endsWith('/videos/generations'))
  const recorded = await studio.call('requests.get', { id: submission?.id ?? '' })
  expect(JSON.stringify(recorded)).toContain(`sha256 ${media.id}`)
})

test('the setting is listed with its connection, survives a restart, and is removed by null', async () => {
  const told = async () => (await studio.call('connections.list', {})).connections[0]?.firstPicture
  expect(await told()).toBeUndefined()
  await set({ field: 'image', way: 'data' })
  await studio.reopen()
  expect(await told()).toEqual({ field: 'image', way: 'data' })
  await set(null)
  expect(await told()).toBeUndefined()
  expect(await studio.refusal('connections.setFirstPicture', { id: 'nowhere', firstPicture: null })).toBe('not_found')
})

test('the picture of a draft survives a restart and the sweep of unused files', async () => {
  const media = await prepared()
  const draft = {
    ...{ text: 'a', asList: false, connectionId: null, model: '', landscape: false },
    duration: 5,
    firstPicture: media,
    firstPictureLink: link,
  } as const
  await studio.call('videos.saveDraft', { draft })
  studio.clock.advance(40 * 24 * 60 * 60_000)
  await studio.reopen()
  expect(await studio.call('videos.draft', {})).toEqual(draft)
})

test('the picture is removed with its last video, for good', async () => {
  await set({ field: 'image', way: 'data' })
  const media = await prepared()
  const [one, two] = [await videos.run(withPicture(media)), await videos.run(withPicture(media))]
  await studio.call('videos.delete', { jobIds: [one.id] })
  studio.clock.advance(binMs)
  expect(await studio.refusal('videos.restore', { jobIds: [one.id] })).toBe('not_found')
  expect((await videos.get(two.id)).firstPicture).toEqual(media)
  await studio.call('videos.delete', { jobIds: [two.id] })
  studio.clock.advance(binMs)
  expect(await studio.refusal('videos.restore', { jobIds: [two.id] })).toBe('not_found')
  await expect.poll(() => studio.app.findMedia(media.id)).toBeNull()
})
