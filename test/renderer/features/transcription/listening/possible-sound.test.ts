import { expect, test } from 'vitest'
import { isPossibleSound } from '../../../../../src/renderer/features/transcription/listening/possible-sound.ts'

test.each([
  [1_000, 1, true],
  [44_100, 2, true],
  [768_000, 64, true],
  [999, 1, false],
  [768_001, 1, false],
  [48_000, 65, false],
  [48_000, 0, false],
  [Number.NaN, 1, false],
  [Number.POSITIVE_INFINITY, 1, false],
  [48_000, Number.NaN, false],
])('sound of %d samples a second in %d channels: %s', (sampleRate, numberOfChannels, isPossible) => {
  expect(isPossibleSound({ sampleRate, numberOfChannels })).toBe(isPossible)
})
