import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { writtenHtml } from '../../../../src/renderer/components/markdown/written-html.ts'
import { lostText } from './lost-text.ts'
import { shownAtOnce, shownOutline, wholeOutline } from './outline.ts'

const folder = join(import.meta.dirname, '../../../fixtures/field')
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.md'))
const fixture = (name: string): string => readFileSync(join(folder, `${name}.md`), 'utf8')

describe('a field input', () => {
  test.each(fixtures)('%s loses no letter and no digit, at once and while it grows', (name) => {
    const source = readFileSync(join(folder, name), 'utf8')
    expect(lostText(new MessageDocument(), source)).toBe('')
    const growing = new MessageDocument()
    for (let end = 1; end <= source.length; end += 1) {
      const text = source.slice(0, end)
      expect(lostText(growing, text), JSON.stringify(text)).toBe('')
      expect(shownOutline(growing, text), JSON.stringify(text)).toBe(wholeOutline(text))
    }
  })
})

describe('tildes in Markdown', () => {
  test.each([
    ['a range', '5~7U × 100~200倍', '<p>5~7U × 100~200倍</p>'],
    ['times and degrees', '营业时间 8~9点，温度 20~25℃。', '<p>营业时间 8~9点，温度 20~25℃。</p>'],
    ['a tone', '喵呜~♡这就呈上呦~', '<p>喵呜~♡这就呈上呦~</p>'],
    ['a joined reference', 'Eq.~(15) and Eq.~(16)', '<p>Eq.~(15) and Eq.~(16)</p>'],
    ['about', 'It takes ~5 minutes for ~10 files.', '<p>It takes ~5 minutes for ~10 files.</p>'],
    ['folders', 'in ~/work and ~/tmp', '<p>in ~/work and ~/tmp</p>'],
    ['a word between two', '好~真的~吗', '<p>好~真的~吗</p>'],
    ['three', 'not ~~~struck~~~ at all', '<p>not ~~~struck~~~ at all</p>'],
    ['one in struck text', '~~5~7U~~ 8~9', '<p><del>5~7U</del> 8~9</p>'],
  ])('strike only in pairs: %s', (_, source, expected) => {
    expect(shownAtOnce(source)).toBe(expected)
  })

  test.each([
    ['a bracket before the end', '~~旧的（价格）~~新的', '<p><del>旧的（价格）</del>新的</p>'],
    ['quotes at both ends', '字~~“引用”~~后面', '<p>字<del>“引用”</del>后面</p>'],
    ['a full stop', '~~旧的。~~新的', '<p><del>旧的。</del>新的</p>'],
    ['a Korean particle', '~~이 별표(별)~~는', '<p><del>이 별표(별)</del>는</p>'],
    ['Japanese brackets', '価格は~~「千円」~~です', '<p>価格は<del>「千円」</del>です</p>'],
    ['emphasis inside', '~~**旧价：**~~新价', '<p><del><strong>旧价：</strong></del>新价</p>'],
  ])('strike the words between them beside CJK punctuation: %s', (_, source, expected) => {
    expect(shownAtOnce(source)).toBe(expected)
  })

  test('tildes strike the right words of the field input', () => {
    expect(shownAtOnce(fixture('15-cjk-strike'))).toContain('<del>旧的（价格）</del>新的，<del>“引用”</del>后面。')
  })

  test('tildes are kept in a written file', async () => {
    const html = await writtenHtml('5~7U、8~9点，~~旧的（价格）~~新的', 'm1')
    expect(html.trim()).toBe('<p>5~7U、8~9点，<del>旧的（价格）</del>新的</p>')
  })
})

