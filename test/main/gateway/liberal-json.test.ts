import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLiberalJson } from '../../../src/main/gateway/liberal-json.ts'

const value = (text: string): unknown => readLiberalJson(text)?.value

describe('strictly valid JSON', () => {
  test('valid JSON is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(readLiberalJson(text)).toEqual({
          value: JSON.parse(text),
          strict: true,
          whole: true,
          cut: null,
          rest: '',
        })
      }),
    )
  })
})

describe('invalid JSON', () => {
  test.each([
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    [
      'NaN and both infinities',
      '{"a":NaN,"b":Infinity,"c":-Infinity}',
      { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: Number.NEGATIVE_INFINITY },
    ],
    ['Python', "{'a': True, 'b': None, 'c': 'it\\'s', \"d\": \"it's\"}", { a: true, b: null, c: "it's", d: "it's" }],
    ['trailing commas', '{"a":[1,2,],}', { a: [1, 2] }],
    ['missing commas', '{"a":1 "b":[1 2]}', { a: 1, b: [1, 2] }],
    ['raw line breaks in a text', '{"a":"one\ntwo"}', { a: 'one\ntwo' }],
    ['names without quotes', '{a: 1, b: word}', { a: 1, b: 'word' }],
    ['a code fence', '```json\n{"a":1}\n```', { a: 1 }],
    ['escapes', '{"a":"\\u4e2d\\x41\\n\\/\\q", b:NaN}', { a: '中A\n/q', b: Number.NaN }],
    ['the name of a prototype', '{"__proto__":{"x":NaN}}', Object.fromEntries([['__proto__', { x: Number.NaN }]])],
  ])('%s', (_, text, expected) => {
    const read = readLiberalJson(text)
    expect([read?.value, read?.whole, read?.rest]).toEqual([expected, true, ''])
  })

  test('text after a value, and before it if allowed, is separated', () => {
    expect(readLiberalJson('{"a":1} and more')).toMatchObject({ value: { a: 1 }, whole: true, rest: 'and more' })
    expect(readLiberalJson('Here: {"a":1}', { anywhere: true })).toMatchObject({ value: { a: 1 }, rest: 'Here:' })
    expect(readLiberalJson('Here: {"a":1}')).toBeNull()
  })

  test('a truncated text gives its complete values, and the incomplete one separately', () => {
    expect(readLiberalJson('{"text":"half a wo')).toMatchObject({
      value: {},
      whole: false,
      cut: { key: 'text', text: 'half a wo' },
    })
    expect(readLiberalJson('{"data":[{"b64_json":"AAA"},{"b64_json":"BB')).toMatchObject({
      value: { data: [{ b64_json: 'AAA' }, {}] },
      whole: false,
      cut: { key: 'b64_json', text: 'BB' },
    })
    expect(readLiberalJson('{"id":12')).toMatchObject({ value: {}, cut: { key: 'id', text: '12' } })
  })

  test.each(['', '   ', 'words', '<html>', '}'])('%j is not a value', (text) =>
    expect(readLiberalJson(text)).toBeNull(),
  )
})

describe('hostile JSON', () => {
  test('nesting is limited, strict or not', () => {
    for (const end of ['', 'NaN'])
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const) {
        const text = open.repeat(200_000) + end + close.repeat(end === '' ? 0 : 200_000)
        const read = readLiberalJson(text)
        expect(() => JSON.stringify(read)).not.toThrow()
        expect(read?.whole).toBe(false)
      }
    expect(JSON.stringify(value(`[${'['.repeat(5000)}${']'.repeat(5000)},1]`))?.endsWith(',1]')).toBe(true)
  })

  test('parsing a hostile text never throws', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '\\',
      ',',
      ':',
      'NaN',
      '-',
      '1',
      'e9',
      'null',
      'a',
      ' ',
      '\n',
      '中',
      '\ud800',
      '```',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const read = readLiberalJson(parts.join(''), { anywhere: true })
        expect(() => JSON.stringify(read)).not.toThrow()
      }),
      { numRuns: 5000 },
    )
  })
})
