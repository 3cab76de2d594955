import { describe, expect, test } from 'vitest'
import { languageOf, type SpokenNames, spokenText } from '../../../../src/renderer/components/speech/spoken-text.ts'
import { seenMarkdown } from '../../../fakes/hostile-markdown.ts'

const names: SpokenNames = {
  language: 'en',
  code: (language) => `CODE ${language}`,
  table: (rows) => `TABLE ${rows}`,
  formula: 'FORMULA',
}
const texts = (markdown: string) => [...spokenText(markdown, names)].map(({ text }) => text)

describe('the text that is read aloud', () => {
  test('text is split into sentences, each with its own language', () => {
    expect([...spokenText('The lamp is lit. 夜里看得见灯。It is bright!', names)]).toEqual([
      { text: 'The lamp is lit.', language: 'en' },
      { text: '夜里看得见灯。', language: 'zh' },
      { text: 'It is bright!', language: 'en' },
    ])
  })

  test('marks are not read: headings, lists and links are read as their words', () => {
    expect(texts('## A *title*\n\n- one\n- [two](https://a.b)\n\n> said')).toEqual(['A title', 'one', 'two', 'said'])
  })

  test('code, tables and formulas are only named', () => {
    expect(
      texts('Look:\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nSo $x^2$ grows.'),
    ).toEqual(['Look:', 'CODE ts', 'TABLE 2', 'So FORMULA grows.'])
    expect(texts('    indented code')).toEqual(['CODE '])
  })

  test('thinking, footnote numbers and sentences without words are left out', () => {
    expect(texts('<think>Hm.</think>Yes[^1].\n\n---\n\n***\n\n[^1]: note')).toEqual(['Yes.'])
  })

  test('long text is split into pieces that every voice accepts', () => {
    const long = `${'a long way home, '.repeat(60)}.`
    // also where it is one word
    for (const one of [long, 'a1'.repeat(400), `See ${'b'.repeat(500)}, then.`, '𝒂'.repeat(300)]) {
      const pieces = texts(one)
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(220)
      const signs = /[^\p{L}\p{N}]/gu
      expect(pieces.join('').replace(signs, '')).toBe(one.replace(signs, ''))
    }
  })

  test.each(seenMarkdown.map(({ name, text }) => [name, text] as const))('begins at once with %s', (_, text) => {
    const first = performance.now()
    spokenText(text, names).next()
    expect(performance.now() - first).toBeLessThan(3_000)
  })
})

test('a Chinese sentence may have names in Latin letters', () => {
  expect(languageOf('用 TypeScript 写一个函数')).toBe('zh')
  expect(languageOf('The word 茶 means tea')).toBe('en')
})
