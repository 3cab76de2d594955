import { describe, expect, test } from 'vitest'
import { type Unformatted, unformatted } from '../../../../src/renderer/components/markdown/block-limits.ts'
import { convertBlock, parseSource } from '../../../../src/renderer/components/markdown/syntax-tree.ts'

function formatted(source: string) {
  const parsed = parseSource(source)
  return typeof parsed === 'string' ? parsed : convertBlock(parsed)
}

const times = (text: string, count: number): string => text.repeat(count)
const indented = (count: number): string =>
  Array.from({ length: count }, (_, level) => `${' '.repeat(2 * level)}- a`).join('\n')

/** Texts of a model, or of a page it quotes, that are deep, long or slow to parse. */
const hostile: readonly (readonly [name: string, source: string, reason: Unformatted])[] = [
  ['quotes in quotes', `${times('>', 5_000)} a`, 'deep'],
  ['quotes with spaces', `${times('> ', 5_000)} a`, 'deep'],
  ['lists in one line', `${times('- ', 3_000)} a`, 'deep'],
  ['ordered lists in one line', `${times('1. ', 3_000)} a`, 'deep'],
  ['quotes and lists', `${times('> - ', 2_000)} a`, 'deep'],
  ['lists level by level', indented(105), 'deep'],
  ['lists 1,800 deep', indented(1_800), 'long'],
  ['open brackets', times('[', 10_000), 'dense'],
  ['brackets in brackets', times('[', 900) + times(']', 900), 'dense'],
  ['pictures in pictures', times('![', 500) + times('](u)', 500), 'dense'],
  ['closing brackets', times(']', 10_000), 'dense'],
  ['one run of stars', times('*', 5_000), 'dense'],
  ['stars around a letter', `${times('*', 3_000)}a${times('*', 3_000)}`, 'dense'],
  ['emphasis that is never closed', times('*a ', 3_000), 'dense'],
  ['emphasis in emphasis', times('*a **b ', 600) + times('c** d* ', 600), 'dense'],
  ['underscores', times('_a ', 3_000), 'dense'],
  ['strikethrough that is never closed', times('~~a ', 2_500), 'dense'],
  ['TeX delimiters that are never closed', times('\\[', 5_000), 'dense'],
  ['inline TeX delimiters that are never closed', times('\\(', 5_000), 'dense'],
  ['comments that are never closed', times('a <!-- ', 1_500), 'dense'],
  ['instructions that are never closed', times('a<?', 3_000), 'dense'],
  ['a table of 5,000 columns', `${times('|a', 2_500)}\n${times('|-', 2_500)}\n|b`, 'dense'],
  ['a table whose short rows are filled up', `${times('|a', 400)}\n${times('|-', 400)}\n${times('|\n', 500)}`, 'dense'],
  ['an address of many marks', `www.a.b/${times('!', 9_000)}a`, 'dense'],
  ['something like an address', times('.a', 5_000), 'dense'],
  ['a line of 200,000 characters', times('a', 200_000), 'long'],
  ['combining marks', `a${times('\u0301', 400_000)}`, 'long'],
  ['a megabyte of brackets', times('[', 1_000_000), 'long'],
]

describe('a block shown as its source', () => {
  test.each(hostile)('a block is shown as its source when it is %s', (_, source, reason) => {
    expect(unformatted(source)).toBe(reason)
    expect(formatted(source)).toBe(reason)
  })

  test('a block is shown as its source if its nesting appears only once it is parsed', () => {
    const source = times('**a *b ', 180) + times('c* d** ', 180)
    expect(unformatted(source)).toBeNull()
    expect(formatted(source)).toBe('deep')
  })
})

describe('a block that is formatted', () => {
  test.each([
    ['a page of prose', times('Some words that go on, and some more of them. ', 200)],
    ['lists 60 deep', indented(60)],
    ['a table of 200 rows', `|a|b|c|\n|-|-|-|\n${times('| some | words | here |\n', 200)}`],
    ['a hundred links', times('[a page](https://example.com/page) and ', 100)],
    ['a paragraph with much emphasis', times('**word** and *word* and `code` and $x$, ', 100)],
    ['zalgo', times('Z\u0351\u036b\u0343a\u0311\u0357l\u0300\u0325g\u0346o\u0314 ', 300)],
  ])('when it is %s', (_, source) => {
    expect(unformatted(source)).toBeNull()
    expect(formatted(source)).toBeTypeOf('object')
  })
})
