import { describe, expect, it } from 'vitest'
import { readToolWishes } from '../../src/demo-gateway/chat/tool-wishes.ts'
import { ToolCallAssembler } from '../../src/main/gateway/tool-calls.ts'
import { chat, eventsOf, json, send, startGateway, textOf } from './gateway-under-test.ts'

const gateway = await startGateway()
const tool = (name: string) => ({ type: 'function', function: { name, description: 'x', parameters: {} } })
const tools = [tool('current_date'), tool('search')]
const ask = async (content: string, more: Record<string, unknown> = {}) =>
  json(send(gateway, '/v1/chat/completions', chat(content, { tools, ...more })))

interface Choice {
  readonly delta: { readonly content?: string; readonly tool_calls?: readonly Record<string, unknown>[] }
  readonly finish_reason: string | null
}

async function streamed(content: string, faults = '') {
  const body = chat(content, { tools, stream: true })
  const answer = await send(gateway, '/v1/chat/completions', body, faults === '' ? {} : { 'x-demo-fault': faults })
  const events = eventsOf(await answer.text())
  const choices = events.filter((event) => event.startsWith('{')).map((event): Choice => JSON.parse(event).choices[0])
  const pieces = choices.flatMap(({ delta }) => delta.tool_calls ?? [])
  const assembler = new ToolCallAssembler()
  for (const piece of pieces) assembler.readToolCalls([piece])
  const finish = choices.find(({ finish_reason }) => finish_reason !== null)?.finish_reason
  return { text: textOf(events), pieces, finish, calls: assembler.calls() }
}

const called = ({ calls }: { calls: readonly { name: string; arguments: string }[] }) =>
  calls.map(({ name, arguments: said }) => [name, said])
const twoCalls = 'Use search {"query": "the tides of the North Sea"} and current_date'
const two = [
  ['search', '{"query": "the tides of the North Sea"}'],
  ['current_date', '{}'],
]

describe('wishes for tools', () => {
  const names = ['current_date', 'search', 'search_history']
  it.each([
    ['use current_date', [['current_date']]],
    ['Please call search {"query": "a } \\" b"}.', [['search {"query": "a } \\" b"}']]],
    ['用 current_date', [['current_date']]],
    ['调用search，参数：{"q":1}', [['search {"q":1}']]],
    ['use search_history', [['search_history']]],
    ['use search and current_date', [['search', 'current_date']]],
    ['use search {"q": "then"} then current_date', [['search {"q": "then"}'], ['current_date']]],
    ['用 search 然后 current_date', [['search'], ['current_date']]],
    ['use re-search', []],
    ['what is current_date', []],
    ['use weather', []],
  ])('understands a request for a tool: %s', (message, rounds) => {
    const read = readToolWishes(message, names)
    expect(
      read.map((calls) => calls.map(({ name, arguments: said }) => (said === '{}' ? name : `${name} ${said}`))),
    ).toEqual(rounds)
  })
})

describe('an answer that calls tools', () => {
  it('streams each call in pieces, also several calls at once', async () => {
    const answer = await streamed(twoCalls)
    expect(answer.text).toBe('Let me look that up.')
    expect(answer.finish).toBe('tool_calls')
    expect(answer.pieces.length).toBeGreaterThan(4)
    expect(called(answer)).toEqual(two)
  })

  it('sends the calls in a whole answer', async () => {
    const [choice] = (await ask('用 current_date')).choices
    expect(choice.finish_reason).toBe('tool_calls')
    expect(choice.message.tool_calls).toEqual([
      { id: expect.any(String), type: 'function', function: { name: 'current_date', arguments: '{}' } },
    ])
  })

  it.each([
    ['no tool is named', 'Tell me about tides', {}],
    ['tool_choice is none', 'use current_date', { tool_choice: 'none' }],
    [
      'tool_choice names another',
      'use current_date',
      { tool_choice: { type: 'function', function: { name: 'search' } } },
    ],
    ['the tool is not offered', 'use current_date', { tools: [tool('other')] }],
  ])('is plain text where %s', async (_, content, more) => {
    const [choice] = (await ask(content, more)).choices
    expect(choice.finish_reason).toBe('stop')
    expect(choice.message.tool_calls).toBeUndefined()
  })

  it('quotes the results after the calls, and makes the calls of the next round', async () => {
    const messages = (content: string) => [
      { role: 'user', content },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'search', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'High water at noon' },
    ]
    const [done] = (await ask('', { messages: messages('use search') })).choices
    expect(done.message.content).toContain('High water at noon')
    expect(done.finish_reason).toBe('stop')
    const [next] = (await ask('', { messages: messages('use search then current_date') })).choices
    expect(next.message.tool_calls.map((call: { function: { name: string } }) => call.function.name)).toEqual([
      'current_date',
    ])
  })
})

