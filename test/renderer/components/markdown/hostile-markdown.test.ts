import type { Root } from 'hast'
import { describe, expect, test } from 'vitest'
import { elementsMax, lengthMax } from '../../../../src/renderer/components/markdown/block-limits.ts'
import { isSettable } from '../../../../src/renderer/components/markdown/formula-limits.ts'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { hostileMarkdown } from '../../../fakes/hostile-markdown.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'

function nodesOf(root: Root): number {
  const open: unknown[] = [root]
  let nodes = 0
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes += 1
    if (typeof node === 'object' && node !== null && 'children' in node && Array.isArray(node.children)) {
      open.push(...node.children)
    }
  }
  return nodes
}

describe('hostile Markdown', () => {
  const seed = Number(process.env.SEED ?? 20_261_122)
  test(`hostile Markdown is shown without an error and within limits, at once and while it grows (seed ${seed})`, () => {
    const random = randomFrom(seed)
    for (let round = 0; round < 60; round += 1) {
      const { name, text } = hostileMarkdown(random, 30_000)
      const document = new MessageDocument()
      for (const share of [0.4, 0.8, 1]) {
        const part = text.slice(0, Math.ceil(text.length * share))
        const { blocks, footnotes } = document.update(part)
        // cutting loses none of the text
        expect(
          blocks
            .map(({ source }) => source)
            .join('')
            .replace(/\s/g, '').length,
          name,
        ).toBe(part.replace(/\s/g, '').length)
        for (const block of [...blocks.slice(0, 20), ...blocks.slice(-5)]) {
          const tree = document.elementsOf(block)
          if (typeof tree === 'string') continue
          expect(block.source.length, name).toBeLessThanOrEqual(lengthMax)
          expect(nodesOf(tree), name).toBeLessThanOrEqual(elementsMax)
        }
        for (const note of footnotes.slice(0, 20)) document.elementsOfFootnote(note)
      }
    }
  })

  test('definitions of very many blocks are parsed ahead only up to a limit', () => {
    const text = Array.from({ length: 20_000 }, (_, at) => `[${at}]: /u${at}\n\n[${at}] and a note[^${at}]`).join(
      '\n\n',
    )
    const document = new MessageDocument()
    let parsed = 0
    const { blocks } = document.update(text)
    for (const block of blocks.slice(0, 400)) if (typeof document.elementsOf(block) === 'object') parsed += 1
    expect(blocks).toHaveLength(40_000)
    expect(parsed).toBe(400)
    expect(document.parsedCount).toBeLessThan(800)
  })
})

describe('the formulas of one block', () => {
  const counts = (text: string) => {
    const document = new MessageDocument()
    const shown = document.update(text).blocks.map((block) => JSON.stringify(document.elementsOf(block)))
    const all = shown.join('').split('"tagName":"code"').length - 1
    return { all, set: shown.join('').split('"language-math"').length - 1 }
  }

  test('formulas stay code once a block has more than the browser lays out in one task', () => {
    const { all, set } = counts('$x^2+\\frac12$ and '.repeat(600))
    expect(all).toBe(600)
    expect(set).toBeGreaterThan(200)
    expect(set).toBeLessThan(300)
  })

  test('as many formulas as in a large table are all rendered', () => {
    const row = '| $a_1$ | $\\alpha$ | $x^2$ | $\\frac12$ |\n'
    expect(counts(`| a | b | c | d |\n| - | - | - | - |\n${row.repeat(60)}`)).toEqual({ all: 240, set: 240 })
  })
})

describe('a formula is shown as its source', () => {
  test.each([
    ['when its groups nest deeply', '{'.repeat(100) + '}'.repeat(100)],
    ['when its brackets nest deeply', '\\left('.repeat(100) + '\\right)'.repeat(100)],
    ['when its environments nest deeply', '\\begin{matrix}'.repeat(100)],
    ['when it defines commands', '\\def\\a{xx}\\def\\b{\\a\\a}\\b'],
    ['when it defines commands in LaTeX’s way', '\\newcommand{\\a}{xx}\\a'],
    ['when it is very long', 'x+'.repeat(2_000)],
    ['when it is made of very many commands', '\\frac12'.repeat(280) + '\\alpha'.repeat(200)],
  ])('%s', (_, formula) => {
    expect(isSettable(formula)).toBe(false)
  })

  test.each([
    '\\frac{a}{b}',
    '\\sum_{i=1}^{n} i^2',
    '\\begin{pmatrix}1&0\\\\0&1\\end{pmatrix}',
    '\\left(\\frac12\\right)',
  ])('but not %s', (formula) => {
    expect(isSettable(formula)).toBe(true)
  })
})
