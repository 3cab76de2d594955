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

test('a selection of any length gives a quote of bounded length', () => {
  expect(quoteAfter('', 'a'.repeat(1_000_000))).toHaveLength(quoteMax + 4)
})
