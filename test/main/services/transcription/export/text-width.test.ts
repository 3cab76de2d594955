import { expect, test } from 'vitest'
import { graphemes, graphemeWidth } from '../../../../../src/main/services/transcription/export/text-width.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function textOfRange(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from + 1 }, (_, at) => from + at))
}

test('ASCII, kana and common Han characters are one cluster each, as Unicode says', () => {
  const text = [
    textOfRange(0x20, 0x7e),
    textOfRange(0x3041, 0x3096),
    textOfRange(0x30a1, 0x30fa),
    textOfRange(0x3400, 0x9fff),
  ].join('')
  expect(graphemes(text)).toEqual([...segmenter.segment(text)].map(({ segment }) => segment))
})

test('marks stay with their letters', () => {
  expect(graphemes('か\u3099字a\u0301')).toEqual(['か\u3099', '字', 'a\u0301'])
})

test.each([
  ['a', 1],
  ['é', 1],
  ['字', 2],
  ['か', 2],
  ['（', 2],
  ['\u0301', 0],
  ['\0', 0],
  ['😀', 2],
])('the width of %j is %i, also when it is asked for again', (grapheme, width) => {
  expect(graphemeWidth(grapheme)).toBe(width)
  expect(graphemeWidth(grapheme)).toBe(width)
})
