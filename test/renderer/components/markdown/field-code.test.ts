import { expect, test } from 'vitest'
import { fencedText } from '../../../../src/renderer/components/markdown/fenced-code.ts'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { lostText } from './lost-text.ts'

test.each([
  ['a name of a file', '```ts title="a.ts" {1}\nx\n```', 'ts', 'title="a.ts" {1}'],
  ['words meant as struck', '~~~旧的 价格~~~\nx', '旧的', '价格~~~'],
  ['nothing', '```ts\nx\n```', 'ts', ''],
  ['spaces', '```ts   \nx\n```', 'ts', ''],
  ['no line below', '```ts title', 'ts', 'title'],
])('the words after the language of a code block are kept: %s', (_name, source, language, note) => {
  expect(fencedText(source)).toMatchObject({ language, note })
})

test.each([
  '```ts title="a.ts"\nx\n```',
  '- a\n  ```ts title="a.ts"\n  x\n  ```',
  '> ~~~说明 $a_1 * b_1$ \\(\n> x',
  '- ~~~说明$a_1 * b_1$\\(a\\) \\(b\\)',
  '> ```js&nbsp;ruby and more\n> x',
  '- ```&nbsp;js\n  x\n  ```',
])('the first line of code loses no letter: %j', (source) => {
  const growing = new MessageDocument()
  for (let end = 1; end <= source.length; end += 1) expect(lostText(growing, source.slice(0, end))).toBe('')
})
