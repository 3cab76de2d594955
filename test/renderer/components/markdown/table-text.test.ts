import type { Element } from 'hast'
import { expect, it } from 'vitest'
import { convertBlock, parseSource } from '../../../../src/renderer/components/markdown/syntax-tree.ts'
import {
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

it('gives a table as CSV in the order that is shown, with formulas defused', () => {
  expect(tableCsv(cells, [1, 0, 2])).toBe(`Name,Sum,Link\r\n'=1+1,p | q,x^2\r\n"a ""b"", c",1,x\r\nshort,,\r\n`)
})

it('gives a table as Markdown that reads as the same table', () => {
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
