import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  WEBM,
} from 'mediabunny'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compareFilms, joinFilms } from '../../../src/main/media/joined-film.ts'
import { readVideo } from '../../../src/main/media/video-file.ts'
import { type SmallVideo, smallVideo } from '../../fakes/small-videos.ts'

const demo = join(import.meta.dirname, '../../../resources/demo-gateway')
const sounds = join(import.meta.dirname, '../../fixtures/sound')
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

/** Writes the picture of one file and the sound of another into a third. */
async function withSound(picture: string, sound: string, to: string): Promise<void> {
  const [films, talks] = [picture, sound].map((path) => new Input({ source: new FilePathSource(path), formats: [MP4] }))
  const video = await films?.getPrimaryVideoTrack()
  const audio = await talks?.getPrimaryAudioTrack()
  const [videoConfig, audioConfig] = [await video?.getDecoderConfig(), await audio?.getDecoderConfig()]
  if (!video || !audio || !videoConfig || !audioConfig) throw new Error('not a film and a talk')
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const [pictures, words] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('aac')]
  output.addVideoTrack(pictures)
  output.addAudioTrack(words)
  await output.start()
  for await (const packet of new EncodedPacketSink(video).packets())
    await pictures.add(packet, { decoderConfig: videoConfig })
  for await (const packet of new EncodedPacketSink(audio).packets())
    await words.add(packet, { decoderConfig: audioConfig })
  await output.finalize()
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

  test('AAC keeps time with the picture: what an encoder puts before the beginning is left out', async () => {
    const path = join(folder, 'spoken.mp4')
    await withSound(join(demo, 'portrait-5.mp4'), join(sounds, 'talk.m4a'), path)
    expect(await joinFilms([path, path], 'mp4', target())).toBeNull()
    const [one, film] = [await read(path), await read(target())]
    expect(one.sound[0]?.at).toBeLessThan(0)
    const heard = one.sound.filter(({ at }) => at >= 0)
    expect(dataOf(film.sound)).toEqual([...dataOf(heard), ...dataOf(heard)])
    const half = film.sound[heard.length]
    expect(half?.at).toBeCloseTo(5 + (heard[0]?.at ?? 0), 2)
    expect(dataOf(film.video)).toEqual([...dataOf(one.video), ...dataOf(one.video)])
  })

  test('a WebM of another program follows itself, with its sound', async () => {
    const path = join(sounds, 'film.webm')
    expect(await compareFilms([path, path])).toEqual({ kind: 'equal', container: 'webm' })
    expect(await joinFilms([path, path], 'webm', target())).toBeNull()
    const [one, film] = [await read(path), await read(target())]
    expect(dataOf(film.video)).toEqual([...dataOf(one.video), ...dataOf(one.video)])
    expect(film.duration).toBeCloseTo(2 * one.duration, 1)
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
