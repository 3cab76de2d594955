import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { writtenHtml } from '../../../../src/renderer/components/markdown/written-html.ts'
import { en } from '../../../../src/renderer/platform/i18n/locales/en.ts'
import { zhCN } from '../../../../src/renderer/platform/i18n/locales/zh-cn.ts'
import { hostileMarkdown, seenMarkdown } from '../../../fakes/hostile-markdown.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } } })
})

/** Every tag of a text as it would be parsed: names, and attributes with their values. */
function tagsOf(html: string): readonly { readonly name: string; readonly attributes: readonly string[] }[] {
  return [...html.matchAll(/<\/?([^\s/>]+)([^>]*)>/g)].map(([, name = '', rest = '']) => ({
    name,
    attributes: [...rest.matchAll(/([a-z-]+)="/gi)].map(([, attribute = '']) => attribute),
  }))
}

const elements = new Set(
  'p ul ol li blockquote table thead tbody tr th td em strong del h1 h2 h3 h4 h5 h6 br hr a span code pre sup'.split(
    ' ',
  ),
)
const mathElements =
  /^(?:math|semantics|annotation|m(?:row|i|n|o|text|frac|sup|sub|subsup|sqrt|root|under|over|underover|table|tr|td|space|padded|style|phantom|enclose|error|stack|multiscripts|prescripts))$/
const attributes = new Set(['href', 'rel', 'start', 'class', 'id', 'value'])
const mathAttributes =
  /^(?:class|xmlns|display|encoding|mathvariant|stretchy|fence|separator|lspace|rspace|accent|accentunder|linethickness|width|height|depth|voffset|columnalign|columnspacing|rowspacing|columnlines|rowlines|scriptlevel|displaystyle|mathcolor|mathbackground|mathsize|minsize|maxsize|movablelimits|symmetric|notation|style|largeop|form|frame)$/

/** What a file could load, run or ask for. */
function offences(html: string): readonly string[] {
  const bad = tagsOf(html).flatMap(({ attributes: used, name }) => {
    if (mathElements.test(name)) return used.filter((attribute) => !mathAttributes.test(attribute))
    return elements.has(name) ? used.filter((attribute) => !attributes.has(attribute)) : [name]
  })
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url)
  return [...bad, ...links.filter((url) => !/^(?:https?:|mailto:|#)/i.test(url))]
}

describe('Markdown written as HTML', () => {
  test('has the elements that the page shows', async () => {
    const written = await writtenHtml(
      '# 标题\n\nA *word*, **bold**, `x < y`.\n\n3. three\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] done\n\n> said',
      'm1',
    )
    const html = written.replaceAll('>\n<', '><')
    expect(html).toContain('<h1>标题</h1>')
    expect(html).toContain('<em>word</em>')
    expect(html).toContain('<code>x &#60; y</code>')
    expect(html).toContain('<ol start="3">')
    expect(html).toContain('<th class="center">a</th><th class="right">b</th>')
    expect(html).toContain('☑ done')
    expect(html).toContain('<blockquote>')
  })

  test.each([
    ['en', 'Warning'],
    ['zh-CN', '警告'],
  ] as const)('an alert has its word in the language %s', async (language, word) => {
    await i18next.changeLanguage(language)
    const html = await writtenHtml('> [!WARNING]\n> Hot **water**.\n\n> [!OTHER]\n> x', 'm1')
    expect(html.replaceAll('>\n<', '><')).toContain(
      `<blockquote><p><strong>${word}</strong></p><p>Hot <strong>water</strong>.</p></blockquote>`,
    )
    expect(html).toContain('[!OTHER]')
  })

  test('keeps code with its language, and formulas as MathML', async () => {
    const html = await writtenHtml('```ts\nconst a = "<b>"\n```\n\nIt is $x^2$ and\n\n$$\n\\frac12\n$$', 'm1')
    expect(html).toContain('<p class="language">ts</p><pre><code>const a = &#34;&#60;b&#62;&#34;</code></pre>')
    expect(html).toContain('<msup>')
    expect(html).toContain('display="block"')
  })

  test('contains only XML characters, also in formulas', async () => {
    const html = await writtenHtml('a\ufffe `b\ufffe` $c\ufffe$', 'm1')
    expect(html).toContain('<math')
    expect(html).not.toContain('\ufffe')
  })

  test('numbers footnotes with ids that begin with the prefix', async () => {
    const html = await writtenHtml('Text[^a].\n\n[^a]: the note', 'm7-0')
    expect(html).toContain('<a href="#m7-0-n1">1</a>')
    expect(html).toContain('<li id="m7-0-n1" value="1"><p>the note</p></li>')
  })

  test.each([
    ['raw HTML', '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\na <b onclick="x">c</b>'],
    ['a link that runs', '[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) [d](file:///etc/passwd)'],
    ['a link with a quote', '[a](https://a.b/"onmouseover="alert(1))'],
    ['a picture elsewhere', '![a](https://evil.example/p.png?x=1) ![b](data:image/svg+xml,x)'],
    ['a language with marks', '```"><script>\nx\n```'],
    ['a formula that links', '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://a.b/c.png}$'],
    ['a formula with HTML', '$\\htmlStyle{background:url(x)}{a}$ $\\text{<script>}$'],
    ['a footnote with marks', '[^"><script>]\n\n[^"><script>]: <script>x</script>'],
    ['a definition that runs', '[a]\n\n[a]: javascript:alert(1)'],
  ])('of %s runs and loads nothing', async (_, text) => {
    const html = await writtenHtml(text, 'm1')
    expect(offences(html)).toEqual([])
    expect(tagsOf(html).flatMap(({ attributes: used }) => used)).not.toContain('src')
  })

  test('links only to the web and to addresses', async () => {
    const html = await writtenHtml('[a](https://a.b/?c=1&d) [m](mailto:a@b.c) [f](ftp://a.b)', 'm1')
    expect(html).toContain('<a href="https://a.b/?c=1&#38;d" rel="noopener noreferrer">a</a>')
    expect(html).toContain('<a href="mailto:a@b.c"')
    expect(html).toContain('<span>f</span>')
  })

  const seed = Number(process.env.SEED ?? 20_261_123)
  test(`is harmless and well-formed for any hostile text (seed ${seed})`, async () => {
    const random = randomFrom(seed)
    for (let round = 0; round < 40; round += 1) {
      const { name, text } = hostileMarkdown(random, 6_000)
      const html = await writtenHtml(text, 'm1')
      expect(offences(html), name).toEqual([])
      expect(isBalanced(html), name).toBe(true)
    }
  })

  test.each(seenMarkdown.map(({ name, text }) => [name, text] as const))(
    'of %s is written in bounded time',
    async (_, text) => {
      const html = await writtenHtml(text.slice(0, 200_000), 'm1')
      expect(offences(html)).toEqual([])
    },
    20_000,
  )
})

/** Returns true if each element is closed where XML wants it, and no sign is left that XML refuses. */
function isBalanced(html: string): boolean {
  const open: string[] = []
  for (const [tag, name = ''] of html.matchAll(/<\/?([^\s/>]+)[^>]*>/g)) {
    if (tag.endsWith('/>')) continue
    if (!tag.startsWith('</')) open.push(name)
    else if (open.pop() !== name) return false
  }
  const rest = html.replace(/<[^>]*>/g, '').replace(/&(?:#\d+|#x[\da-f]+|lt|gt|amp|quot);/gi, '')
  return open.length === 0 && !/[<&]/.test(rest)
}
