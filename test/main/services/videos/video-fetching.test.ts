import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MediaLibrary } from '../../../../src/main/media/library.ts'
import { ownParts } from '../../../../src/main/media/unfinished-files.ts'
import { AppFailure, appError } from '../../../../src/shared/errors.ts'
import { eventually } from '../../../fakes/eventually.ts'
import { loopbackServer, signal } from '../../../fakes/loopback-server.ts'
import { StudioUnderTest } from '../../../fakes/studio.ts'
import { openVideoGateway, servesFile, type VideoGateway, videoBytes } from '../../../fakes/video-gateway.ts'
import { VideosOf, videoRequest } from '../../../fakes/videos.ts'

let gateway: VideoGateway
let studio: StudioUnderTest
let videos: VideosOf
beforeEach(async () => {
  gateway = await openVideoGateway()
  studio = await StudioUnderTest.open({ baseUrl: gateway.baseUrl })
  videos = new VideosOf(studio)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await studio.close()
  await gateway.close()
})

const mediaId = createHash('sha256').update(videoBytes).digest('hex')
const partOf = (id: string): string => join(studio.platform.paths.data, 'media', 'incoming', `video-${id}.part`)
const incoming = () => readdir(join(studio.platform.paths.data, 'media', 'incoming')).catch(() => [])
/** Resolves to true if the library holds the whole video, and no partial file remains. */
async function isKept(): Promise<boolean> {
  const place = studio.app.findMedia(mediaId)
  return place !== null && (await readFile(place.path)).equals(videoBytes) && (await incoming()).length === 0
}
const brokenOff = (id: string) =>
  videos.until(id, ({ status, retryAt }) => status === 'downloading' && retryAt !== null)
/** Serves the beginning of the video, calls back, then stays silent. */
function servesBeginning(bytes: number, sent: () => void = () => undefined): typeof gateway.says.file {
  return (_, response) => {
    response.writeHead(200, { 'content-length': videoBytes.byteLength, etag: '"one"' })
    response.write(videoBytes.subarray(0, bytes), sent)
  }
}
const received = (id: string, bytes: number) => videos.until(id, (job) => job.received >= bytes)
/** Waits as `received` does, for any job. */
const taken = (bytes: number) => studio.platform.events.until('videos.job', (job) => job.received >= bytes)

