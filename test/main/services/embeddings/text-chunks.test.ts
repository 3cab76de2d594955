import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunkText } from '../../../../src/main/services/embeddings/text-chunks.ts'
import { estimateTokens } from '../../../../src/shared/passages/token-estimate.ts'

const seed = Number(process.env.CHUNK_SEED ?? 20261123)
const english = Array.from({ length: 200 }, (_, index) => `Sentence ${index} says something about the sea.`).join(' ')
const chinese = Array.from({ length: 120 }, (_, index) => `第${index}句话说的是大海和潮汐。`).join('')

describe('the chunks of a text', () => {
  test('a short text stays whole, without the space around it', () => {
    expect(chunkText('  The tide.\n')).toEqual([{ start: 2, end: 11 }])
  })

  test('a text without letters or digits has no chunk', () => {
    expect(chunkText(' … — \n')).toEqual([])
    expect(chunkText('')).toEqual([])
  })

  test.each([
    ['English', english],
    ['Chinese', chinese],
  ])('a text in %s is cut after sentences, with an overlap', (_, text) => {
    const chunks = chunkText(text)
    expect(chunks.length).toBeGreaterThan(3)
    for (const { start, end } of chunks) expect(text.slice(start, end)).toMatch(/^(Sentence|第).*[.。]$/s)
    for (const [index, { start }] of chunks.slice(1).entries()) {
      const before = chunks[index]
      const overlap = estimateTokens(text.slice(start, before?.end)).tokens
      expect(overlap).toBeGreaterThan(10)
      expect(overlap).toBeLessThanOrEqual(50)
    }
  })

  test('a text of a million characters without a space is cut within its time limit', () => {
    expect(chunkText('x'.repeat(1_000_000)).length).toBeGreaterThan(500)
  })

  test(`chunks cover a text, are never too long and split no character (seed ${seed})`, () => {
    const part = fc.oneof(
      fc.constantFrom('。', '. ', '\n', ' ', '潮汐', '𠀀', 'tide ', '!?', '\t\t\t   \n\n'),
      fc.string({ maxLength: 30 }),
      fc.integer({ min: 1, max: 900 }).map((length) => 'x'.repeat(length)),
      fc.integer({ min: 1, max: 600 }).map((length) => '𠀀'.repeat(length)),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join('').toWellFormed()
        const chunks = chunkText(text)
        let covered = 0
        for (const { start, end } of chunks) {
          expect(text.slice(covered, start)).not.toMatch(/[\p{L}\p{N}]/u)
          const own = text.slice(start, end)
          expect(own.isWellFormed()).toBe(true)
          expect(estimateTokens(own).tokens).toBeLessThanOrEqual(420)
          covered = Math.max(covered, end)
        }
        expect(text.slice(covered)).not.toMatch(/[\p{L}\p{N}]/u)
        const places = chunks.map(({ start, end }) => `${start} ${end}`)
        expect(new Set(places).size).toBe(places.length)
      }),
      { seed, numRuns: 300 },
    )
  })
})
