import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OneThought, type ThoughtSource } from '../../../src/main/gateway/one-thought.ts'

type Piece = readonly [source: ThoughtSource, text: string]

function given(pieces: readonly Piece[]): string {
  const thought = new OneThought()
  return pieces.map(([source, text]) => thought.push(source, text)).join('')
}

test.each<readonly [string, readonly Piece[], string]>([
  [
    'one source',
    [
      ['field', 'a '],
      ['field', '\n\nb '],
    ],
    'a \n\nb ',
  ],
  [
    'a copy',
    [
      ['field', 'a b'],
      ['tags', '\na  b\n'],
    ],
    'a b',
  ],
  [
    'a copy that came first',
    [
      ['tags', 'a\n\nb'],
      ['field', 'a b'],
      ['field', ''],
    ],
    'a\n\nb',
  ],
  [
    'a copy that is ahead',
    [
      ['field', 'a'],
      ['tags', 'a b'],
      ['field', ' b c'],
    ],
    'a b c',
  ],
  [
    'a copy with a gap',
    [
      ['field', 'a'],
      ['tags', 'a'],
      ['field', ' '],
      ['field', 'b'],
      ['tags', ' b'],
    ],
    'a b',
  ],
  [
    'a copy of the beginning',
    [
      ['field', 'a b'],
      ['tags', 'a'],
    ],
    'a b',
  ],
  [
    'another thought',
    [
      ['field', 'abc'],
      ['tags', 'ab'],
      ['tags', 'd'],
    ],
    'abc\n\nabd',
  ],
  [
    'another thought, and more of the first',
    [
      ['field', 'a'],
      ['tags', 'x'],
      ['field', ' b'],
      ['tags', 'y'],
    ],
    'a\n\nx by',
  ],
])('%s', (_, pieces, expected) => {
  expect(given(pieces)).toBe(expected)
})

const bare = (text: string): string => text.replace(/\s/g, '')

test('repeated thinking is yielded once, wherever its parts end', () => {
  const words = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '想', '👩‍👩‍👧', '\ud800'), { maxLength: 20 })
  const order = fc.array(fc.constantFrom<ThoughtSource>('field', 'tags'), { maxLength: 40 })
  fc.assert(
    fc.property(words, order, (text, sources) => {
      const left = { field: [...text], tags: [...text] }
      const pieces: Piece[] = []
      for (const source of [...sources, ...text.map(() => 'field' as const), ...text.map(() => 'tags' as const)]) {
        const piece = left[source].shift()
        if (piece !== undefined) pieces.push([source, piece])
      }
      expect(bare(given(pieces))).toBe(bare(text.join('')))
    }),
  )
})

test('thinking from only one of two sources is not lost', () => {
  const piece = fc.tuple(fc.constantFrom<ThoughtSource>('field', 'tags'), fc.constantFrom('a', 'b', 'ab', ' ', '\n'))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const all = bare(given(pieces))
      for (const source of ['field', 'tags']) {
        let at = 0
        const own = bare(pieces.flatMap(([from, text]) => (from === source ? [text] : [])).join(''))
        for (const character of own) {
          at = all.indexOf(character, at) + 1
          expect(at).toBeGreaterThan(0)
        }
      }
    }),
  )
})

test('long thinking that arrives twice in many small parts is read quickly', () => {
  const thought = new OneThought()
  const began = performance.now()
  for (let index = 0; index < 100_000; index += 1) {
    thought.push('field', `word ${index} `)
    thought.push('tags', `word ${index} `)
  }
  expect(performance.now() - began).toBeLessThan(15_000)
})
