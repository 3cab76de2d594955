import { describe, expect, test } from 'vitest'
import { BlockSplitter } from '../../../../src/renderer/components/markdown/block-splitter.ts'
import { fencedCode } from '../../../../src/renderer/components/markdown/fenced-code.ts'
import { isSettable } from '../../../../src/renderer/components/markdown/formula-limits.ts'
import { opensFormulaAt, readableFormulas } from '../../../../src/renderer/components/markdown/math-delimiters.ts'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { fromFirstHit, markedParts } from '../../../../src/renderer/components/words/marked-text.ts'
import { wordPlaces } from '../../../../src/shared/folded-text.ts'
import { withoutMarkdown } from '../../../../src/shared/plain-markdown.ts'
import { splitThinking } from '../../../../src/shared/thinking.ts'
import { seenMarkdown } from '../../../fakes/hostile-markdown.ts'

const megabyte = 1_000_000
const filled = (part: string, last = '') => part.repeat(Math.ceil(megabyte / part.length)) + last

// quadratic work would take minutes to hours, so finishing is the assertion
const worst: readonly (readonly [name: string, text: string])[] = [
  ...seenMarkdown.map(({ name, text }) => [`${name} as seen`, text] as const),
  ['blanks', filled(' ', 'x')],
  ['line feeds', filled('\n')],
  ['carriage returns', filled('\r')],
  ['quotes', filled('>')],
  ['quotes and blanks', filled('> ')],
  ['heading marks', filled('# ')],
  ['rule marks', filled('- ', 'x')],
  ['rules that are none', filled('***\n---x\n')],
  ['brackets', filled('[')],
  ['links that never end', filled('[a](')],
  ['pictures that never end', filled('![')],
  ['footnotes that never end', filled('[^')],
  ['definitions', filled('[^a\n')],
  ['stars', filled('*')],
  ['emphasis that never ends', filled(' *a')],
  ['backticks', filled('`')],
  ['code of rising length', Array.from({ length: 1_400 }, (_, at) => '`'.repeat(at)).join(' ')],
  ['spans of code', filled('`a` ')],
  ['fences', filled('```\n')],
  ['open fences', filled('```a\n~~~b\n')],
  ['fence with a long indent', `   \`\`\`\n${filled(' ')}`],
  ['formulas that never end', filled('\\[a\n')],
  ['inline formulas that never end', filled('\\(a ')],
  ['formulas in code', filled('- `\\[`\n  \\]\n')],
  ['a formula and one long line', `- a \\[ b\n${filled('`x` ')}\\]`],
  ['backslashes', filled('\\')],
  ['cells', filled('|')],
  ['addresses', filled('<https://')],
  ['tags', filled('<think>')],
  ['tags that open and close', filled('<think></think>')],
  ['tags of raw HTML', filled('<a\n# b\n')],
  ['items that are no numbers', filled('1234567890. a\n')],
  ['marks on one letter', `a${filled('\u0301\u0316')}`],
  ['halves of characters', filled('\ud800')],
]

describe('1 MB of', () => {
  test.each(worst)('1 MB of %s is split into blocks, with a limited number of parser calls', (_, text) => {
    let questions = 0
    const splitter = new BlockSplitter(() => {
      questions += 1
      return true
    })
    const blocks = splitter.update(text)
    expect(questions).toBeLessThanOrEqual(51)
    expect(blocks.reduce((sum, { source }) => sum + source.length, 0)).toBeLessThanOrEqual(text.length)
    const document = new MessageDocument()
    const view = document.update(text)
    for (const block of [...view.blocks.slice(0, 5), ...view.blocks.slice(-5)]) document.elementsOf(block)
    expect(document.parsedCount).toBeLessThanOrEqual(250)
  })

  test.each(worst)('1 MB of %s is read by every scanner of its kind', (_, text) => {
    expect(withoutMarkdown(text).length).toBeLessThanOrEqual(2_000)
    expect(readableFormulas(text).text.length).toBeGreaterThan(0)
    expect(opensFormulaAt(text, text.length)).toBe(false)
    expect(fencedCode(text).code.length).toBeLessThanOrEqual(text.length)
    expect(isSettable(text)).toBe(false)
    const { thinking, answer } = splitThinking(`<think>${text}`, true)
    expect((thinking ?? '').length + (answer ?? '').length).toBeLessThanOrEqual(text.length + 7)
  })

  test.each(worst)('1 MB of %s is searched for words', (_, text) => {
    const words = ['a', '`', 'never there']
    for (const { start, end } of wordPlaces(text, words).slice(0, 10)) expect(end).toBeGreaterThan(start)
    expect(fromFirstHit(text, words).length).toBeLessThanOrEqual(text.length + 1)
  })

  test('one word is marked everywhere, even if another is absent', () => {
    const parts = markedParts(filled('a '), ['a', 'a never there'])
    expect(parts.filter(({ hit }) => hit)).toHaveLength(megabyte / 2)
  })
})
