import type { Element, Root } from 'hast'
import { expect, test } from 'vitest'
import { convertBlock, parseSource } from '../../../../src/renderer/components/markdown/syntax-tree.ts'
import { writtenHtml } from '../../../../src/renderer/components/markdown/written-html.ts'

function treeOf(source: string): Root {
  const parsed = parseSource(source)
  const tree = typeof parsed === 'string' ? parsed : convertBlock(parsed)
  if (typeof tree === 'string') throw new Error(`not formatted: ${tree}`)
  return tree
}

const outermost = (source: string): readonly Element[] =>
  treeOf(source).children.filter((node) => node.type === 'element')

test.each([
  ['p', 'שלום עולם'],
  ['h2', '## مرحبا'],
  ['ul', '- مرحبا\n- b'],
  ['ol', '1. مرحبا'],
  ['blockquote', '> مرحبا\n>\n> b'],
  ['table', '| مرحبا | b |\n|---|---|\n| 1 | 2 |'],
  ['details', '<details><summary>مرحبا</summary>\n\nb\n\n</details>'],
])('%s has the direction of its first letter', (tagName, source) => {
  expect(outermost(source).map((node) => [node.tagName, node.properties.dir])).toEqual([[tagName, 'auto']])
})

test('code does not affect the writing direction', () => {
  expect(JSON.stringify(treeOf('`npm` مرحبا'))).toContain('"tagName":"code","properties":{"dir":"ltr"}')
})

test('an alert has the direction of its text, not of its title', () => {
  const [quote] = outermost('> [!NOTE]\n> مرحبا')
  expect(quote?.properties.dir).toBeUndefined()
  expect(JSON.stringify(quote)).toContain('"tagName":"p","properties":{"dir":"auto"}')
})

test.each([
  ['*重要*', true],
  ['*とても*', true],
  ['*중요*', true],
  ['*API 网关*', true],
  ['*plain*', undefined],
])('emphasis of %s is shown without slanted letters: %s', (source, isMarked) => {
  const [paragraph] = outermost(source)
  const [emphasis] = paragraph?.children ?? []
  expect(emphasis?.type === 'element' ? emphasis.properties.dataCjk : null).toBe(isMarked)
})

test('a written file has directions and emphasis too', async () => {
  expect(await writtenHtml('مرحبا\n\n- مرحبا\n\n*重要* and *b*', 'm1')).toBe(
    '<p dir="auto">مرحبا</p>\n<ul dir="auto">\n<li>مرحبا</li>\n</ul>\n<p><em class="cjk">重要</em> and <em>b</em></p>\n',
  )
})
