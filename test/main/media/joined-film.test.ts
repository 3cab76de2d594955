import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, type InputTrack, MP4, WEBM } from 'mediabunny'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compareFilms, joinFilms } from '../../../src/main/media/joined-film.ts'
import { readVideo } from '../../../src/main/media/video-file.ts'
import { type SmallVideo, smallVideo } from '../../fakes/small-videos.ts'

const demo = join(import.meta.dirname, '../../../resources/demo-gateway')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-film-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const target = (): string => join(folder, 'film')
let made = 0
async function file(parts: SmallVideo): Promise<string> {
  made += 1
  const path = join(folder, `video-${made}`)
  writeFileSync(path, await smallVideo(parts))
  return path
}

interface Packet {
  readonly at: number
  readonly data: string
}

async function packetsOf(track: InputTrack | null): Promise<readonly Packet[]> {
  const packets: Packet[] = []
  if (track === null) return packets
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
    packets.push({ at: timestamp, data: Buffer.from(data).toString('base64') })
  return packets
}

async function read(path: string) {
  const input = new Input({ source: new FilePathSource(path), formats: [MP4, WEBM] })
  try {
    const video = await packetsOf(await input.getPrimaryVideoTrack())
    const sound = await packetsOf(await input.getPrimaryAudioTrack())
    return { video, sound, duration: await input.computeDuration() }
  } finally {
    input.dispose()
  }
}

const dataOf = (packets: readonly Packet[]): readonly string[] => packets.map(({ data }) => data)

describe('joining videos', () => {
  test('videos of the gateway become one file with every frame unchanged and in order', async () => {
    const paths = ['portrait-5.mp4', 'portrait-10.mp4', 'portrait-5.mp4'].map((name) => join(demo, name))
    expect(await compareFilms(paths)).toEqual({ kind: 'equal', container: 'mp4' })
    expect(await joinFilms(paths, 'mp4', target())).toBeNull()
    const parts = await Promise.all(paths.map(read))
    const film = await read(target())
    expect(dataOf(film.video)).toEqual(parts.flatMap(({ video }) => dataOf(video)))
    expect(film.duration).toBeCloseTo(20, 1)
    expect(await readVideo(target())).toMatchObject({ mime: 'video/mp4', width: 360, height: 640 })
  })

  test('sound and picture of each video begin together, whatever their times in the file', async () => {
    const paths = [
      await file({ frames: 25, sound: 1.1 }),
      await file({ frames: 25, sound: 0.5, begin: 3, seed: 2 }),
      await file({ frames: 25, sound: 1, seed: 3 }),
    ]
    expect(await joinFilms(paths, 'webm', target())).toBeNull()
    const film = await read(target())
    const parts = await Promise.all(paths.map(read))
    expect(dataOf(film.video)).toEqual(parts.flatMap(({ video }) => dataOf(video)))
    expect(dataOf(film.sound)).toEqual(parts.flatMap(({ sound }) => dataOf(sound)))
    // the first lasts as long as its sound
    for (const [packet, at] of [
      [film.video[25], 1.1],
      [film.sound[55], 1.1],
      [film.video[50], 2.1],
      [film.sound[80], 2.1],
    ] as const)
      expect(packet?.at).toBeCloseTo(at, 2)
  })

  test('the first video that differs is named with what differs', async () => {
    const first = await file({ frames: 10 })
    const compare = async (other: SmallVideo) => await compareFilms([first, first, await file(other)])
    expect(await compare({ frames: 20, seed: 9 })).toEqual({ kind: 'equal', container: 'webm' })
    expect(await compare({ frames: 10, width: 80 })).toEqual({ kind: 'differs', index: 2, by: 'size' })
    expect(await compare({ frames: 10, codec: 'vp9' })).toEqual({ kind: 'differs', index: 2, by: 'codec' })
    expect(await compare({ frames: 10, sound: 1 })).toEqual({ kind: 'differs', index: 2, by: 'sound' })
    const demos = ['portrait-5.mp4', 'landscape-5.mp4'].map((name) => join(demo, name))
    expect(await compareFilms(demos)).toEqual({ kind: 'differs', index: 1, by: 'size' })
  })

  test('a file that is no video, or breaks off, is named', async () => {
    const whole = join(demo, 'portrait-5.mp4')
    const text = join(folder, 'text')
    writeFileSync(text, 'no video')
    expect(await compareFilms([whole, text])).toEqual({ kind: 'unread', index: 1 })
    const cut = join(folder, 'cut')
    writeFileSync(cut, readFileSync(whole))
    truncateSync(cut, 9_000)
    const comparison = await compareFilms([whole, cut])
    const joined = comparison.kind === 'equal' ? await joinFilms([whole, cut], 'mp4', target()) : 1
    expect(joined).toBe(1)
  })

  test('a disk error is reported as such', async () => {
    const paths = [join(demo, 'portrait-5.mp4')]
    await expect(joinFilms(paths, 'mp4', join(folder, 'no', 'folder'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(compareFilms([join(folder, 'gone')])).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
