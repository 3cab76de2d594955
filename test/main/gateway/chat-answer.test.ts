import { describe, expect, test } from 'vitest'
import { ChatAnswer } from '../../../src/main/gateway/chat-answer.ts'

const event = (value: unknown) => ({ name: '', data: JSON.stringify(value) })
const thought = (fields: object) => event({ choices: [{ delta: fields }] })

// each of these took longer than a test may when every piece cost what came before it
describe('thoughts in many pieces', () => {
  test('joins thinking of 40,000 pieces with details', () => {
    const answer = new ChatAnswer([])
    const piece = thought({ reasoning_details: [{ type: 'reasoning.text', text: 'word ', index: 0 }] })
    for (let n = 0; n < 40_000; n += 1) answer.event(piece)
    expect(answer.takeThinking()).toBe('word '.repeat(40_000))
    expect(answer.replay).toEqual({
      reasoning_details: [{ type: 'reasoning.text', text: 'word '.repeat(40_000), index: 0 }],
    })
  })

  test('a piece of thinking may have very many details', () => {
    const answer = new ChatAnswer([])
    const details = Array.from({ length: 200_000 }, () => ({ type: 'reasoning.text', text: 'a', index: 0 }))
    answer.event(thought({ reasoning_details: details }))
    expect(answer.takeThinking()).toHaveLength(200_000)
  })

  test('a thousand whole messages after long thinking add nothing', () => {
    const answer = new ChatAnswer([])
    const piece = thought({ reasoning_content: 'x'.repeat(200) })
    for (let n = 0; n < 20_000; n += 1) answer.event(piece)
    const whole = event({ choices: [{ message: { reasoning: 'y' } }] })
    for (let n = 0; n < 1_000; n += 1) answer.event(whole)
    expect(answer.takeThinking()).toHaveLength(4_000_000)
  })
})

test('a whole message that repeats the thinking adds missing parts, and replaces earlier details', () => {
  const answer = new ChatAnswer([])
  answer.event(thought({ reasoning: 'one ', reasoning_details: [{ type: 'reasoning.text', text: 'one ' }] }))
  const details = [{ type: 'reasoning.text', text: 'one two', signature: 's' }]
  answer.event(event({ choices: [{ message: { reasoning: 'one two', reasoning_details: details } }] }))
  expect(answer.takeThinking()).toBe('one two')
  expect(answer.replay.reasoning_details).toEqual(details)
})

describe('the usage in a chat answer', () => {
  const said = (content: string, usage?: object | null) => ({ choices: [{ index: 0, delta: { content } }], usage })
  const told = (prompt_tokens: number, completion_tokens: number) => ({ prompt_tokens, completion_tokens })
  const call = { choices: [{ delta: { tool_calls: [{ index: 0, id: 'a', function: { name: 'f' } }] } }] }
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const known = { promptTokens: 1000, completionTokens: 50 }
  const usageOf = (values: readonly object[]) => {
    const answer = new ChatAnswer([], true)
    for (const value of values) answer.event(event(value))
    return answer.usage
  }

  test.each([
    ['in the last chunk', [said('a'), said('b'), end, { choices: [], usage: told(1000, 50) }]],
    ['with the end', [said('a'), said('b'), { ...end, usage: told(1000, 50) }]],
    ['in every chunk with its text', [said('a', told(1000, 1)), said('b', told(1000, 50)), end]],
    ['before a chunk that adds nothing', [said('a', told(1000, 50)), said('', null), end]],
    ['then with a count that lacks the input', [said('a'), { usage: told(1000, 50) }, { usage: told(0, 3) }]],
    ['then without the output', [said('a'), { usage: told(1000, 50) }, { usage: told(1000, 0) }]],
    [
      'before a message that repeats the text',
      [said('a', told(1000, 50)), { choices: [{ message: { content: 'a', reasoning: '' } }] }],
    ],
  ])('reported %s is exact', (_, values) => expect(usageOf(values)).toEqual(known))

  test.each([
    ['before text', [said('a', told(1000, 50)), said('b', null), end], known],
    ['before thoughts', [{ usage: told(1000, 50) }, { choices: [{ delta: { reasoning: 'x' } }] }], known],
    ['before calls of tools', [{ usage: told(1000, 50) }, call], known],
    ['before text and then without the input', [{ usage: told(1000, 50) }, said('a', told(0, 1))], known],
    ['without the output', [said('a'), { usage: told(1000, 0) }], { promptTokens: 1000, completionTokens: 0 }],
    ['without the output of calls', [call, { usage: told(1000, 0) }], { promptTokens: 1000, completionTokens: 0 }],
    [
      'twice without the input',
      [said('a', told(0, 1)), said('b', told(0, 2))],
      { promptTokens: 0, completionTokens: 2 },
    ],
  ])('reported %s is a minimum', (_, values, usage) => {
    expect(usageOf(values)).toEqual({ ...usage, isIncomplete: true })
  })

  test('usage of a whole answer without output tokens is estimated from its text', () => {
    const answer = new ChatAnswer([])
    answer.body(JSON.stringify({ choices: [{ message: { content: 'a' } }], usage: told(1000, 0) }))
    expect(answer.usage).toEqual({ promptTokens: 1000, completionTokens: 0, isIncomplete: true })
  })

  test('usage of an answer without text may have no output', () => {
    expect(usageOf([end, { usage: told(1000, 0) }])).toEqual({ promptTokens: 1000, completionTokens: 0 })
  })
})

