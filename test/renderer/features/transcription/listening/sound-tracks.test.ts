import { describe, expect, test } from 'vitest'
import { mixed } from '../../../../../src/renderer/features/transcription/listening/mixed-sound.ts'
import {
  sampledLoudness,
  usualTrack,
} from '../../../../../src/renderer/features/transcription/listening/sound-tracks.ts'
import type { Stretch } from '../../../../../src/renderer/features/transcription/listening/stretches.ts'

/** A track of this value, in chunks of a tenth of a second. */
async function* level(value: number, seconds: number, rate = 16_000, begin = 0): AsyncGenerator<Stretch> {
  for (let tenth = 0; tenth < Math.round(seconds * 10); tenth += 1)
    yield { at: begin + tenth / 10, rate, samples: new Float32Array(rate / 10).fill(value) }
}

async function valuesOf(sound: AsyncGenerator<Stretch>): Promise<readonly number[]> {
  const values: number[] = []
  for await (const { at, samples } of sound) {
    expect(Math.round(at * 16_000)).toBe(values.length)
    for (const value of samples) values.push(value)
  }
  return values
}

describe('the loudness of a track', () => {
  test('the loudness of a track is sampled in places, even if it begins with silence', async () => {
    const read = (from: number) => level(from < 3600 ? 0 : 0.1, 0.5)
    expect(await sampledLoudness(read, 7200)).toBe(-23)
    expect(await sampledLoudness((from, to) => level(0.1, to - from), 20)).toBe(-20)
    expect(await sampledLoudness((from, to) => level(0, to - from), null)).toBe(-100)
  })

  test('the loudness is sampled in later places too if the length is unknown', async () => {
    const read = async function* (from: number, to: number): AsyncGenerator<Stretch> {
      if (from < 300) yield* level(from < 40 ? 0 : 0.1, to - from)
    }
    expect(await sampledLoudness(read, null)).toBeGreaterThan(-40)
    const hum = (from: number, to: number) => level(from < 60 ? 0.01 : 0.001, from < 300 ? to - from : 0)
    expect(await sampledLoudness(read, null)).toBeGreaterThan(await sampledLoudness(hum, null))
  })

  test('a track that cannot be decoded counts as silent', async () => {
    const read = async function* (): AsyncGenerator<Stretch> {
      yield* level(0, 0)
      throw new Error('damaged')
    }
    expect(await sampledLoudness(read, 10)).toBe(-100)
  })
})

test('the loudest track is used, and all of them if the sampled places are silent', () => {
  expect(usualTrack([-100, -30, -24])).toBe(2)
  expect(usualTrack([-30, -30])).toBe(0)
  // a track of which no place was heard may still have sound
  expect(usualTrack([-100, -95])).toBe('all')
})

test('tracks of different lengths are mixed on one clock', async () => {
  const values = await valuesOf(mixed([level(0.25, 3), level(0.25, 2, 48_000, 0.5), level(0, 0)]))
  expect(values.length).toBe(48_000)
  expect(values[1000]).toBeCloseTo(0.25, 2)
  expect(values[24_000]).toBeCloseTo(0.5, 2)
  expect(values[45_000]).toBeCloseTo(0.25, 2)
})

test('the sum of loud tracks is clamped', async () => {
  const values = await valuesOf(mixed([level(0.9, 1), level(0.9, 1)]))
  expect(Math.max(...values)).toBe(1)
})
