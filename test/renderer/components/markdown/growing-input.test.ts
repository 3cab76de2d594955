import { describe, expect, test } from 'vitest'
import { lengthMax } from '../../../../src/renderer/components/markdown/block-limits.ts'
import { BlockSplitter, blocksMax } from '../../../../src/renderer/components/markdown/block-splitter.ts'
import { fencedText } from '../../../../src/renderer/components/markdown/fenced-code.ts'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { textSteps } from '../../../fakes/text-steps.ts'

const megabyte = 1_000_000
const parts = 1_000
const filled = (part: string) => part.repeat(Math.ceil(megabyte / part.length))
/** Part of a long code block that is shown first. */
const shown = 100_000

/** Feeds a text in parts, and renders its last block each time as the page does. */
function grow(text: string): number {
  const document = new MessageDocument()
  return textSteps(() => {
    for (let part = 1; part <= parts; part += 1) {
      const { blocks } = document.update(text.slice(0, Math.ceil((text.length * part) / parts)))
      const last = blocks.at(-1)
      if (last?.kind === 'code') fencedText(last.source).text.first(shown)
      else if (last !== undefined && last.source.length > lengthMax) document.elementsOf(last)
    }
  })
}

const long: readonly (readonly [name: string, text: string])[] = [
  ['blanks', `x${filled(' ')}`],
  ['a word', filled('a')],
  ['rule marks', filled('- ')],
  ['quotes', filled('>')],
  ['brackets', filled('[')],
  ['escaped brackets', filled('\\[')],
  ['dollars', filled('$a')],
  ['tildes', filled('~~a')],
  ['marks on one letter', `a${filled('\u0301')}`],
  ['backticks', filled('`')],
  ['an HTML comment', `<!--${filled('-')}`],
  ['lines of a paragraph', filled('a b\n')],
  ['lines of a comment', `<!--\n${filled('a\n')}`],
]

describe('1 MB that comes in a thousand parts is read a few times, not a thousand:', () => {
  test.each(long)('reads 1 MB in a thousand parts only a few times: %s', (_, text) => {
    // a block is parsed, and a line read, at every part until it is too long to be formatted
    const until = (lengthMax * lengthMax * parts) / megabyte
    expect(grow(text)).toBeLessThan(40 * megabyte + 10 * until)
  })

  test('growing code is read only as far as it is shown', () => {
    const text = `\`\`\`ts\n${filled('const a = 1\n')}`
    expect(grow(text)).toBeLessThan(4 * megabyte + parts * (shown + 1_000))
  })
})

test('lines are found in a text that backtracks from the start of a formula', () => {
  const whole = `- a \\[ b\n${'c\n'.repeat(1_000)}\n${'# d\n\n'.repeat(800)}`
  const splitter = new BlockSplitter(() => false)
  let grown: readonly { readonly source: string }[] = []
  for (let length = 1; length <= whole.length; length += 7) grown = splitter.update(whole.slice(0, length))
  grown = splitter.update(whole)
  expect(grown).toEqual(new BlockSplitter(() => false).update(whole))
})

test('text after the last separate block is one block, shown as its source', () => {
  const document = new MessageDocument()
  const text = 'a\n\n'.repeat(blocksMax + 10_000)
  const { blocks } = document.update(text)
  expect(blocks).toHaveLength(blocksMax + 1)
  const last = blocks.at(-1) ?? expect.fail('no block')
  expect(document.elementsOf(last)).toBe('long')
  expect(blocks.reduce((sum, { source }) => sum + source.replaceAll('\n', '').length, 0)).toBe(blocksMax + 10_000)
})

describe('the code of a fence', () => {
  test.each([
    ['```ts\na\n```\n', 'ts', 'a'],
    ['```\r\na\r\nb\r\n```\r\n', '', 'a\nb'],
    ['  ~~~\n  a\n    b\n  ~~~', '', 'a\n  b'],
    ['```\n```', '', ''],
    ['```', '', ''],
    ['```js\na\n', 'js', 'a'],
    ['```js\na\n\n', 'js', 'a\n'],
    ['````\n```\n````', '', '```'],
    ['```\na\n    ```', '', 'a\n    ```'],
    ['```\na ```', '', 'a ```'],
    ['```\na\n~~~', '', 'a\n~~~'],
  ])('code of the fence %j', (source, language, code) => {
    const { language: found, text } = fencedText(source)
    expect(found).toBe(language)
    expect(text.first(text.length)).toBe(code)
  })
})
