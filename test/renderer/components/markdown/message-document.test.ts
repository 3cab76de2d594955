import type { Root } from 'hast'
import { describe, expect, test } from 'vitest'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { outline, shownAtOnce, shownOutline, wholeOutline } from './outline.ts'

const lines =
  '|||text|foo bar|- a|- b|* c|1. one|2. two|10. ten|-|1.|  in|   in|    deep|- - x|> q|> - y|>|```|```js|  ```|   ```|~~~|````|$$|  $$|# h|  # h2|---|===|***|<div>|</div>|<!-- x|-->|<!-- a -->|<pre>|</pre>|<b>|[foo]: /u|[bar]: /v "t"|[foo] and [bar]|[^1]: note|[^1] call|    more note|- ```|  - n|\t- t|\ttab|[ref]:|/dest|a\\|b  |- # h|> # h|- > q|`a|b`|**a|b**|- [ ] t|   |> [!NOTE]|> text|  1. x|1) p|+ z'.split(
    '|',
  )

/**
 * Returns true if the parser misses a list in the whole text. It reads indented code ended by a blank line as a
 * paragraph, which an empty item or a number other than 1 cannot interrupt. In CommonMark the list begins there, as it
 * does in blocks.
 */
function hidesListFromParser(text: string): boolean {
  return /^(?: {4}|\t| {1,3}\t).*\n(?:[ \t]*\n)+ {0,3}(?:(?!1[.)])\d{1,9}[.)]|(?:[-*+]|1[.)])[ \t]*$)/m.test(text)
}

describe('a message in blocks', () => {
  const seed = Number(process.env.SEED ?? 20_261_122)
  test(`a message in blocks means the same as whole, at once and while it grows (seed ${seed})`, () => {
    const random = randomFrom(seed)
    const pick = () => lines[Math.floor(random() * lines.length)] ?? ''
    for (let round = 0; round < 600; round += 1) {
      const text = Array.from({ length: 1 + Math.floor(random() * 9) }, pick).join('\n')
      if (hidesListFromParser(text)) continue
      expect(shownAtOnce(text), JSON.stringify(text)).toBe(wholeOutline(text))
      if (round % 20 > 0) continue
      const growing = new MessageDocument()
      for (let end = 1; end <= text.length; end += 1) {
        const part = text.slice(0, end)
        expect(shownOutline(growing, part), JSON.stringify(part)).toBe(wholeOutline(part))
      }
    }
  })

  test('a list begins with any number after indented code', () => {
    expect(shownAtOnce('    more note\n\n10. ten')).toBe(
      '<pre><code>more note\n</code></pre>\n<ol start=10>\n<li>ten</li>\n</ol>',
    )
  })

  test.each([
    ['in an item, over a blank line', '- \\[\n\nx = 1\n\n\\]\n\nText.'],
    ['behind the text of an item', '1. So \\[ a\n\nb \\] and on.\n\n2. two'],
    ['in a nested item', '- a\n  - b\n    \\[\n\n    x = 1\n\n    \\]\n- c'],
    ['under a paragraph, over a blank line', 'As:\n\\[\nx\n\n= 1\n\\]\n# Heading'],
    ['with what looks like a heading', 'As:\n\\[\n# x\n\\]\nText'],
    ['in a quote', '> \\[\n/u\n\n1.\n\\]\nText'],
  ])('a formula that begins inside a block is found: %s', (_, text) => {
    expect(shownAtOnce(text)).toContain('math-display')
    expect(shownAtOnce(text)).toBe(wholeOutline(text))
    const growing = new MessageDocument()
    for (let end = 1; end <= text.length; end += 1) {
      expect(shownOutline(growing, text.slice(0, end))).toBe(wholeOutline(text.slice(0, end)))
    }
  })

  test.each([
    ['in code', '- `\\[`\n\n```js\na \\]\n\n# b\n```\n\nText'],
    ['in code of an item', '- ```\n  \\[\n  ```\n\n# Heading\n\n\\]'],
    ['that is never closed', `- a \\[\n\n# Heading\n\n${'Text.\n\n'.repeat(600)}\\]`],
    ['that is escaped', '- a \\\\[\n\n# Heading\n\nx \\]'],
  ])('takes a bracket for no formula %s', (_, text) => {
    expect(shownAtOnce(text)).not.toContain('math')
    expect(shownAtOnce(text)).toBe(wholeOutline(text))
  })

  test('the numbers of a long list continue, and it stays loose or tight as a whole', () => {
    const items = Array.from({ length: 200 }, () => '1. an item of a list that is long enough to be cut').join('\n')
    const document = new MessageDocument()
    const { blocks } = document.update(items)
    expect(blocks.length).toBeGreaterThan(3)
    const starts = blocks.map((block) => /<ol(?: start=(\d+))?>/.exec(shownOf(document, block))?.[1] ?? '1').map(Number)
    const counts = blocks.map((block) => shownOf(document, block).split('<li>').length - 1)
    expect(starts).toEqual(counts.map((_, index) => 1 + counts.slice(0, index).reduce((sum, count) => sum + count, 0)))

    const loose = `${items}\n\n1. and one apart`
    for (const block of new MessageDocument().update(loose).blocks) {
      expect(shownOf(document, block)).toContain('<li>\n<p>')
    }
  })
})

