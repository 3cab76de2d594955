import { expect, test } from 'vitest'
import { AnswerDecoder } from '../../../src/main/gateway/answer-decoder.ts'
import { ChatAnswer } from '../../../src/main/gateway/chat-answer.ts'
import { appError } from '../../../src/shared/errors.ts'

const event = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, finish_reason }] })}\n\n`

const decoder = () => new AnswerDecoder(new ChatAnswer([]))
const bytes = (text: string) => new TextEncoder().encode(text)

test('the texts of one chunk become one part, and so does its thinking', () => {
  const burst = [
    ...Array.from({ length: 500 }, () => event({ reasoning_content: 'so ' })),
    ...Array.from({ length: 1_000 }, () => event({ content: '桥 ' })),
  ]
  expect(decoder().push(bytes(burst.join('')))).toEqual([
    { type: 'thinking', text: 'so '.repeat(500) },
    { type: 'text', text: '桥 '.repeat(1_000) },
  ])
})

test('text and thinking of one chunk stay in their order', () => {
  const mixed = [{ content: 'a' }, { reasoning_content: 'b', content: 'c' }, { reasoning_content: 'd' }]
  expect(decoder().push(bytes(mixed.map((delta) => event(delta)).join('')))).toEqual([
    { type: 'text', text: 'a' },
    { type: 'thinking', text: 'b' },
    { type: 'text', text: 'c' },
    { type: 'thinking', text: 'd' },
  ])
})

test('events of a chunk after the end of the answer are not read', () => {
  const body = `${event({ content: 'all' }, 'stop')}data: [DONE]\n\n${event({ content: ' more' })}`
  const one = decoder()
  expect(one.push(bytes(body))).toEqual([{ type: 'text', text: 'all' }])
  expect(one.isDone).toBe(true)
})

test('the text of an answer cut short in one piece is kept, with its thinking', () => {
  const body = '{"choices":[{"message":{"reasoning_content":"so","content":"half"}}]'
  const one = decoder()
  one.push(bytes(body))
  const { failure, parts } = one.whole(bytes(body), 200, appError('connection_lost', 'cut'))
  expect({ failure, parts }).toEqual({
    failure: null,
    parts: [
      { type: 'thinking', text: 'so' },
      { type: 'text', text: 'half' },
    ],
  })
  expect(one.error?.code).toBe('cut_short')
})
