import { describe, expect, test } from 'vitest'
import { markdownExcerpt } from '../../src/shared/excerpt.ts'
import { wordPlaces } from '../../src/shared/folded-text.ts'

describe('an excerpt of an answer', () => {
  test.each([
    ['shows no marks', '## Tea\n\n- **celadon** from `Longquan`', ['celadon'], 'Tea celadon from Longquan'],
    ['keeps the words of a link', 'See [the celadon](https://example.com/x).', ['celadon'], 'See the celadon.'],
    [
      'keeps the marks where they are what was found',
      'See [it](https://example.com/celadon).',
      ['celadon'],
      'See [it](https://example.com/celadon).',
    ],
    ['shows a row of a table as words', '| a | b |\n|---|---|\n| celadon | **2** |', ['celadon'], 'a b celadon 2'],
  ])('%s', (_, text, words, expected) => {
    expect(markdownExcerpt(text, words)).toBe(expected)
  })

  test('the excerpt of a long text is around the hit, within its limit, with its marks in it', () => {
    const text = `${'# Heading\n\nSome **bold** words and `code`.\n\n'.repeat(400)}The *celadon* bowl.${'\n\n- more **words**'.repeat(400)}`
    const excerpt = markdownExcerpt(text, ['celadon'])
    expect(excerpt.length).toBeLessThanOrEqual(200)
    expect(excerpt).toContain('The celadon bowl.')
    expect(excerpt).not.toMatch(/[*#`]/)
    const [hit] = wordPlaces(excerpt, ['celadon'])
    expect(excerpt.slice(hit?.start, hit?.end)).toBe('celadon')
  })
})
