import { describe, expect, test } from 'vitest'
import { ChatAnswer } from '../../../src/main/gateway/chat-answer.ts'

const event = (value: unknown) => ({ name: '', data: JSON.stringify(value) })
const thought = (fields: object) => event({ choices: [{ delta: fields }] })

// each of these took longer than a test may when every piece cost what came before it
describe('thoughts in many pieces', () => {
  test('40,000 pieces with details are joined', () => {
    const answer = new ChatAnswer([])
    const piece = thought({ reasoning_details: [{ type: 'reasoning.text', text: 'word ', index: 0 }] })
    for (let n = 0; n < 40_000; n += 1) answer.event(piece)
    expect(answer.takeThinking()).toBe('word '.repeat(40_000))
    expect(answer.replay).toEqual({
      reasoning_details: [{ type: 'reasoning.text', text: 'word '.repeat(40_000), index: 0 }],
    })
  })

  test('a piece may hold very many details', () => {
    const answer = new ChatAnswer([])
    const details = Array.from({ length: 200_000 }, () => ({ type: 'reasoning.text', text: 'a', index: 0 }))
    answer.event(thought({ reasoning_details: details }))
    expect(answer.takeThinking()).toHaveLength(200_000)
  })

  test('a thousand whole messages after long thoughts add nothing', () => {
    const answer = new ChatAnswer([])
    const piece = thought({ reasoning_content: 'x'.repeat(200) })
    for (let n = 0; n < 20_000; n += 1) answer.event(piece)
    const whole = event({ choices: [{ message: { reasoning: 'y' } }] })
    for (let n = 0; n < 1_000; n += 1) answer.event(whole)
    expect(answer.takeThinking()).toHaveLength(4_000_000)
  })
})

test('a whole message that repeats the thoughts adds what is missing, and its details replace those before', () => {
  const answer = new ChatAnswer([])
  answer.event(thought({ reasoning: 'one ', reasoning_details: [{ type: 'reasoning.text', text: 'one ' }] }))
  const details = [{ type: 'reasoning.text', text: 'one two', signature: 's' }]
  answer.event(event({ choices: [{ message: { reasoning: 'one two', reasoning_details: details } }] }))
  expect(answer.takeThinking()).toBe('one two')
  expect(answer.replay.reasoning_details).toEqual(details)
})
