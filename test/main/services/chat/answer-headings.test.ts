import { expect, test } from 'vitest'
import { answerHeadings } from '../../../../src/main/services/chat/answer-headings.ts'

test('an answer with at least three headings has an outline, with offsets in its message', () => {
  const answer = '# One\ntext\n\n## Two ##\n\n### 三\n'
  expect(answerHeadings(answer, 10)).toEqual([
    { text: 'One', depth: 1, start: 10 },
    { text: 'Two', depth: 2, start: 22 },
    { text: '三', depth: 3, start: 33 },
  ])
  expect(answerHeadings('# One\n## Two\n', 0)).toEqual([])
})

test('lines in code are not headings, nor are tags, empty marks and indented lines', () => {
  const code = '```sh\n# a comment\n~~~\n# still code\n````\n'
  const answer = `# A\n${code}#tag\n## \n    # indented\n~~~~\n# open\n~~~\n# still open\n~~~~\n## B\r\n## C#\n`
  expect(answerHeadings(answer, 0).map(({ text }) => text)).toEqual(['A', 'B', 'C#'])
})

test('a very long answer is read in linear time, and a long heading is truncated', () => {
  const long = `${'x'.repeat(1_000_000)}\n# ${'#'.repeat(300_000)}\n${'# One\n'.repeat(3)}`
  expect(answerHeadings(long, 0).map(({ text }) => text.length)).toEqual([3, 3, 3])
  expect(answerHeadings(`# ${'x'.repeat(500)}\n# B\n# C`, 0)[0]?.text).toHaveLength(200)
  expect(answerHeadings('# One\n'.repeat(5_000), 0)).toHaveLength(200)
})