describe('faults of calls', () => {
  it.each([
    ['tool-index;shape=none', two],
    ['tool-index;shape=zero', two],
    ['tool-id;shape=every', two],
    ['tool-id;shape=none', two],
    ['tool-repeat', two],
    ['tool-arguments;shape=object', [['search', '{"query":"the tides of the North Sea"}'], two[1]]],
    ['tool-arguments;shape=absent', [['search', '{}'], two[1]]],
    ['tool-arguments;shape=empty', [['search', '{}'], two[1]]],
    ['tool-finish', two],
  ])('%s still sends calls that a liberal reader can read', async (faults, expected) => {
    expect(called(await streamed(twoCalls, faults))).toEqual(expected)
  })

  it('a fault splits a call over two indexes', async () => {
    const answer = await streamed('use current_date {"zone": "Europe/Oslo"}', 'tool-index;shape=split')
    expect(new Set(answer.pieces.map(({ index }) => index))).toEqual(new Set([0, 1]))
    expect(called(answer)).toEqual([['current_date', '{"zone": "Europe/Oslo"}']])
  })

  it.each([
    ['tool-arguments;shape=double', '"{\\"a\\": 1}"'],
    ['tool-arguments;shape=wrapped', '{"arguments":{"a":1}}'],
    ['tool-arguments;shape=list', '[{"a":1}]'],
    ['tool-arguments;shape=broken', '{"a": 1,'],
    ['tool-cut', '{"a"'],
  ])('the fault %s sends %s', async (faults, said) => {
    expect(called(await streamed('use search {"a": 1}', faults))).toEqual([['search', said]])
  })

  it('a fault sets the finish_reason of an answer with calls', async () => {
    expect((await streamed('use search', 'tool-finish')).finish).toBe('stop')
    expect((await streamed('use search', 'tool-cut')).finish).toBe('length')
  })

  it('a fault calls a tool that was not offered', async () => {
    expect(called(await streamed('use search', 'tool-unknown'))).toEqual([['search_missing', '{}']])
  })

  it('a fault repeats the same call after its result', async () => {
    const messages = [
      { role: 'user', content: '/fault tool-loop -- use search' },
      {
        role: 'assistant',
        content: 'x',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'search', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'r' },
    ]
    expect((await ask('', { messages })).choices[0].message.tool_calls).toHaveLength(1)
  })

  it('a fault refuses tools', async () => {
    const refused = await send(gateway, '/v1/chat/completions', chat('x', { tools }), { 'x-demo-fault': 'tool-refuse' })
    expect(refused.status).toBe(400)
    expect((await json(refused)).error.message).toContain('does not support tools')
    expect((await send(gateway, '/v1/chat/completions', chat('x'), { 'x-demo-fault': 'tool-refuse' })).status).toBe(200)
  })
})

describe('what real gateways refuse is refused with 400', () => {
  const question = { role: 'user', content: 'x' }
  const calls = (...ids: readonly string[]) => ({
    role: 'assistant',
    content: null,
    tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'search', arguments: '{}' } })),
  })
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'r' })
  const withArguments = (said: unknown) => ({
    role: 'assistant',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'search', arguments: said } }],
  })
  it.each([
    ['a name with a dot', { tools: [tool('a.b')] }],
    ['a name of 65 characters', { tools: [tool('a'.repeat(65))] }],
    ['an empty name', { tools: [tool('')] }],
    ['two tools of one name', { tools: [tool('a'), tool('a')] }],
    ['an empty list of tools', { tools: [] }],
    ['a call without a result', { messages: [question, calls('a')] }],
    ['one of two calls without a result', { messages: [question, calls('a', 'b'), result('a')] }],
    ['a result after another message', { messages: [question, calls('a'), question, result('a')] }],
    ['two results of one call', { messages: [question, calls('a'), result('a'), result('a')] }],
    ['a result of no call', { messages: [question, result('a')] }],
    ['two calls of one id', { messages: [question, calls('a', 'a'), result('a')] }],
    ['arguments that are an object', { messages: [question, withArguments({}), result('a')] }],
    ['no arguments', { messages: [question, withArguments(undefined), result('a')] }],
    ['neither content nor calls', { messages: [question, { role: 'assistant', content: null }] }],
  ])('%s', async (_, more) => {
    const answer = await send(gateway, '/v1/chat/completions', chat('x', { tools, ...more }))
    expect(answer.status).toBe(400)
  })

  it('accepts the calls of two rounds with their results', async () => {
    const messages = [question, calls('a', 'b'), result('b'), result('a'), calls('c'), result('c'), question]
    expect((await send(gateway, '/v1/chat/completions', chat('x', { messages }))).status).toBe(200)
  })
})