describe('a video that arrives', () => {
  test('a video is stored unchanged, and its progress is reported', async () => {
    const job = await videos.run()
    expect([job.status, job.received, job.total, job.file?.media.id, await isKept()]).toEqual([
      'done',
      videoBytes.byteLength,
      videoBytes.byteLength,
      mediaId,
      true,
    ])
    expect(gateway.ranges).toEqual([null])
  })

  test('a video that is cut off twice is requested three times, each time for the rest', async () => {
    const third = Math.ceil(videoBytes.byteLength / 3)
    gateway.says.file = servesFile(videoBytes, third, '"one"', taken)
    const job = await videos.run()
    expect([job.status, gateway.ranges, await isKept()]).toEqual([
      'done',
      [null, `bytes=${third}-`, `bytes=${2 * third}-`],
      true,
    ])
    expect([gateway.submissions, gateway.polls]).toEqual([1, 1])
  })

  test('a download that is cut off midway reports a lost connection, and keeps the received part', async () => {
    gateway.says.file = (_, response) => {
      response.writeHead(200, { 'content-length': videoBytes.byteLength, etag: '"one"' })
      response.write(videoBytes.subarray(0, 9000), () => void taken(9000).then(() => response.destroy()))
    }
    const { id } = await videos.submit()
    const { error } = await brokenOff(id)
    expect(error?.code).toBe('connection_lost')
  })

  test('a download continues by its length if the server names no version', async () => {
    gateway.says.file = servesFile(videoBytes, 9000, '', taken)
    const job = await videos.run()
    expect([job.status, gateway.ranges, await isKept()]).toEqual(['done', [null, 'bytes=9000-'], true])
  })

  test('a download starts over if the server does not support ranges', async () => {
    gateway.says.file = (_, response) => {
      response.writeHead(200, { 'content-length': videoBytes.byteLength })
      if (gateway.ranges.length > 1) response.end(videoBytes)
      else response.write(videoBytes.subarray(0, 9000), () => void taken(9000).then(() => response.destroy()))
    }
    const job = await videos.run()
    expect([job.status, gateway.ranges, await isKept()]).toEqual(['done', [null, 'bytes=9000-'], true])
  })

  test('a download starts over if the server has another version', async () => {
    gateway.says.file = servesFile(Buffer.alloc(videoBytes.byteLength + 7, 1), 9000, '"old"', taken)
    const { id } = await videos.submit()
    await received(id, 9000)
    gateway.says.file = servesFile()
    expect([(await videos.ended(id)).status, await isKept()]).toEqual(['done', true])
  })

  test('a download continues after a restart of the app', async () => {
    gateway.says.file = servesBeginning(9000)
    const { id } = await videos.submit()
    await received(id, 9000)
    gateway.says.file = servesFile()
    const since = videos.now
    await studio.reopen()
    expect(await videos.ended(id, since)).toMatchObject({ status: 'done', received: videoBytes.byteLength })
    expect([gateway.ranges, gateway.submissions, gateway.polls, await isKept()]).toEqual([
      [null, 'bytes=9000-'],
      1,
      1,
      true,
    ])
  })

  test('a partial download of three days ago continues, and is not swept away', async () => {
    gateway.says.file = servesBeginning(9000)
    const { id } = await videos.submit()
    await received(id, 9000)
    await studio.app.close()
    const then = new Date(Date.now() - 3 * 24 * 60 * 60_000)
    await utimes(partOf(id), then, then)
    const since = videos.now
    gateway.says.file = servesFile()
    await studio.reopen()
    expect((await videos.ended(id, since)).status).toBe('done')
    expect([gateway.ranges, await isKept()]).toEqual([[null, 'bytes=9000-'], true])
  })

  test('a download whose partial file disappears starts over, and is complete', async () => {
    gateway.says.file = servesFile(videoBytes, 9000, '"one"', taken)
    const { id } = await videos.submit()
    await received(id, 9000)
    gateway.says.file = (request, response) => {
      rmSync(partOf(id), { force: true })
      servesFile()(request, response)
    }
    expect((await videos.ended(id)).status).toBe('done')
    // a file beginning with zeros is never accepted, so no other link is requested
    expect([gateway.ranges.at(-1), gateway.polls, await isKept()]).toEqual([null, 1, true])
  })

  test('two equal videos are stored as one file', async () => {
    const one = await videos.run()
    const two = await videos.run()
    expect([one.file?.media.id, two.file?.media.id, await isKept()]).toEqual([mediaId, mediaId, true])
  })

  test('a download that stalls is requested again after a minute', async () => {
    gateway.says.file = servesBeginning(9000)
    const { id } = await videos.submit()
    await received(id, 9000)
    gateway.says.file = servesFile()
    studio.clock.advance(60_000)
    expect((await brokenOff(id)).error?.code).toBe('stalled')
    expect([(await videos.ended(id)).status, gateway.ranges.at(-1)]).toEqual(['done', 'bytes=9000-'])
  })

  test('a download waits as long as a server asks for', async () => {
    gateway.says.file = (_, response) => void response.writeHead(503, { 'retry-after': '9' }).end()
    const { id } = await videos.submit()
    const waits = await brokenOff(id)
    expect(waits.error).toMatchObject({ code: 'unavailable', status: 503 })
    expect((waits.retryAt ?? 0) - studio.clock.now()).toBeGreaterThan(8_000)
    gateway.says.file = servesFile()
    expect((await videos.ended(id)).status).toBe('done')
  })
})

