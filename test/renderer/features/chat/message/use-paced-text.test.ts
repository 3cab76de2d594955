import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextLength, perFrame } from '../../../../../src/renderer/features/chat/message/use-paced-text.ts'

test('text at a readable rate is shown at once: a tenth of a second at 200 tokens/s fits into one frame', () => {
  expect(nextLength(0, 80)).toBe(80)
})

test('a flood of text is shown completely in the end, a limited piece at a time', () => {
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

test('a text that became shorter is shown at once', () => {
  expect(nextLength(500, 20)).toBe(20)
})
