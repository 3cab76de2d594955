import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oddCount, textRuns, withCodes } from '../../../../src/renderer/components/words/odd-characters.ts'

describe('invisible characters', () => {
  test.each([
    ['an override', 'a\u202eb', 'a[U+202E]b'],
    ['an isolate', '\u2066x\u2069', '[U+2066]x[U+2069]'],
    ['zero width', 'a\u200bb\ufeff', 'a[U+200B]b[U+FEFF]'],
    ['a colour of a terminal', '\u001b[31mred', '[U+001B][31mred'],
    ['a null and a lone return', 'a\u0000b\rc', 'a[U+0000]b[U+000D]c'],
    ['tags', 'a\u{e0041}', 'a[U+E0041]'],
    ['a selector that hides data', 'a\ufe01\u{e0100}', 'a[U+FE01][U+E0100]'],
    ['half of a pair', 'a\ud800b', 'a[U+D800]b'],
    ['a blank of Hangul and of Braille', '\u3164\u2800', '[U+3164][U+2800]'],
    ['a soft hyphen', 'pay\u00adload', 'pay[U+00AD]load'],
    ['line separators', 'a\u2028b\u0085c', 'a[U+2028]b[U+0085]c'],
  ])('finds the invisible character %s', (_, text, shown) => {
    expect(withCodes(text)).toBe(shown)
    expect(
      textRuns(text)
        .map(({ text: run, code }) => (code === null ? run : `[${code}]`))
        .join(''),
    ).toBe(shown)
  })

  test.each(['plain', '多种文字 עברית العربية', 'a\n\tb\r\nc', '❤️ 👨‍👩‍👧 👩🏽‍💻 🏳️‍🌈', 'é e\u0301'])(
    '%j has no invisible characters',
    (text) => expect(oddCount(text)).toBe(0),
  )

  test('a joiner outside of an emoji is shown', () => {
    expect(withCodes('a\u200db')).toBe('a[U+200D]b')
  })

  test('any number of invisible characters makes few runs', () => {
    expect(textRuns('\u200b'.repeat(2000)).length).toBe(1)
  })

  test('the runs together are the whole text', () => {
    const seed = Date.now()
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
        expect(
          textRuns(text)
            .map((run) => run.text)
            .join(''),
        ).toBe(text)
      }),
      { seed, verbose: true },
    )
  })
})
