import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pieceMax, textPieces } from '../../../../src/renderer/components/words/text-pieces.ts'

describe('a long text', () => {
  test.each([
    ['a\u0301', `a${'\u0301'.repeat(400_000)}`],
    ['scripts that change', 'aא字ع'.repeat(100_000)],
    ['emoji', '👩'.repeat(100_000)],
    ['lines', 'word\n'.repeat(100_000)],
  ])('of %s is laid out in pieces that are short, whole characters, and the text', (_, text) => {
    const pieces = textPieces(text)
    expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(pieceMax)
    expect(pieces.length).toBeLessThanOrEqual(Math.ceil(text.length / (pieceMax / 2)))
    expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true)
  })

  test('a long text is split after lines, then after spaces, and nothing is lost', () => {
    expect(textPieces('ab cd\nef gh', 8).map((piece) => piece.text)).toEqual(['ab cd\n', 'ef gh'])
    expect(textPieces('abcd efgh', 6).map((piece) => piece.text)).toEqual(['abcd ', 'efgh'])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 9 }), (text, max) => {
        const pieces = textPieces(text, max)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        for (const { start, text: part } of pieces) expect(text.startsWith(part, start)).toBe(true)
      }),
    )
  })
})