describe('dollar signs in Markdown', () => {
  test.each([
    ['bold', 'costs **$20** or **$200**', '<p>costs <strong>$20</strong> or <strong>$200</strong></p>'],
    ['a link', '$5 (see [here](https://a.b/c)) then $6', '<p>$5 (see <a href=https://a.b/c>here</a>) then $6</p>'],
    ['code', '**$1**, `x` for $3', '<p><strong>$1</strong>, <code>x</code> for $3</p>'],
    ['strikethrough', 'was ~~$29~~ $25', '<p>was <del>$29</del> $25</p>'],
    ['a currency before it', 'US$1.2bn, *a record*, HK$3', '<p>US$1.2bn, <em>a record</em>, HK$3</p>'],
    ['Chinese', '从**$5**涨到**$6**', '<p>从<strong>$5</strong>涨到<strong>$6</strong></p>'],
    ['rates', '$/PR is down but $/session is up', '<p>$/PR is down but $/session is up</p>'],
    ['thousands', '**$10K** flat, at $8K', '<p><strong>$10K</strong> flat, at $8K</p>'],
    ['a range', '$5-$10, $5/$10', '<p>$5-$10, $5/$10</p>'],
    ['the sign behind', '100$/月，200$/年', '<p>100$/月，200$/年</p>'],
    ['the sign alone', '$5 per month (US$)', '<p>$5 per month (US$)</p>'],
    ['escaped', '\\$5 and *that* \\$6', '<p>$5 and <em>that</em> $6</p>'],
    ['emphasis', '_$5_ to _$x_', '<p><em>$5</em> to <em>$x</em></p>'],
    ['symbols', '**$AAPL** and **$TSLA**', '<p><strong>$AAPL</strong> and <strong>$TSLA</strong></p>'],
  ])('of prices leave the marks between them: %s', (_, source, expected) => {
    expect(shownAtOnce(source)).toBe(expected)
  })

  const inline = (formula: string): string => `<code className=language-math,math-inline>${formula}</code>`

  test.each([
    ['after a price', 'costs **$5**, so $x$', `<p>costs <strong>$5</strong>, so ${inline('x')}</p>`],
    ['in bold after a price', '**$5** is **$x$**', `<p><strong>$5</strong> is <strong>${inline('x')}</strong></p>`],
    ['before a price', '$x$ costs $5', `<p>${inline('x')} costs $5</p>`],
    [
      'that begins with a digit',
      '$2^n$, $3x + 1$, $10$',
      `<p>${inline('2^n')}, ${inline('3x + 1')}, ${inline('10')}</p>`,
    ],
    ['with a word', '$5\\text{ apples each}$', `<p>${inline('5\\text{ apples each}')}</p>`],
    ['with a dollar', '$\\$5$ and $\\$6$', `<p>${inline('\\$5')} and ${inline('\\$6')}</p>`],
    ['behind a digit', '2$\\pi$', `<p>2${inline('\\pi')}</p>`],
    ['before letters', 'the $n$th', `<p>the ${inline('n')}th</p>`],
    ['in Chinese', '设$x=1$，则$y$', `<p>设${inline('x=1')}，则${inline('y')}</p>`],
    ['in TeX delimiters, with a unit', 'so \\(5 km\\)', `<p>so ${inline('5 km')}</p>`],
    ['in TeX delimiters, before a digit', '\\(x\\)2', `<p>${inline('x')}2</p>`],
    ['with stars', '$A^{**}$', `<p>${inline('A^{**}')}</p>`],
    ['over lines of a quote', '> $a\n> = b$', `<blockquote>\n<p>${inline('a\n= b')}</p>\n</blockquote>`],
  ])('of formulas stay: %s', (_, source, expected) => {
    expect(shownAtOnce(source)).toBe(expected)
  })

  test('dollars of prices are shown unchanged in the field input', () => {
    const shown = shownAtOnce(fixture('03-prices'))
    expect(shown).not.toContain('language-math')
    expect(shown).not.toContain('**')
    expect(shown).not.toContain('](')
    expect(shown.match(/\$/g)).toHaveLength(fixture('03-prices').match(/\$/g)?.length ?? 0)
  })

  test('dollars are kept in a written file', async () => {
    const html = await writtenHtml('**$20** or **$200**', 'm1')
    expect(html.trim()).toBe('<p><strong>$20</strong> or <strong>$200</strong></p>')
  })
})