function shownOf(document: MessageDocument, block: Parameters<MessageDocument['elementsOf']>[0]): string {
  const tree = document.elementsOf(block)
  return typeof tree === 'string' ? tree : outline(tree)
}

describe('a definition that comes later', () => {
  test('a late definition rebuilds only the blocks that asked for it', () => {
    const document = new MessageDocument()
    const text = 'See [one].\n\nNothing here.\n\nSee [two].\n\nMore.\n\n'
    const before = document.update(text).blocks
    for (const block of before) document.elementsOf(block)
    const after = document.update(`${text}[one]: https://one.example\n\nEnd.`).blocks
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(after[2]).toBe(before[2])
    expect(shownOf(document, after[0] ?? missing)).toBe('<p>See <a href=https://one.example>one</a>.</p>')
    expect(shownOf(document, after[2] ?? missing)).toBe('<p>See [two].</p>')
  })

  test('a late definition does not replace the first one, and is shown itself', () => {
    const text = '[a]: /first\n\n[a]: /second\n\n[a]'
    expect(shownAtOnce(text)).toBe('<p><span>[a]</span>: /second</p>\n<p><a href=/first>a</a></p>')
  })

  test('a late definition disappears if the text is replaced', () => {
    const document = new MessageDocument()
    shownOutline(document, 'See [one].\n\n[one]: /u\n\nEnd.')
    expect(shownOutline(document, 'Now [one].\n\nMore.\n\nAnd more.\n\nEnd.')).toContain('<p>Now [one].</p>')
  })
})

