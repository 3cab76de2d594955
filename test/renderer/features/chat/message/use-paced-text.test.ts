import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextLength, perFrame } from '../../../../../src/renderer/features/chat/message/use-paced-text.ts'

test('what a person can follow is shown at once: the text of a tenth of a second at 200 tokens is less than a frame may add', () => {
  expect(nextLength(0, 80)).toBe(80)
})

test('a flood is shown whole in the end, a bounded piece at a time', () => {
  fc.assert(
    fc.property(fc.nat({ max: 200_000 }), fc.nat({ max: 200_000 }), (start, whole) => {
      let shown = Math.min(start, whole)
      let frames = 0
      while (shown < whole) {
        const next = nextLength(shown, whole)
        expect(next - shown).toBeGreaterThan(0)
        expect(next - shown).toBeLessThanOrEqual(perFrame)
        shown = next
        frames += 1
      }
      expect(shown).toBe(whole)
      expect(frames).toBeLessThanOrEqual(Math.ceil(whole / perFrame))
    }),
  )
})

test('a text that became shorter is shown whole', () => {
  expect(nextLength(500, 20)).toBe(20)
})