describe('a link that does not lead to the video', () => {
  test('an expired link is replaced by the next poll', async () => {
    gateway.says.poll = (origin, turn) => ({ status: 'completed', video_url: `${origin}/files/${turn}.mp4` })
    gateway.says.file = (request, response) => {
      if (request.url === '/files/1.mp4') response.writeHead(404).end()
      else servesFile()(request, response)
    }
    const job = await videos.run()
    expect([job.status, gateway.polls, gateway.submissions, await isKept()]).toEqual(['done', 2, 1, true])
    expect(videos.statusesOf(job.id).slice(-4)).toEqual(['downloading', 'processing', 'downloading', 'done'])
  })

  test('a link to a web page fails after some attempts, and can be requested again', async () => {
    gateway.says.file = (_, response) => void response.end('<!doctype html><p>Sign in to see this video.')
    const { id } = await videos.submit()
    while ((await videos.get(id)).status !== 'failed') {
      await videos.until(id, ({ status }) => status === 'processing' || status === 'failed')
      await videos.polled(id)
      await settled(id)
    }
    const failed = await videos.get(id)
    expect(failed).toMatchObject({ error: { code: 'not_a_video' }, canRefetch: true, file: null })
    expect([gateway.polls, gateway.submissions, await incoming()]).toEqual([6, 1, []])
    gateway.says.file = servesFile()
    const since = videos.now
    await studio.call('videos.refetch', { jobId: id })
    expect([(await videos.ended(id, since)).status, await isKept()]).toEqual(['done', true])
  })

  test('a link to a film that declares billions of samples fails like any other', async () => {
    const hostile = await readFile(join(import.meta.dirname, '../../../fixtures/hostile-media/samples.mp4'))
    gateway.says.submission = (origin) => ({ status: 'completed', video_url: `${origin}/files/one.mp4` })
    gateway.says.file = servesFile(hostile)
    expect(await videos.run()).toMatchObject({ status: 'failed', error: { code: 'not_a_video' }, canRefetch: true })
  })

  test('a link into the user’s network fails at once, without a request', async () => {
    const inside = await loopbackServer((_, response) => void response.end('secret'))
    const port = new URL(inside.origin).port
    for (const url of [`http://127.0.0.2:${port}/x`, `http://localhost:${port}/x`, `http://[::1]:${port}/x`]) {
      gateway.says.poll = () => ({ status: 'completed', video_url: url })
      expect(await videos.run()).toMatchObject({ status: 'failed', error: { code: 'link_refused' }, canRefetch: true })
    }
    expect(inside.paths).toEqual([])
    await inside.close()
  })

  test.each(['file:///etc/passwd', 'ftp://files.example/x.mp4', 'javascript:alert(1)', 'not a link'])(
    'but to %s fails at once',
    async (url) => {
      gateway.says.poll = () => ({ status: 'completed', video_url: url })
      expect(await videos.run()).toMatchObject({ status: 'failed', error: { code: 'link_refused' } })
      expect(studio.begun.filter((path) => !path.startsWith('/v1/'))).toEqual([])
    },
  )

  test('a link to more than 4 GB fails before they arrive', async () => {
    gateway.says.file = (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(5 * 1024 ** 3) })
      response.flushHeaders()
    }
    expect(await videos.run()).toMatchObject({ status: 'failed', error: { code: 'result_too_large' } })
    expect(await incoming()).toEqual([])
  })

  test('an expired link without a task fails', async () => {
    gateway.says.submission = (origin) => ({ status: 'completed', video_url: `${origin}/files/one.mp4` })
    gateway.says.file = (_, response) => void response.writeHead(404).end()
    expect(await videos.run()).toMatchObject({ status: 'failed', error: { code: 'link_expired' } })
  })
})

/** Waits until a job is neither downloading nor due at once. */
async function settled(id: string): Promise<void> {
  const { status } = await videos.get(id)
  if (status === 'downloading') await videos.until(id, (job) => job.status !== 'downloading', videos.now)
}

