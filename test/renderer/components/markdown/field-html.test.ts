import { describe, expect, test } from 'vitest'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { writtenHtml } from '../../../../src/renderer/components/markdown/written-html.ts'
import { withoutMarkdown } from '../../../../src/shared/plain-markdown.ts'
import { lostText } from './lost-text.ts'
import { shownAtOnce, shownOutline, wholeOutline } from './outline.ts'

/** Shows a text at once, and checks every shorter length of it. */
function shown(source: string): string {
  const growing = new MessageDocument()
  for (let end = 1; end <= source.length; end += 1) {
    const text = source.slice(0, end)
    expect(shownOutline(growing, text), JSON.stringify(text)).toBe(wholeOutline(text))
    expect(lostText(growing, text), JSON.stringify(text)).toBe('')
  }
  return shownAtOnce(source).replace(/>\n+/g, '>').replace(/\n+</g, '<')
}

/** A link whose text is its address. */
const link = (url: string): string => `<a href=${encodeURI(url)}>${url}</a>`

describe('a bare address', () => {
  test.each([
    ['a comma', '见 https://a.com/doc，然后', `见 ${link('https://a.com/doc')}，然后`],
    ['a full stop', '见https://a.com/doc。', `见${link('https://a.com/doc')}。`],
    ['full-width brackets', '（https://a.com/a）后', `（${link('https://a.com/a')}）后`],
    ['corner brackets', '「https://a.com/a」と', `「${link('https://a.com/a')}」と`],
    ['book marks', '《https://a.com/a》', `《${link('https://a.com/a')}》`],
    ['curved quotes', '“https://a.com/b”。', `“${link('https://a.com/b')}”。`],
    ['a list comma', 'https://a.com、https://b.com', `${link('https://a.com')}、${link('https://b.com')}`],
    ['a full-width colon', 'https://a.com：好', `${link('https://a.com')}：好`],
    ['a dash', 'https://a.com——好', `${link('https://a.com')}——好`],
    ['words', '用https://a.com/doc下载', `用${link('https://a.com/doc')}下载`],
    ['words behind the host', 'https://a.com是', `${link('https://a.com')}是`],
    ['a Korean particle', 'https://a.com/doc는', `${link('https://a.com/doc')}는`],
    ['a full stop and a comma', 'https://a.com/a.，b', `${link('https://a.com/a')}.，b`],
    ['a query', 'https://a.com/a?b=c&d=e；好', `${link('https://a.com/a?b=c&d=e')}；好`],
    ['bold', '**https://a.com/b**，好', `<strong>${link('https://a.com/b')}</strong>，好`],
    ['bold behind it', 'https://a.com/b，**好**', `${link('https://a.com/b')}，<strong>好</strong>`],
    [
      'a full-width bracket with code',
      'PR：https://a.com/pull/45（`x` → `y`）',
      `PR：${link('https://a.com/pull/45')}（<code>x</code> → <code>y</code>）`,
    ],
    ['dashes', '登录QQ（https://a.com/）-- 查看', `登录QQ（${link('https://a.com/')}）-- 查看`],
    ['a bracket', '(https://a.com/b)，好', `(${link('https://a.com/b')})，好`],
  ])('ends at %s', (_, source, expected) => {
    expect(shown(source)).toBe(`<p>${expected}</p>`)
  })

  test.each([
    [
      'a word behind a slash',
      'https://zh.wikipedia.org/wiki/北京市。',
      `${link('https://zh.wikipedia.org/wiki/北京市')}。`,
    ],
    ['a word that the address follows', 'https://a.com/C语言/a，好', `${link('https://a.com/C语言/a')}，好`],
    ['a value', 'https://a.com/?q=中文&p=1，', `${link('https://a.com/?q=中文&p=1')}，`],
    ['brackets in pairs', 'https://a.com/a_(b)，', `${link('https://a.com/a_(b)')}，`],
  ])('keeps %s', (_, source, expected) => {
    expect(shown(source)).toBe(`<p>${expected}</p>`)
  })

  test('a bare address needs no space before www', () => {
    expect(shown('官网www.a.com，见')).toBe('<p>官网<a href=http://www.a.com>www.a.com</a>，见</p>')
  })

  test.each([
    ['a link', '[官网，https://a.com/b，x](https://c.d/e)', '<a href=https://c.d/e>官网，https://a.com/b，x</a>'],
    ['the target of a link', '[a](https://a.com/b，c)', `<a href=${encodeURI('https://a.com/b，c')}>a</a>`],
    ['code', '`https://a.com，b`', '<code>https://a.com，b</code>'],
    ['marks of an address', '<https://a.com/，b>', link('https://a.com/，b')],
  ])('is left alone in %s', (_, source, expected) => {
    expect(shown(source)).toBe(`<p>${expected}</p>`)
  })

  test('a bare address ends with its cell', () => {
    expect(shown('| a | b |\n|-|-|\n|官网www.a.com|是|')).toContain(
      '<td>官网<a href=http://www.a.com>www.a.com</a></td>',
    )
  })
})

