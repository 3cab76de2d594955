import { describe, expect, test } from 'vitest'
import { SteadySound } from '../../../../../src/renderer/features/transcription/listening/steady-sound.ts'

/** Splits a 440 Hz sine into chunks, as a decoder does. */
function* sine(
  rate: number,
  seconds: number,
  frames: number,
  from = 0,
): Generator<{ at: number; rate: number; samples: Float32Array }> {
  const total = Math.round(seconds * rate)
  for (let at = 0; at < total; at += frames) {
    const samples = Float32Array.from(
      { length: Math.min(frames, total - at) },
      (_value, index) => 0.5 * Math.sin((2 * Math.PI * 440 * (at + index)) / rate),
    )
    yield { at: from + at / rate, rate, samples }
  }
}

function steady(stretches: Iterable<{ at: number; rate: number; samples: Float32Array }>): Int16Array {
  const sound = new SteadySound()
  const parts = [...stretches].flatMap((stretch) => [...sound.add(stretch)])
  return Int16Array.from([...parts, sound.end()].flatMap((part) => [...part]))
}

/** Upward zero crossings per second. */
function pitch(samples: Int16Array): number {
  let crossings = 0
  for (let at = 1; at < samples.length; at += 1)
    if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) crossings += 1
  return crossings / (samples.length / 16_000)
}

describe('one continuous sound at 16 kHz', () => {
  test.each([
    [8_000, 160],
    [16_000, 1024],
    [44_100, 1152],
    [48_000, 960],
    [96_000, 4096],
  ])('sound of %i Hz in chunks of %i keeps its length, pitch and loudness', (rate, frames) => {
    const sound = steady(sine(rate, 3, frames))
    expect(Math.abs(sound.length - 48_000)).toBeLessThan(3)
    expect(pitch(sound)).toBeCloseTo(440, -1)
    const loudest = sound.reduce((most, value) => Math.max(most, value), 0)
    expect(loudest / 32_767).toBeCloseTo(0.5, 1)
  })

  test('a quarter of an hour of odd chunks does not drift', () => {
    const sound = new SteadySound()
    const silence = new Float32Array(1152)
    let samples = 0
    for (let at = 0; at < 44_100 * 900; at += 1152) {
      for (const part of sound.add({ at: at / 44_100, rate: 44_100, samples: silence })) samples += part.length
    }
    samples += sound.end().length
    const chunks = Math.ceil((44_100 * 900) / 1152)
    expect(Math.abs(samples - (chunks * 1152 * 16_000) / 44_100)).toBeLessThan(2)
  })

  test('a gap becomes silence, and sound before the start or repeated sound is left out', () => {
    const gap = steady([...sine(16_000, 1, 1000), ...sine(16_000, 1, 1000, 3)])
    expect(gap.length).toBe(64_000)
    expect(gap.subarray(17_000, 47_000).every((value) => value === 0)).toBe(true)
    expect(steady(sine(16_000, 2, 1000, -1)).length).toBe(16_000)
    expect(steady([...sine(16_000, 2, 1000), ...sine(16_000, 2, 1000, 1)]).length).toBe(48_000)
    expect(steady(sine(16_000, 1, 1000, 0.5)).length).toBe(24_000)
  })

  test('sound above 8 kHz is removed, so that it does not alias into speech', () => {
    const rate = 48_000
    const whistle = Float32Array.from(
      { length: rate },
      (_value, at) => 0.5 * Math.sin((2 * Math.PI * 12_000 * at) / rate),
    )
    const sound = steady([{ at: 0, rate, samples: whistle }])
    const loudest = sound.subarray(200, -200).reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    expect(loudest / 32_767).toBeLessThan(0.02)
  })
})
