import type { ElementContent, Root, RootContent } from 'hast'
import { describe, expect, test } from 'vitest'
import { convertBlock, parseSource } from '../../../../src/renderer/components/markdown/syntax-tree.ts'

/** The tree in short: `p(text strong(text))`. */
function outline(node: Root | RootContent | ElementContent): string {
  switch (node.type) {
    case 'root':
      return node.children.map(outline).join('').trim()
    case 'text':
      return node.value
    case 'element':
      return `<${node.tagName}>${node.children.map(outline).join('')}</${node.tagName}>`
    default:
      return `?${node.type}?`
  }
}
function formatted(source: string): Root {
  const parsed = parseSource(source)
  const tree = typeof parsed === 'string' ? parsed : convertBlock(parsed)
  if (typeof tree === 'string') throw new Error(`not formatted: ${tree}`)
  return tree
}
const html = (source: string): string => outline(formatted(source))

describe('Markdown', () => {
  test.each([
    [
      'emphasis beside Chinese punctuation',
      '关键是把**“突发容量”**和**“平均速率”**分开',
      '<p>关键是把<strong>“突发容量”</strong>和<strong>“平均速率”</strong>分开</p>',
    ],
    ['emphasis that ends with a full stop', '**你好。**再见', '<p><strong>你好。</strong>再见</p>'],
    ['strikethrough', '~~old~~', '<p><del>old</del></p>'],
    ['prices are not formulas', 'from $5 to $10 a day', '<p>from $5 to $10 a day</p>'],
    ['a formula in dollars', 'so $a^2$ holds', '<p>so <code>a^2</code> holds</p>'],
    ['a formula in TeX delimiters', 'so \\(a^2\\) holds', '<p>so <code>a^2</code> holds</p>'],
    ['a displayed formula', '\\[a + b\\]', '<p><code>a + b</code></p>'],
    ['code keeps its TeX', '`\\(x\\)`', '<p><code>\\(x\\)</code></p>'],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(expected)
  })

  test('tables are rendered', () => {
    expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<table>')
  })
})

describe('hostile output', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    'text <b onclick="x()">bold</b> text',
    '<svg/onload=alert(1)>',
    '<style>*{display:none}</style>',
    '<meta http-equiv="Content-Security-Policy" content="x">',
  ])('%s is shown as text', (source) => {
    const tree = formatted(source)
    expect(outline(tree).replace(/<\/?p>/g, '')).toBe(source)
    expect(JSON.stringify(tree)).not.toMatch(/"tagName":"(script|img|iframe|b|svg|style|meta)"/)
  })
})