describe('unused definitions', () => {
  const sources = '[1]: https://one.example "First"\n[b c]: /two\n'

  test('unused definitions are shown in place, those of adjacent lines in one paragraph', () => {
    expect(shownAtOnce(`Sources:\n\n${sources}`)).toBe(
      '<p>Sources:</p>\n<p><span>[1]</span>: <a href=https://one.example>https://one.example</a> “First”<br></br><span>[b c]</span>: /two</p>',
    )
    expect(shownAtOnce('- [1]:\n  $')).toBe('<ul>\n<li><span>[1]</span>: $</li>\n</ul>')
    expect(shownAtOnce('> [1]: /u')).toBe('<blockquote>\n<p><span>[1]</span>: /u</p>\n</blockquote>')
  })

  test('unused definitions are hidden by a later reference, and shown again without it', () => {
    const document = new MessageDocument()
    const before = document.update(`${sources}\nMore.\n\nEnd.\n\nAnd`).blocks
    expect(shownOf(document, before[0] ?? missing)).toContain('<span>[1]</span>: ')
    const after = document.update(`${sources}\nMore.\n\nEnd.\n\nAnd [1] and [B\nC]`).blocks
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(shownOf(document, after[0] ?? missing)).toBe('')
    const open = document.update(`${sources}\nMore.\n\nEnd.\n\nAnd [1] and [B\nC](/other)`).blocks
    expect(shownOf(document, open[0] ?? missing)).toBe('<p><span>[b c]</span>: /two</p>')
  })

  test('unused definitions are not hidden by brackets in code or by a link with its own target', () => {
    expect(shownAtOnce(`Read \`x[1]\` and [b c](/u).\n\n${sources}`)).toContain('<p><span>[1]</span>: ')
    expect(shownAtOnce(`\`\`\`\nx[1]\n\`\`\`\n\n${sources}`)).toContain('<span>[b c]</span>: /two')
  })

  test('unused footnotes show their text', () => {
    const document = new MessageDocument()
    expect(shownOutline(document, 'No call.\n\n[^1]: About *it*.\n\n[^2]:\n    ```\n    code\n    ```\n')).toBe(
      '<p>No call.</p>\n<p><span>[^1]</span>: About <em>it</em>.</p>\n<p><span>[^2]</span>: </p>\n<pre><code>code\n</code></pre>',
    )
    expect(shownOutline(document, 'A call[^1].\n\n[^1]: About *it*.\n\n[^1]: Twice.\n')).toBe(
      '<p>A call<footnote>.</p>\n<p><span>[^1]</span>: Twice.</p>',
    )
  })

  test('definitions never load or open anything but a web address', () => {
    const shown = shownAtOnce('[1]: javascript:alert(1)\n[2]: <b>\n[3]: file:///etc/passwd\n')
    expect(shown).not.toContain('href')
  })
})

describe('footnotes', () => {
  const noteTexts = (document: MessageDocument, text: string) =>
    document.update(text).footnotes.map((note) => {
      const tree = document.elementsOfFootnote(note)
      return { number: note.number, times: note.times, text: typeof tree === 'string' ? tree : outline(tree) }
    })

  test('footnotes are numbered in the order of their references across blocks, and defined anywhere', () => {
    const document = new MessageDocument()
    const text = 'First[^b] and second[^a].\n\n[^a]: About *a*.\n\nAgain[^b].\n\n[^b]: About b, see [it].\n\n[it]: /u\n'
    expect(noteTexts(document, text)).toEqual([
      { number: 1, times: 2, text: '<p>About b, see <a href=/u>it</a>.</p>' },
      { number: 2, times: 1, text: '<p>About <em>a</em>.</p>' },
    ])
    expect(callsOf(document, text)).toEqual(['1/1', '2/1', '1/2'])
  })

  test('footnotes referenced by footnotes come after those of the text', () => {
    const document = new MessageDocument()
    const text = 'One[^1] two[^2].\n\n[^1]: See[^3].\n\n[^2]: Two.\n\n[^3]: Three.\n\n[^4]: Never called.\n'
    expect(noteTexts(document, text).map(({ number, text: words }) => `${number} ${words}`)).toEqual([
      '1 <p>See<footnote>.</p>',
      '2 <p>Two.</p>',
      '3 <p>Three.</p>',
    ])
  })

  test('footnotes without a definition stay text until it arrives', () => {
    const document = new MessageDocument()
    expect(shownOutline(document, 'One[^1].\n\nMore.\n\n')).toContain('<p>One[^1].</p>')
    expect(shownOutline(document, 'One[^1].\n\nMore.\n\n[^1]: Here.\n\nEnd.')).toContain('<p>One<footnote>.</p>')
  })
})

function callsOf(document: MessageDocument, text: string): string[] {
  const found: string[] = []
  const walk = (node: Root | Root['children'][number]): void => {
    if (node.type === 'element' && node.properties.dataFootnote !== undefined) {
      found.push(`${node.properties.dataFootnote}/${node.properties.dataTime}`)
    }
    if ('children' in node) for (const child of node.children) walk(child)
  }
  for (const block of document.update(text).blocks) {
    const tree = document.elementsOf(block)
    if (typeof tree !== 'string') walk(tree)
  }
  return found
}

const missing = { start: 0, source: '', kind: 'text', list: null } as const
