import { describe, expect, test } from 'vitest'
import { lineText, withoutDirectionControls } from '../../../src/renderer/platform/line-text.ts'

describe('a text in one line', () => {
  test.each([
    ['as it is', 'A title', 'A title'],
    ['without line breaks of any kind', '\n\nfirst\r\nsecond\u2028third\u0000fourth', 'first second third fourth'],
    ['without what turns round the words behind it', 'invoice\u202efdp.\u202cexe\u2067', 'invoicefdp.exe'],
    ['without halves of characters', 'a\ud800b', 'a\ufffdb'],
    ['with the letters of every script', 'שלום 你好 👩‍👩‍👧', 'שלום 你好 👩‍👩‍👧'],
    ['empty where nothing is left', '\u202e \n', ''],
  ])('a text in one line: %s', (_, text, line) => {
    expect(lineText(text)).toBe(line)
  })

  test('a line has at most 300 characters, cut between characters', () => {
    expect(lineText('a'.repeat(300))).toBe('a'.repeat(300))
    expect(lineText('a'.repeat(100_000))).toBe(`${'a'.repeat(299)}…`)
    expect(lineText('🌆'.repeat(400))).toBe(`${'🌆'.repeat(299)}…`)
    expect(lineText(`a${' '.repeat(100_000)}b`)).toBe('a…')
    expect(lineText(`${' '.repeat(100_000)}b`)).toBe('b')
  })
})

test("a name inside a sentence does not change the sentence's direction", () => {
  expect(withoutDirectionControls('a\u202eb\u2066c')).toBe('abc')
})