test.each(['Think hard.', 'Think harder.'])('thinking repeated at the end of a stream is stored once: %s', (whole) => {
  const answer = new ChatAnswer([], true)
  answer.event(thought({ reasoning_content: 'Think ' }))
  answer.event(thought({ reasoning_content: 'hard' }))
  answer.event(event({ choices: [{ message: { content: 'Yes.', reasoning_content: whole } }] }))
  expect(answer.replay.reasoning_content).toBe(whole)
})

describe('fields that no reader understands', () => {
  const unusedOf = (...events: readonly object[]) => {
    const answer = new ChatAnswer([])
    for (const one of events) answer.event(event(one))
    return answer.unused
  }
  const delta = (fields: object) => ({ choices: [{ index: 0, delta: fields }] })

  test.each<readonly [string, object, string]>([
    ['an object', { video: { url: 'https://a.b/c.mp4' } }, 'video: {"url":"https://a.b/c.mp4"}'],
    ['a list', { executed_tools: [{ type: 'search' }] }, 'executed_tools: [{"type":"search"}]'],
    ['a long text', { transcript: 'These are spoken words.' }, 'transcript: These are spoken words.'],
    ['a part of the content', { content: [{ type: 'chart', rows: [1, 2] }] }, 'content: {"type":"chart","rows":[1,2]}'],
  ])('is kept beside the text: %s', (_name, fields, expected) => {
    const unused = unusedOf(delta({ content: 'Look: ' }), delta(fields))
    expect(unused.map(({ text }) => text.trim())).toEqual([expected])
  })

  test('an unknown part is kept once even if a whole message repeats it', () => {
    const video = { video: { url: 'https://a.b/c.mp4' } }
    const whole = { choices: [{ index: 0, message: { content: 'Look', ...video } }] }
    expect(unusedOf(delta({ content: 'Look', ...video }), whole)).toHaveLength(1)
  })

  test.each<readonly [string, object]>([
    ['padding', { content: 'a', obfuscation: 'x8Jd0sLq2mNvB3c9KfTz' }],
    ['short marks', { content: 'a', provider: 'openai', seq: 4, flags: {}, tags: [] }],
    ['signatures', { content: 'a', extra_content: { google: { thought_signature: 'c2ln' } } }],
    [
      'known parts',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: '' },
          { type: 'thinking', thinking: 'b' },
        ],
      },
    ],
  ])('is nothing in %s', (_name, fields) => {
    expect(unusedOf(delta(fields))).toEqual([])
  })
})
