import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chunksOf, chunkTokensMax, overlapTokensMax, type ReadableText } from '../../../src/shared/passages/chunker.ts'
import { estimateTokens } from '../../../src/shared/passages/token-estimate.ts'

const words = fc.constantFrom(
  'tide',
  'The moon pulls. ',
  '潮汐',
  '由月球引起。',
  '\n\n',
  '\n',
  '# Heading\n',
  '## 标题\n',
  '```\n',
  ' ',
  '🌊',
  'x'.repeat(2000),
  '海'.repeat(500),
)
const texts = fc.array(words, { maxLength: 120 }).map((parts) => parts.join(''))
const shapes = fc.constantFrom('markdown' as const, 'prose' as const, 'code' as const)
const readable = (text: string, shape: ReadableText['shape']): ReadableText => ({
  text,
  shape,
  parts: null,
  joinsParts: false,
})

describe('the passages of any text', () => {
  test('passages contain every character, in order, within the limits', () => {
    fc.assert(
      fc.property(texts, shapes, (text, shape) => {
        const chunks = chunksOf(readable(text, shape))
        if (text.trim() === '') return chunks.length === 0
        let covered = 0
        for (const { end, start } of chunks) {
          expect(start).toBeLessThanOrEqual(covered)
          expect(end).toBeGreaterThan(covered)
          expect(estimateTokens(text.slice(start, end)).tokens).toBeLessThanOrEqual(chunkTokensMax)
          expect(estimateTokens(text.slice(start, covered)).tokens).toBeLessThanOrEqual(overlapTokensMax)
          expect(text.slice(start, end).isWellFormed()).toBe(true)
          covered = end
        }
        return covered === text.length
      }),
      { numRuns: 300 },
    )
  })

  test('passages of parts contain every character, and know the part in which they begin', () => {
    fc.assert(
      fc.property(
        fc.array(
          texts.filter((text) => text !== ''),
          { minLength: 1, maxLength: 12 },
        ),
        fc.boolean(),
        (said, joinsParts) => {
          let at = 0
          const parts = said.map((text, index) => {
            const start = at
            at += text.length
            return { start, end: at, id: `${index}`, ms: index * 1000 }
          })
          const text = said.join('')
          const chunks = chunksOf({ text, shape: 'prose', parts, joinsParts })
          if (text.trim() === '') return chunks.length === 0
          let covered = 0
          for (const { end, ms, partId, start } of chunks) {
            const part = parts[Number(partId)]
            expect(ms).toBe(part?.ms)
            // where its own text begins, which the passage before does not hold
            const own = joinsParts ? covered : start
            expect(own).toBeGreaterThanOrEqual(part?.start ?? Number.NaN)
            expect(own).toBeLessThan(part?.end ?? Number.NaN)
            if (!joinsParts) expect(end).toBeLessThanOrEqual(part?.end ?? Number.NaN)
            covered = end
          }
          return chunks[0]?.start === 0 && chunks.at(-1)?.end === text.length
        },
      ),
      { numRuns: 200 },
    )
  })
})

test('a passage begins at a heading and knows the headings above it', () => {
  const text =
    '# Tides\n\nIntro.\n\n## Causes\n\nThe moon.\n\n### Sun\n\nLess.\n\n## Places\n\nThe bay.\n\n```\n# no heading\n```\n'
  const chunks = chunksOf(readable(text, 'markdown'))
  expect(chunks.map(({ headings }) => headings)).toEqual([
    ['Tides'],
    ['Tides', 'Causes'],
    ['Tides', 'Causes', 'Sun'],
    ['Tides', 'Places'],
  ])
  expect(chunks.map(({ start }) => text.slice(start).split('\n', 1)[0])).toEqual([
    '# Tides',
    '## Causes',
    '### Sun',
    '## Places',
  ])
})

test('long Chinese prose is divided after sentences, with an overlap', () => {
  const text = '潮汐是由月球和太阳的引力引起的海面升降。'.repeat(60)
  const chunks = chunksOf(readable(text, 'prose'))
  expect(chunks.length).toBeGreaterThan(3)
  for (const [index, { end, start }] of chunks.entries()) {
    expect(text.slice(start, end).startsWith('潮汐')).toBe(true)
    expect(text.slice(start, end).endsWith('。')).toBe(true)
    if (index > 0) expect(start).toBeLessThan(chunks[index - 1]?.end ?? 0)
  }
})

test('code is divided between functions rather than inside of one', () => {
  const one = (name: string) => `function ${name}() {\n${'  work(now)\n'.repeat(70)}\n  more()\n}\n\n`
  const text = one('a') + one('b') + one('c')
  const starts = chunksOf(readable(text, 'code')).map(({ end }) => text.slice(end, end + 10))
  expect(starts.filter((start) => start.startsWith('function')).length).toBe(2)
})

test('each part is scanned a few times, however many there are', () => {
  let looks = 0
  const said = 'High tide comes at noon.\n'
  const parts = Array.from({ length: 5_000 }, (_, index) => ({
    start: index * said.length,
    get end() {
      looks += 1
      return (index + 1) * said.length
    },
    id: String(index),
    ms: index,
  }))
  const chunks = chunksOf({ text: said.repeat(parts.length), shape: 'prose', parts, joinsParts: true })
  expect(chunks.length).toBeGreaterThan(50)
  expect(chunks.every(({ ms, partId }) => String(ms) === partId)).toBe(true)
  expect(looks).toBeLessThan(5 * parts.length)
})
