import { expect, test } from 'vitest'
import { progressAt } from '../../../../../src/renderer/features/transcription/listening/listening-messages.ts'

test('the progress of listening stays within 0 and 1, even for a wrong duration', () => {
  expect(progressAt(30, 120)).toBe(0.25)
  // the first frame of AAC
  expect(progressAt(-0.064, 1.5)).toBe(0)
  expect(progressAt(2, 1.5)).toBe(1)
  for (const duration of [null, 0, -1, Number.NaN]) expect(progressAt(1, duration)).toBe(0)
})
