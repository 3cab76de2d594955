import { expect, test } from 'vitest'
import {
  LoudnessWatch,
  meterLevel,
  peakOf,
} from '../../../../../src/renderer/features/transcription/recorder/loudness-watch.ts'
import { refusalOf } from '../../../../../src/renderer/features/transcription/recorder/microphone.ts'

test('a meter moves by the same step for every 6 dB', () => {
  expect([meterLevel(0), meterLevel(0.0005), meterLevel(1), meterLevel(2)]).toEqual([0, 0, 1, 1])
  expect(meterLevel(0.5)).toBeCloseTo(0.9, 2)
  expect(meterLevel(0.25)).toBeCloseTo(0.8, 2)
})

test('the loudest sample counts, whatever its sign', () => {
  expect(peakOf(Float32Array.of(0.1, -0.5, 0.25))).toBe(0.5)
  expect(peakOf(Float32Array.of())).toBe(0)
})

test('silence is reported after five seconds, and ends with the first sound', () => {
  const watch = new LoudnessWatch(0)
  expect(watch.quiet(0.0001, 4999)).toBe(false)
  expect(watch.quiet(0.0001, 5000)).toBe(true)
  expect(watch.quiet(0.05, 5100)).toBe(false)
  expect(watch.quiet(0, 10_000)).toBe(false)
  watch.reset(10_050)
  expect(watch.quiet(0, 15_000)).toBe(false)
  expect(watch.quiet(0, 15_050)).toBe(true)
})

test.each([
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['TypeError', 'unsupported'],
] as const)('%s shows this state of a microphone: %s', (name, why) => {
  expect(refusalOf(name)).toBe(why)
})