describe('a full disk during a download', () => {
  const full = () => new AppFailure(appError('storage_full', 'ENOSPC'))

  test('a full disk keeps the finished download, and does not repeat it once there is space', async () => {
    const add = vi.spyOn(MediaLibrary.prototype, 'addFile').mockRejectedValueOnce(full())
    const { id } = await videos.submit()
    const waits = await brokenOff(id)
    expect(waits.error?.code).toBe('storage_full')
    expect([(await videos.ended(id)).status, gateway.ranges, add.mock.calls.length, await isKept()]).toEqual([
      'done',
      [null],
      2,
      true,
    ])
  })

  test('a missing folder is reported, and the download continues once it exists', async () => {
    const folder = join(studio.platform.paths.data, 'media', 'incoming')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(join(folder, '..'), { recursive: true })
    writeFileSync(folder, 'a file where the folder should be')
    const { id } = await videos.submit()
    expect((await brokenOff(id)).status).toBe('downloading')
    rmSync(folder)
    expect([(await videos.ended(id)).status, await isKept()]).toEqual(['done', true])
  })
})

describe('a download of a cancelled job', () => {
  test('a cancelled download closes the connection and removes the received part', async () => {
    const gone = signal()
    gateway.says.file = (request, response) => {
      request.socket.once('close', () => gone.give())
      servesBeginning(9000)(request, response)
    }
    const { id } = await videos.submit()
    await received(id, 9000)
    expect((await stat(partOf(id))).size).toBe(9000)
    expect(await studio.call('videos.cancel', { jobId: id })).toMatchObject({ status: 'cancelled', canRefetch: true })
    await gone.come
    await studio.reopen()
    expect([existsSync(partOf(id)), (await videos.get(id)).status]).toEqual([false, 'cancelled'])
    // the user can download it later, while the gateway still has it
    gateway.says.file = servesFile()
    const since = videos.now
    await studio.call('videos.refetch', { jobId: id })
    expect([(await videos.ended(id, since)).status, gateway.submissions, await isKept()]).toEqual(['done', 1, true])
  })

  test('a download cancelled before the first byte writes nothing', async () => {
    const release = studio.hold('/files/')
    const { id } = await videos.submit()
    await videos.becomes(id, 'downloading')
    await studio.call('videos.cancel', { jobId: id })
    release()
    await studio.reopen()
    expect([await incoming(), gateway.ranges]).toEqual([[], []])
  })
})

describe('a video that crashed the app', () => {
  test('a video that crashed the app is set aside at the next start, kept, and read again on request', async () => {
    const id = randomUUID()
    await mkdir(join(partOf(id), '..'), { recursive: true })
    await writeFile(partOf(id).replace('.part', '.reading'), '')
    await videos.submit(videoRequest(), id)
    const failed = await videos.ended(id)
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'video_not_read' }, canRefetch: true })
    expect(await readFile(partOf(id))).toEqual(videoBytes)
    const since = videos.now
    await studio.call('videos.refetch', { jobId: id })
    expect([(await videos.ended(id, since)).status, await isKept(), gateway.ranges]).toEqual(['done', true, [null]])
  })

  test('a video that crashed the app is kept until it is deleted for good', async () => {
    const [id, gone] = [randomUUID(), randomUUID()]
    await mkdir(join(partOf(id), '..'), { recursive: true })
    await writeFile(partOf(id).replace('.part', '.reading'), '')
    await videos.submit(videoRequest(), id)
    await videos.ended(id)
    // of a job that is gone
    ownParts(dirname(partOf(gone))).newFile(basename(partOf(gone)))
    await writeFile(partOf(gone), 'of a job that is not there any more')
    const longAgo = new Date('2026-01-01')
    for (const part of [partOf(id), partOf(gone)]) await utimes(part, longAgo, longAgo)
    await studio.reopen()
    await eventually(() => expect(existsSync(partOf(gone))).toBe(false))
    // closing waits for the sweep
    await studio.reopen()
    expect(await readFile(partOf(id))).toEqual(videoBytes)
  })
})
