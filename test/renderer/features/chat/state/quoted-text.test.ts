import { expect, test } from 'vitest'
import { quoteAfter, quoteMax } from '../../../../../src/renderer/features/chat/state/quoted-text.ts'

test('each line of a selection is quoted, and the caret is below', () => {
  expect(quoteAfter('', '\n one\n\ntwo  \r\n三\n')).toBe('> one\n>\n> two\n> 三\n\n')
})

test('a quote is separated from the preceding text', () => {
  expect(quoteAfter('Said before', 'a')).toBe('\n\n> a\n\n')
  expect(quoteAfter('Line\n', 'a')).toBe('\n> a\n\n')
  expect(quoteAfter('> first\n\n', 'second')).toBe('> second\n\n')
  expect(quoteAfter('  \n', 'a')).toBe('> a\n\n')
})

test('a selection of any length gives a quote of bounded length, which shows that it was cut', () => {
  const quote = quoteAfter('', 'a'.repeat(1_000_000))
  expect(quote).toHaveLength(quoteMax + 5)
  expect(quote).toMatch(/a…\n\n$/)
  expect(quoteAfter('', ` ${'a'.repeat(quoteMax)}\n`)).not.toContain('…')
})

test('a quote of a file follows the line that names it', () => {
  expect(quoteAfter('Why?', 'a\nb', 'From “x”:')).toBe('\n\nFrom “x”:\n> a\n> b\n\n')
})
