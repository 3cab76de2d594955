import fc from 'fast-check'
import { expect, it } from 'vitest'
import { caseFolded, folded, searchForms, searchWords, textPlaces, wordPlaces } from '../../src/shared/folded-text.ts'

const found = (text: string, query: string): readonly string[] =>
  wordPlaces(text, searchWords(query)).map(({ start, end }) => text.slice(start, end))

it('finds words in any case and width, and returns the stored text', () => {
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

it('matches the longer one of two words that begin alike', () => {
  expect(found('harbourmaster', 'harbour harbourmaster')).toEqual(['harbourmaster'])
})

it('hits of any query in any text are disjoint, in order, and contain the query', () => {
  const piece = fc.constantFrom(
    ...[
      'tea',
      'ＴＥＡ',
      '茶',
      'é',
      'e\u0301',
      'ﬁ',
      ' ',
      'x',
      '😀',
      '\u0301',
      'İ',
      'ß',
      'æ',
      'も',
      '\u3099',
      'ệ',
      'е\u0308',
    ],
  )
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  const query = fc.array(fc.constantFrom('tea', '茶', 'é', 'fi', 'x', '😀', 's', 'e', 'も'), {
    minLength: 1,
    maxLength: 3,
  })
  fc.assert(
    fc.property(text, query, (whole, words) => {
      let before = 0
      for (const { start, end } of wordPlaces(whole, words)) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        expect(words.some((word) => folded(whole.slice(start, end)).includes(folded(word)))).toBe(true)
        before = end
      }
    }),
  )
})

it('folds 1 MB of marks on one letter in bounded work, and keeps single marks', () => {
  const text = `A${'\u0301\u0316'.repeat(250_000)} Ｂ`
  const result = folded(text)
  expect(result.endsWith(' b')).toBe(true)
  expect(result.match(/\u0316/g)).toHaveLength(250_000 - 15)
})

it.each([
  ['Latin accents', 'café Über ñandú Åse Škoda', 'cafe uber nandu ase skoda'],
  ['Vietnamese', 'Tiếng Việt, người Đà Nẵng, ữ', 'tieng viet, nguoi da nang, u'],
  ['marks without a letter of their own', 'ẹ̀kọ́ m̀ x̂', 'eko m x'],
  ['letters with a stroke', 'Øre Łódź Đorđe ħ ŧ', 'ore lodz dorde h t'],
  ['letters of two', 'Straße STRASSE Æsir œuvre Þór', 'strasse strasse aesir oeuvre thor'],
  ['letters of Iceland', 'Ísafjörður', 'isafjordur'],
  ['Turkish', 'İstanbul IŞIK ışık istanbul', 'istanbul isik isik istanbul'],
  ['full width', 'Ｇｏ ＣＡＦÉ', 'go cafe'],
  ['Greek', 'Ὀδυσσεύς ΚΌΣΜΟΣ ᾳ ϊ', 'οδυσσευσ κοσμοσ α ι'],
  ['Cyrillic stress', 'за́мок замо́к Всё', 'замок замок все'],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['Arabic harakat', 'مُحَمَّدٌ', 'محمد'],
])('folds %s', (_name, text, plain) => {
  expect(folded(text)).toBe(plain)
  expect(folded(text.normalize('NFD'))).toBe(plain)
  expect(folded(plain)).toBe(plain)
})

it.each([
  ['й, ў, ї, ќ, ѓ', 'мой Київ ўсё ќе ѓ', 'мой київ ўсе ќе ѓ'],
  ['dakuten', 'ガギ がぱ ｶﾞ', 'ガギ がぱ ガ'],
  ['syllables of Korean', '각 가', '각 가'],
  ['vowel signs and nukta', 'हिंदी क़ की', 'हिंदी क़ की'],
  ['vowels and tones of Thai', 'น้ำ นำ', 'น้ำ นำ'.normalize('NFKC')],
  ['hamza and madda', 'أآإ', 'أآإ'],
  ['Chinese and emoji', '茶 ☕️ 👩‍💻', '茶 ☕️ 👩‍💻'],
])('keeps %s', (_name, text, kept) => {
  expect(folded(text)).toBe(kept.normalize('NFKC'))
  expect(folded(text)).not.toBe('')
})

it('folding a folded text changes nothing, and words match in both forms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      expect(folded(folded(text))).toBe(folded(text))
      expect(folded(caseFolded(text))).toBe(folded(text))
    }),
  )
  expect(searchForms('  Café TEA ')).toEqual([['cafe', 'café'], ['tea']])
})

it('finds with and without the accent, and marks a letter with its marks once', () => {
  for (const query of ['cafe', 'café', 'CAFE\u0301']) {
    expect(found('A café, a cafe\u0301, a cafe.', query)).toEqual(['café', 'cafe\u0301', 'cafe'])
  }
  expect(found('Über', 'u')).toEqual(['Ü'])
  expect(found('Viê\u0323t', 'viet')).toEqual(['Viê\u0323t'])
  expect(found('Straße', 's')).toEqual(['S', 'ß'])
  expect(found('Straße', 'strasse')).toEqual(['Straße'])
  expect(found('Straße', 'stras')).toEqual(['Straß'])
  expect(found('か が', 'か')).toEqual(['か'])
  expect(textPlaces('Łódź', folded('odz'))).toEqual([{ start: 1, end: 4 }])
})
