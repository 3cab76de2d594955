import fc from 'fast-check'
import type { Element, ElementContent } from 'hast'
import { expect, it } from 'vitest'
import { convertBlock, parseSource } from '../../../../src/renderer/components/markdown/syntax-tree.ts'
import {
  cellText,
  hasControls,
  tableCells,
  tableCsv,
  tableMarkdown,
} from '../../../../src/renderer/components/markdown/table-text.ts'

function tableOf(source: string): Element {
  const parsed = parseSource(source)
  const tree = typeof parsed === 'string' ? parsed : convertBlock(parsed)
  const table = typeof tree === 'string' ? undefined : tree.children.find((node) => node.type === 'element')
  if (table === undefined || table.tagName !== 'table') throw new Error('no table')
  return table
}

const cells = tableCells(
  tableOf(
    '| Name | **Sum** | [Link](https://example.com/a) |\n|:--|--:|---|\n' +
      '| a "b", c | 1 | x |\n| =1+1 | `p \\| q` | $x^2$ |\n| short | | |\n',
  ),
)

it('exports a table as CSV in the displayed order, with formulas defused', () => {
  expect(tableCsv(cells, [1, 0, 2])).toBe(`Name,Sum,Link\r\n'=1+1,p | q,x^2\r\n"a ""b"", c",1,x\r\nshort,,\r\n`)
})

it('writes a table as Markdown that parses to the same table', () => {
  const markdown = tableMarkdown(cells, [0, 1, 2])
  expect(markdown.split('\n')[0]).toBe('| Name | **Sum** | [Link](<https://example.com/a>) |')
  expect(markdown.split('\n')[1]).toBe('| :-- | --: | --- |')
  const again = tableCells(tableOf(markdown))
  expect(tableCsv(again, [0, 1, 2])).toBe(tableCsv(cells, [0, 1, 2]))
  expect(tableMarkdown(again, [0, 1, 2])).toBe(markdown)
})

it('finds the headers that have controls of their own', () => {
  expect(cells.header.map(hasControls)).toEqual([false, false, true])
})

/** A table with one row, whose second cell is plain. */
function withCell(...children: readonly ElementContent[]): Element {
  const made = (tagName: string, inner: readonly ElementContent[]): Element => ({
    type: 'element',
    tagName,
    properties: {},
    children: [...inner],
  })
  const row = (name: string, ...cells: readonly (readonly ElementContent[])[]) =>
    made(
      'tr',
      cells.map((cell) => made(name, cell)),
    )
  const plain = (value: string): ElementContent => ({ type: 'text', value })
  return made('table', [
    made('thead', [row('th', [plain('one')], [plain('two')])]),
    made('tbody', [row('td', children, [plain('beside')])]),
  ])
}

/** The row of that table after it was written as Markdown and read again. */
function readBack(...children: readonly ElementContent[]): readonly string[] {
  const { rows } = tableCells(tableOf(tableMarkdown(tableCells(withCell(...children)), [0])))
  expect(rows).toHaveLength(1)
  return (rows[0] ?? []).map(cellText)
}

const element = (tagName: string, value: string, properties: Element['properties'] = {}): Element => ({
  ...{ type: 'element', tagName, properties },
  children: value === '' ? [] : [{ type: 'text', value }],
})

it.each([
  ['a text with a line feed', { type: 'text', value: 'a\nb' } as const, 'a\nb'],
  ['a text that looks like an entity', { type: 'text', value: '&lt;b&gt; &amp;' } as const, '&lt;b&gt; &amp;'],
  ['a picture with a pipe', element('img', '', { alt: 'a|b', src: 'u' }), 'a|b'],
  ['code that is a backtick', element('code', '`'), '`'],
  ['code between backticks', element('code', '`a`'), '`a`'],
  ['code with two backticks', element('code', 'a``b'), 'a``b'],
  ['code with a pipe', element('code', 'a | b'), 'a | b'],
])('keeps the cells of a row with %s', (_, cell, text) => {
  expect(readBack(cell)).toEqual([text, 'beside'])
})

it('keeps the number of cells for any cell text', () => {
  const part = fc.constantFrom('|', '\\', '`', '``', '$', '\n', ' ', 'a', '&', '<', '*', '[', '~')
  const value = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
  const kind = fc.constantFrom('text', 'code', 'math', 'img')
  fc.assert(
    fc.property(kind, value, (name, said) => {
      const cell: ElementContent =
        name === 'text'
          ? { type: 'text', value: said }
          : name === 'img'
            ? element('img', '', { alt: said })
            : element('code', said, name === 'math' ? { className: ['language-math'] } : {})
      expect(readBack(cell).at(-1)).toBe('beside')
    }),
  )
})

it('writes breaks and tags of cells once', () => {
  const cells = tableCells(tableOf('| a |\n|---|\n| b<br>c<sub>1</sub> |'))
  expect(tableMarkdown(cells, [0])).toContain('| b<br>c<sub>1</sub> |')
  expect(tableCsv(cells, [0])).toContain('"b\nc1"')
})
