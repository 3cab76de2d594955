import { describe, expect, test } from 'vitest'
import { CodeColouring, tokensOf } from '../../../../src/renderer/components/markdown/code-highlighter.ts'
import type { CodeLine } from '../../../../src/renderer/components/markdown/colouring-messages.ts'
import type { ColouredBlock } from '../../../../src/renderer/components/markdown/colouring-thread.ts'

const red = (...texts: readonly string[]): CodeLine => texts.map((text) => ({ text, color: 'red' }))

describe('the colours of a line', () => {
  test.each([
    ['that is the same', 'const a', red('const', ' a'), true],
    ['that ends as on Windows', 'const a\r', red('const', ' a'), true],
    ['that has grown since', 'const abc', red('const', ' a'), false],
    ['that was empty', 'const', red(), false],
    ['that is empty', '', red(), true],
    ['that is another', 'let a', red('const', ' a'), false],
    ['that is shorter now', 'const', red('const', ' a'), false],
    ['that has none yet', 'const', undefined, false],
  ])('are used for one %s: %#', (_name, line, tokens, isUsed) => {
    expect(tokensOf(line, tokens)).toBe(isUsed ? tokens : null)
  })
})

/** Blocks without a worker: their lines are coloured as soon as `answer` is called. */
function blocks() {
  const open = new Map<number, ColouredBlock>()
  const waiting: { readonly block: number; readonly lines: readonly string[] }[] = []
  let last = 0
  return {
    open: (block: ColouredBlock) => {
      last += 1
      open.set(last, block)
      return last
    },
    close: (block: number) => void open.delete(block),
    send: (block: number, _language: string, lines: readonly string[]) => void waiting.push({ block, lines }),
    answer: () => {
      for (const { block, lines } of waiting.splice(0)) open.get(block)?.coloured(lines.map((line) => red(line)))
    },
  }
}

describe('the colours of growing code', () => {
  test('the colours of growing code follow added lines', () => {
    const seen: (readonly CodeLine[])[] = []
    const thread = blocks()
    const colouring = new CodeColouring('ts', (lines) => seen.push(lines), thread)
    colouring.update(['a'])
    thread.answer()
    colouring.update(['a', 'b'])
    thread.answer()
    expect(seen).toEqual([[red('a')], [red('a'), red('b')]])
  })

  test('colours begin again if an earlier line has changed, and ignore late answers for the old ones', () => {
    const seen: (readonly CodeLine[])[] = []
    const thread = blocks()
    const colouring = new CodeColouring('ts', (lines) => seen.push(lines), thread)
    colouring.update(['a', 'b'])
    colouring.update(['a', 'bc', 'd'])
    thread.answer()
    expect(seen).toEqual([[red('a'), red('bc'), red('d')]])
  })
})
