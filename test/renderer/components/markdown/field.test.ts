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

describe('tildes', () => {
  test.each([
    ['a range', '5~7U × 100~200倍', '<p>5~7U × 100~200倍</p>'],
    ['times and degrees', '营业时间 8~9点，温度 20~25℃。', '<p>营业时间 8~9点，温度 20~25℃。</p>'],
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

  test('strike the right words of the field input', () => {
    expect(shownAtOnce(fixture('15-cjk-strike'))).toContain('<del>旧的（价格）</del>新的，<del>“引用”</del>后面。')
  })

  test('are kept in a written file', async () => {
    const html = await writtenHtml('5~7U、8~9点，~~旧的（价格）~~新的', 'm1')
    expect(html.trim()).toBe('<p>5~7U、8~9点，<del>旧的（价格）</del>新的</p>')
  })
})
