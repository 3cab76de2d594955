import fc from 'fast-check'
import { expect, it } from 'vitest'
import { folded, searchWords, textPlaces, wordPlaces } from '../../src/shared/folded-text.ts'

const found = (text: string, query: string): readonly string[] =>
  wordPlaces(text, searchWords(query)).map(({ start, end }) => text.slice(start, end))

it('finds words in any case and width, and gives what stands there', () => {
  expect(found('The Tea, the ＴＥＡ', 'tea')).toEqual(['Tea', 'ＴＥＡ'])
  expect(found('今天去港口喝茶', '茶 港口')).toEqual(['港口', '茶'])
  expect(found('cafe\u0301 and CAFÉ', 'café')).toEqual(['cafe\u0301', 'CAFÉ'])
  // one character that folds to two letters is matched whole
  expect(found('½ ﬁne', 'fi')).toEqual(['ﬁ'])
  expect(found('anything', '  ')).toEqual([])
})

it('finds what is stored in parts, in half width, or in Greek capitals', () => {
  const places = (text: string, sought: string) => {
    const own = textPlaces(text, folded(sought)).map(({ start, end }) => text.slice(start, end))
    expect(found(text, sought)).toEqual(own)
    return own
  }
  const parted = '한국어 한국'.normalize('NFD')
  expect(places(parted, '한국')).toEqual(['한국'.normalize('NFD'), '한국'.normalize('NFD')])
  expect(places('한국어', '국'.normalize('NFD'))).toEqual(['국'])
  expect(places('ｶﾞｷﾞ ﾊﾟｿｺﾝ ガ', 'ガ')).toEqual(['ｶﾞ', 'ガ'])
  expect(places('ﾊﾟｿｺﾝ', 'パソコン')).toEqual(['ﾊﾟｿｺﾝ'])
  for (const sought of ['ΟΔΟΣ', 'οδος', 'Οδός'.normalize('NFD').replace('\u0301', '')])
    expect(places('ΟΔΟΣ, οδος, ΟΔΟΣΑ', sought)).toEqual(['ΟΔΟΣ', 'οδος', 'ΟΔΟΣ'])
})

it('finds a text with its spaces and signs, line by line', () => {
  const text = 'A cup of tea.\nＴＥＡ, tea (tea.)\n茶'
  const places = (sought: string) => textPlaces(text, folded(sought)).map(({ start, end }) => text.slice(start, end))
  expect(places('TEA')).toEqual(['tea', 'ＴＥＡ', 'tea', 'tea'])
  expect(places('of tea')).toEqual(['of tea'])
  expect(places('tea.')).toEqual(['tea.', 'tea.'])
  expect(places('茶')).toEqual(['茶'])
  expect(places('')).toEqual([])
})

it('takes the longer one of two words that begin together', () => {
  expect(found('harbourmaster', 'harbour harbourmaster')).toEqual(['harbourmaster'])
})

it('whatever is looked for in whatever text, the places are apart, in order, and hold what was looked for', () => {
  const piece = fc.constantFrom('tea', 'ＴＥＡ', '茶', 'é', 'e\u0301', 'ﬁ', ' ', 'x', '😀', '\u0301', 'İ')
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  const query = fc.array(fc.constantFrom('tea', '茶', 'é', 'fi', 'x', '😀'), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(text, query, (whole, words) => {
      let before = 0
      for (const { start, end } of wordPlaces(whole, words)) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        expect(words.some((word) => folded(whole.slice(start, end)).includes(word))).toBe(true)
        before = end
      }
    }),
  )
})

it('folds 1 MB of marks on one letter in bounded work, and keeps every mark', () => {
  const text = `A${'\u0301\u0316'.repeat(250_000)} Ｂ`
  const result = folded(text)
  expect(result.endsWith(' b')).toBe(true)
  expect(result.match(/\u0316/g)).toHaveLength(250_000)
})
