import { expect, test } from 'vitest'
import { textLevels } from '../../../../src/main/security/secrets/text-levels.ts'

test('every invisible character and line break between other characters is removed on a further level', () => {
  const inRange = (code: number, [from, to]: readonly [number, number]): boolean => code >= from && code <= to
  const removed: readonly (readonly [number, number])[] = [
    ...[
      [0, 8],
      [10, 31],
      [0x7f, 0x7f],
      [0xad, 0xad],
      [0x200b, 0x200f],
      [0x202a, 0x202e],
      [0x2060, 0x206f],
    ],
    [0xfeff, 0xfeff],
  ].map(([from = 0, to = 0]) => [from, to] as const)
  const wrong: string[] = []
  for (let code = 0; code < 0x10000; code += 1) {
    const isGone = textLevels(`ab${String.fromCharCode(code)}cd`).some(({ text }) => text === 'abcd')
    if (isGone !== removed.some((range) => inRange(code, range))) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})

test.each([
  '\\u0061',
  '\\x61',
  '\\-',
  '%61',
  '&#97;',
  '&#x61;',
  '\\n',
  '\\u200b',
  '%00',
  '&#0;',
  '\xe2\x80\x8b',
  '\xef\xbb\xbf',
  '\xc2\xad',
])('a text with %j alone is decoded', (sign) => {
  expect(textLevels(`ab${sign}cd`).length).toBeGreaterThan(1)
})

test('a text without any of these has one level', () => {
  for (const text of ['', 'plain words', '桥与河', 'a < b > c; “d”']) expect(textLevels(text).length, text).toBe(1)
})
