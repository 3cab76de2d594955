import { tests } from 'commonmark-spec'
import { describe, expect, test } from 'vitest'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { gfmExamples } from './gfm-examples.ts'
import { shownAtOnce, shownOutline, wholeOutline } from './outline.ts'

const examples = [
  ...tests.map(({ markdown, section, number }) => ({
    name: `${section} ${number}`,
    // the specification writes tabs as arrows
    markdown: markdown.replaceAll('→', '\t'),
  })),
  ...gfmExamples.map((markdown, index) => ({ name: `GFM ${index + 1}`, markdown })),
]

describe('cutting into blocks', () => {
  test('all examples of CommonMark are split', () => {
    expect(tests).toHaveLength(652)
  })

  test.each(examples)('splitting keeps the meaning of $name, at once and while it grows', ({ markdown }) => {
    expect(shownAtOnce(markdown)).toBe(wholeOutline(markdown))
    const growing = new MessageDocument()
    for (let end = 1; end <= markdown.length; end += 1) {
      const text = markdown.slice(0, end)
      expect(shownOutline(growing, text), JSON.stringify(text)).toBe(wholeOutline(text))
    }
  })

  test.each(examples)('splitting keeps the meaning of $name after and before other blocks', ({ markdown }) => {
    const text = `Before it.\n\n${markdown}\n\nBehind it, [foo] and [bar].`
    expect(shownAtOnce(text)).toBe(wholeOutline(text))
  })
})