describe('HTML tags in Markdown', () => {
  test.each([
    ['H<sub>2</sub>O', 'H<sub>2</sub>O'],
    ['x<SUP class="a">2</SUP>', 'x<sup>2</sup>'],
    ['<kbd>Ctrl</kbd>+<kbd>C</kbd>', '<kbd>Ctrl</kbd>+<kbd>C</kbd>'],
    ['<u>a **b** c</u> <mark>m</mark>', '<u>a <strong>b</strong> c</u> <mark>m</mark>'],
    ['**a<sub>1</sub>** `<u>`', '<strong>a<sub>1</sub></strong> <code><u></code>'],
    ['**<u>a** b</u> c', '<strong><u>a</u></strong><u> b</u> c'],
    ['<u>a **b</u> c**', '<u>a </u><strong><u>b</u> c</strong>'],
    ['<u>a<mark>b</u>c</mark>', '<u>a</u><u><mark>b</mark></u><mark>c</mark>'],
    ['[<sub>a</sub>](https://b.c)', '<a href=https://b.c><sub>a</sub></a>'],
    ['a<br>b<br/>c<BR />d', 'a<br></br>b<br></br>c<br></br>d'],
    ['H<sub>2', 'H<sub>2</sub>'],
    ['**H<sub>2', '**H<sub>2</sub>'],
  ])('%s are built as elements', (source, expected) => {
    expect(shown(source)).toBe(`<p>${expected}</p>`)
  })

  test.each([
    ['a heading', '# H<sub>2</sub>O', '<h1>H<sub>2</sub>O</h1>'],
    ['an item', '- a<br>b', '<ul><li>a<br></br>b</li></ul>'],
    ['a quote', '> x<sup>2</sup>', '<blockquote><p>x<sup>2</sup></p></blockquote>'],
    ['a line of their own', '<mark>\na *b*\n</mark>', '<p><mark>a <em>b</em></mark></p>'],
  ])('tags are rendered in %s', (_, source, expected) => {
    expect(shown(source)).toBe(expected)
  })

  test('tags are rendered in cells', () => {
    expect(shown('| a |\n|---|\n| b<br>c<sub>1</sub> |')).toContain('<td>b<br></br>c<sub>1</sub></td>')
  })

  test.each([
    ['<b>a</b>', '<p><b>a</b></p>'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['a <sub> b\n\nc', '<p>a <sub> b</p><p>c</p>'],
    ['a</u> b', '<p>a</u> b</p>'],
    ['<!-- note --> a', '<!-- note --> a'],
    ['</details>', '<p></details></p>'],
  ])('%j stay text', (source, expected) => {
    expect(shown(source)).toBe(expected)
    expect(new MessageDocument().update(source).blocks.length).toBeGreaterThan(0)
  })

  test('tags have no attribute', () => {
    const source = '<u onclick="a()" style="color:red">b</u>'
    const document = new MessageDocument()
    const [block] = document.update(source).blocks
    const tree = block === undefined ? 'long' : document.elementsOf(block)
    expect(JSON.stringify(tree)).not.toMatch(/onclick|style/)
  })
})

describe('a fold in Markdown', () => {
  const fold = (summary: string, inside: string): string => `<details><summary>${summary}</summary>${inside}</details>`

  test.each([
    [
      'blank lines',
      '<details>\n<summary>A **b**</summary>\n\nC *d*\n\n</details>\n\ne',
      `${fold('A <strong>b</strong>', '<p>C <em>d</em></p>')}<p>e</p>`,
    ],
    [
      'no blank line',
      '<details><summary>A</summary>\nB **c**\n- d\n</details>\ne',
      `${fold('A', '<p>B <strong>c</strong></p><ul><li>d</li></ul>')}<p>e</p>`,
    ],
    ['one line', '<details><summary>A</summary>b</details>', fold('A', '<p>b</p>')],
    [
      'code with its end',
      '<details>\n<summary>A</summary>\n\n```\n</details>\n\n```\n\n</details>\n\ne',
      `${fold('A', '<pre><code></details>\n\n</code></pre>')}<p>e</p>`,
    ],
    [
      'another fold',
      '<details><summary>A</summary>\n\n<details><summary>B</summary>c</details>\n\nd\n</details>',
      fold('A', `${fold('B', '<p>c</p>')}<p>d</p>`),
    ],
    ['no end', '<details><summary>A</summary>\n\nb\n\nc', fold('A', '<p>b</p><p>c</p>')],
    ['text before it', 'a\n<details><summary>A</summary>\n\nb\n\n</details>', `<p>a</p>${fold('A', '<p>b</p>')}`],
    [
      'an item around it',
      '- a\n  <details><summary>A</summary>\n\n  b\n  </details>',
      `<ul><li><p>a</p>${fold('A', '<p>b</p>')}</li></ul>`,
    ],
    [
      'a quote around it',
      '> <details><summary>A</summary>\n>\n> b\n> </details>',
      `<blockquote>${fold('A', '<p>b</p>')}</blockquote>`,
    ],
    ['its end behind text', '<details><summary>A</summary>\n\nb</details>', fold('A', '<p>b</p>')],
  ])('is built with %s', (_, source, expected) => {
    expect(shown(source)).toBe(expected.replace(/\n+</g, '<'))
  })

  test('a fold that is too long for one block loses nothing', () => {
    const source = `<details><summary>A</summary>\n\n${'Some words.\n\n'.repeat(2_000)}\n\n</details>\n\nEnd.`
    const document = new MessageDocument()
    expect(lostText(document, source)).toBe('')
    expect(document.update(source).blocks.length).toBeGreaterThan(2_000)
  })
})

test('a written file has the same elements as the page', async () => {
  const source =
    'H<sub>2</sub>O<br>x<sup>2</sup> <kbd>C</kbd> <u>u</u> <mark>m</mark> <b>b</b>\n\n<details><summary>A</summary>\n\nb\n\n</details>'
  const html = (await writtenHtml(source, 'm1')).replace(/\n/g, '')
  expect(html).toContain(
    'H<sub>2</sub>O<br/>x<sup>2</sup> <kbd>C</kbd> <u>u</u> <mark>m</mark> &#60;b&#62;b&#60;/b&#62;',
  )
  expect(html).toContain('<details open="open"><summary>A</summary><p>b</p></details>')
})

test('a preview text has the words between the tags', () => {
  expect(withoutMarkdown('H<sub>2</sub>O<br>x<u class="a">y</u> <b>b</b>')).toBe('H2O xy <b>b</b>')
})
