import { expect, test } from 'vitest'
import { snippetFrom, titleFrom } from '../../src/shared/chat.ts'

test.each([
  ['## A heading\n\nLet us take **a table** and *tea*', 'A heading Let us take a table and tea'],
  ['> quoted `code` and [a link](https://example.com)', 'quoted code and a link'],
  ['![a picture](https://example.com/x.png) 朱砂', 'a picture 朱砂'],
  ['2 * 3 * 4 and a*b*c stay', '2 * 3 * 4 and a*b*c stay'],
  ['```ts\nconst a = 1\n```', 'const a = 1'],
  ['snake_case_name', 'snake_case_name'],
  ['- [x] done\n- [ ] open\n* starred', 'done open starred'],
  ['| Name | Size |\n| --- | ---: |\n| tea | 1 |', 'Name Size tea 1'],
  ['> [!WARNING]\n> Careful ~~old~~', 'Careful old'],
  ['See [the page][p] and a note[^1].', 'See the page and a note.'],
  ['<think>hm</think>Four', 'Four'],
  ['<think>hm, that', 'hm, that'],
  ['Inline \\(a^2\\) and 1\\. no list', 'Inline a^2 and 1. no list'],
  ['Above\n\n---\n\nbelow <https://example.com>', 'Above below https://example.com'],
  ['a - b and -1', 'a - b and -1'],
])('the snippet of %j is %j', (text, snippet) => {
  expect(snippetFrom(text)).toBe(snippet)
})

test.each(['---', '![](a.png)', '```\n```', '[^1]'])('the snippet of marks alone is these: %j', (marks) => {
  expect(snippetFrom(marks)).toBe(marks.replace('\n', ' '))
})

test('the snippet of an answer has no thinking, and that of a question is unchanged', () => {
  expect(snippetFrom('<think>hm</think>')).toBe('')
  expect(snippetFrom('<think>hm</think>', 'user')).not.toBe('')
  expect(snippetFrom(`<think>hm</think>${' '.repeat(2000)}Yes.`)).toBe('Yes.')
})

test('a long snippet or title is truncated, never inside a surrogate pair', () => {
  const emoji = '🀄'.repeat(200)
  for (const cut of [snippetFrom(emoji), titleFrom(emoji)]) {
    expect(cut.endsWith('…')).toBe(true)
    expect(cut.isWellFormed()).toBe(true)
  }
})

test('the title is the first line that is not blank', () => {
  expect(titleFrom('\n\n  First line  \nsecond')).toBe('First line')
})
