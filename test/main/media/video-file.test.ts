import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readVideo } from '../../../src/main/media/video-file.ts'
import { pictures } from '../../fakes/pictures.ts'
import { wav } from '../../fakes/recordings.ts'

const demo = join(import.meta.dirname, '../../../resources/demo-gateway')
const video = readFileSync(join(demo, 'portrait-5.mp4'))
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-video-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(bytes: Uint8Array) {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  return await readVideo(path)
}

describe('a complete video', () => {
  test.each([
    ['portrait', 5, 360, 640],
    ['portrait', 20, 360, 640],
    ['landscape', 10, 640, 360],
    ['landscape', 15, 640, 360],
  ] as const)('detects a video in %s of %i s', async (orientation, seconds, width, height) => {
    const facts = await readVideo(join(demo, `${orientation}-${seconds}.mp4`))
    expect(facts).toEqual({ mime: 'video/mp4', width, height, duration: expect.closeTo(seconds * 1000, -3) })
  })

  test('a video that is cut anywhere is rejected', async () => {
    for (const part of [0.1, 0.5, 0.9, 0.999])
      expect([part, await read(video.subarray(0, Math.floor(video.byteLength * part)))]).toEqual([part, null])
  })

  test('a video with padding after it is accepted', async () => {
    expect(await read(Buffer.concat([video, Buffer.alloc(16)]))).toMatchObject({ mime: 'video/mp4' })
  })
})

/** An MP4 without its video track, so with sound at most. */
function withoutPictures(): Buffer {
  const copy = Buffer.from(video)
  for (let at = copy.indexOf('vide', 0, 'latin1'); at >= 0; at = copy.indexOf('vide', at + 1, 'latin1'))
    copy.write('soun', at, 'latin1')
  return copy
}

describe('a file that is not a complete video', () => {
  test.each<[string, () => Uint8Array]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['a web page', () => Buffer.from('<!doctype html><title>Sign in</title>')],
    ['an error in JSON', () => Buffer.from('{"error":"expired"}')],
    ['a picture', () => pictures.png],
    ['a recording', () => wav(1)],
    ['an MP4 with sound alone', withoutPictures],
    ['a file type and nothing after it', () => video.subarray(0, 32)],
    ['the beginning of a video', () => video.subarray(0, 100)],
    ['a video whose sizes lie', () => Buffer.concat([video.subarray(0, 32), Buffer.alloc(5000, 0xff)])],
  ])('%s', async (_name, bytes) => {
    expect(await read(bytes())).toBeNull()
  })

  test('a missing file is not a video', async () => {
    expect(await readVideo(join(folder, 'none'))).toBeNull()
  })

  test('a damaged video is reported or rejected, and nothing throws', async () => {
    for (let at = 0; at < 400; at += 3) {
      const broken = Buffer.from(video)
      broken[at] = (broken[at] ?? 0) ^ 0xff
      const facts = await read(broken)
      if (facts !== null) expect(facts.width > 0 && facts.height > 0).toBe(true)
    }
  })

  test('ten gigabytes of zeros are rejected at once', async () => {
    const path = join(folder, 'nothing')
    closeSync(openSync(path, 'w'))
    truncateSync(path, 10 * 1024 ** 3)
    const began = performance.now()
    expect(await readVideo(path)).toBeNull()
    expect(performance.now() - began).toBeLessThan(5000)
    rmSync(path)
  })
})
