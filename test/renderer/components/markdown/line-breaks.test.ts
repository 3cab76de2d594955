import { expect, test } from 'vitest'
import { withLineBreaks } from '../../../../src/renderer/components/markdown/line-breaks.ts'
import { convertBlock, parseSource } from '../../../../src/renderer/components/markdown/syntax-tree.ts'
import { writtenHtml } from '../../../../src/renderer/components/markdown/written-html.ts'
import { settingsSchema } from '../../../../src/shared/settings.ts'
import { outline } from './outline.ts'

/** A text with its single line ends, in short form. */
function kept(source: string): string {
  const parsed = parseSource(source)
  const tree = typeof parsed === 'string' ? parsed : convertBlock(parsed)
  return typeof tree === 'string' ? tree : outline(withLineBreaks(tree)).replaceAll('<br></br>', '⏎')
}

test.each([
  ['a paragraph', 'Roses are red,\nViolets are blue.', '<p>Roses are red,⏎Violets are blue.</p>'],
  ['between marks', '**a**\n**b**', '<p><strong>a</strong>⏎<strong>b</strong></p>'],
  ['inside marks', '*a\nb*', '<p><em>a⏎b</em></p>'],
  ['a break that is one already', 'a  \nb\nc', '<p>a⏎b⏎c</p>'],
  ['a tag', 'a<br>\nb', '<p>a⏎b</p>'],
  ['a quote', '> a\n> b', '<blockquote>\n<p>a⏎b</p>\n</blockquote>'],
  ['an item', '- a\n  b\n  - c\n- d', '<ul>\n<li>a⏎b\n<ul>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>'],
  ['code', '`a\nb`\n\n    c\n    d', '<p><code>a b</code></p>\n<pre><code>c\nd\n</code></pre>'],
  ['a formula', '$$a\n+ b$$', '<pre><code className=language-math,math-display>a\n+ b</code></pre>'],
])('single line breaks are kept in %s', (_, source, expected) => {
  expect(kept(source)).toBe(expected)
})

test('the default setting joins single line breaks in answers', () => {
  expect(settingsSchema.parse({}).answerLines).toBe(false)
})

test('a written file keeps single line breaks if set so', async () => {
  expect(await writtenHtml('a\nb', 'm1')).toBe('<p>a\nb</p>\n')
  expect(await writtenHtml('a\nb', 'm1', true)).toBe('<p>a<br/>b</p>\n')
})
