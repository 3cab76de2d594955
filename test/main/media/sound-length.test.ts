import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MediaReader } from '../../../src/main/media/media-reader.ts'
import { readSoundLength } from '../../../src/main/media/sound-length.ts'

const fixture = (name: string): string => join(import.meta.dirname, '../../fixtures/sound', name)
const files = ['mp3', 'm4a', 'flac', 'ogg', 'opus', 'webm', 'aac'].map((type) => `talk.${type}`)

let spoken: number
beforeAll(async () => {
  spoken = (await readSoundLength(fixture('talk.wav'))) ?? 0
})

test.each(files)('the length of %s is that of its sound', async (name) => {
  const length = (await readSoundLength(fixture(name))) ?? 0
  expect([name, Math.abs(length - spoken) < 200, length]).toEqual([name, true, length])
})

test.each(['no-sound.mp4', 'talk.wma', 'talk.avi'])('the length of %s is not known', async (name) => {
  expect(await readSoundLength(fixture(name))).toBeNull()
})

test('the thread for media reports the same length', async () => {
  const { signal } = new AbortController()
  expect(await new MediaReader().readLength(fixture('talk.wav'), signal)).toBe(spoken)
})
