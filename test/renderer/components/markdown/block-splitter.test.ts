import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BlockSplitter } from '../../../../src/renderer/components/markdown/block-splitter.ts'
import { continuesBlock } from '../../../../src/renderer/components/markdown/syntax-tree.ts'

const blocksOf = (text: string): string[] =>
  new BlockSplitter(continuesBlock).update(text).map((block) => `${block.kind}: ${block.source.trim()}`)

describe('a text cut into blocks', () => {
  test('a text is split at blank lines', () => {
    expect(blocksOf('one\nstill one\n\ntwo\n\n\nthree')).toEqual(['text: one\nstill one', 'text: two', 'text: three'])
  })

  test('a text is split before and after headings, even without blank lines', () => {
    expect(blocksOf('before\n# Title\nafter')).toEqual(['text: before', 'text: # Title', 'text: after'])
  })

  test('a text is split around fenced code, which keeps its blank lines, other fences and headings', () => {
    const code = '```ts\nconst a = 1\n\n# no heading\n~~~\n````x\n```'
    expect(blocksOf(`before\n${code}\nafter`)).toEqual(['text: before', `code: ${code}`, 'text: after'])
  })

  test('a text is not split inside code that is still open', () => {
    expect(blocksOf('```\na\n\nb\n\n')).toEqual(['code: ```\na\n\nb'])
  })

  test('a text is not split at a line that only looks like a fence', () => {
    expect(blocksOf('```not` a fence\n\nnext')).toEqual(['text: ```not` a fence', 'text: next'])
  })

  test('a text is not split inside a list, whose items may be separated and contain code', () => {
    const list = '1. one\n\n   ```sh\n   run\n\n   more\n   ```\n\n2. two\n   - inner'
    expect(blocksOf(`${list}\n\nafter`)).toEqual([`text: ${list}`, 'text: after'])
  })

  test('a text is split between the items of a very long list', () => {
    const items = Array.from({ length: 200 }, (_, index) => `- item number ${index} with some words`)
    const blocks = new BlockSplitter(continuesBlock).update(items.join('\n'))
    expect(blocks.length).toBeGreaterThan(3)
    expect(Math.max(...blocks.map((block) => block.source.length))).toBeLessThan(1700)
  })

  test('a text is not split inside a formula', () => {
    expect(blocksOf('$$\na\n\nb\n$$\n\nafter')).toEqual(['text: $$\na\n\nb\n$$', 'text: after'])
    expect(blocksOf('\\[\na\n\nb\n\\]\n\nafter')).toEqual(['text: \\[\na\n\nb\n\\]', 'text: after'])
    expect(blocksOf('$$a$$\n\nafter')).toEqual(['text: $$a$$', 'text: after'])
  })
})

describe('a text that grows', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '',
      '',
      '```',
      '```ts',
      '~~~',
      '# Title',
      '- item',
      '  continued',
      '1. one',
      '> quote',
      '$$',
      '| a | b |',
      '***',
      '    code',
      '\\[',
      '\\]',
    ),
    fc.string({ maxLength: 30 }).map((text) => text.replace(/[\n\r]/g, ' ')),
    fc.constantFrom('关键是**“词”**后', '中文 与 English'),
  )
  const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))

  test('a growing text gives the same blocks for every division into pieces, and loses no text', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 40 }), { maxLength: 80 }), (whole, steps) => {
        const growing = new BlockSplitter(continuesBlock)
        let end = 0
        for (const step of steps) {
          end = Math.min(whole.length, end + step)
          growing.update(whole.slice(0, end))
        }
        const blocks = growing.update(whole)
        expect(blocks).toEqual(new BlockSplitter(continuesBlock).update(whole))
        expect(
          blocks
            .map((block) => block.source)
            .join('')
            .replace(/\s/g, ''),
        ).toBe(whole.replace(/\s/g, ''))
      }),
      { numRuns: 500 },
    )
  })

  test('a growing text keeps the objects of finished blocks', () => {
    const splitter = new BlockSplitter(continuesBlock)
    const before = splitter.update('one\n\ntwo\n\nthree\n')
    const after = splitter.update('one\n\ntwo\n\nthree\nand more\n\nfour')
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
  })

  test('a text that is replaced is split again', () => {
    const splitter = new BlockSplitter(continuesBlock)
    splitter.update('one\n\ntwo')
    expect(splitter.update('x').map((block) => block.source)).toEqual(['x'])
  })

  test('a growing text is scanned once: 20,000 updates cost little more than its length', () => {
    const whole = 'Some words that go on.\n\n'.repeat(4000)
    const splitter = new BlockSplitter(continuesBlock)
    const seen = new Set<object>()
    for (let end = 0; end <= whole.length; end += 480)
      for (const block of splitter.update(whole.slice(0, end)).slice(-30)) seen.add(block)
    // a block is created once when finished, and a few times while open
    expect(seen.size).toBeLessThan(4000 * 1.3)
  })
})
