import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { ToolCall } from '../../../../src/shared/tools.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { asks, breaksOff, type CallingGateway, callingGateway, ends, said } from '../../../fakes/calling-gateway.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: CallingGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await callingGateway()
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const refusal = client.refusal.bind(client)

const date = 'builtin:current_date'

async function send(enabled: readonly string[] = [date], roundsMax = 10): Promise<Message> {
  const { messages } = await call('chat.send', {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: 'environment',
    model: 'm',
    parameters: { ...defaultParameters, tools: { enabled, roundsMax } },
    text: 'What day is it?',
    attachments: [],
  })
  return messages[1] ?? Promise.reject(new Error('there is no answer'))
}

/** The answer once it has ended so often. */
async function ended(answer: Message, times = 1): Promise<Message> {
  const isEnd = (event: { readonly messageId: string; readonly stream: number | null }) =>
    event.messageId === answer.id && event.stream === null
  await platform.events.until('chat.status', () => platform.events.of('chat.status').filter(isEnd).length >= times)
  const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 100 })
  return page.messages.find(({ id }) => id === answer.id) ?? Promise.reject(new Error('the answer is gone'))
}

const asking = async () => (await platform.events.until('chat.call', (event) => event.call.state === 'asking')).call

describe('an answer that calls a tool', () => {
  test('an answer that calls a tool runs it, sends the result, and continues in the same answer', async () => {
    gateway.answers = [
      [said('Let me look.'), asks('call-1', 'current_date', ''), ends('tool_calls')],
      [said('It is a fine day.'), ends('stop')],
    ]
    const answer = await ended(await send())
    expect([answer.text, answer.status.state]).toEqual(['Let me look.\n\nIt is a fine day.', 'done'])
    expect(answer.calls?.map(({ name, state, textEnd, toolId }) => [name, state, textEnd, toolId])).toEqual([
      ['current_date', 'done', 'Let me look.'.length, date],
    ])
    const result = answer.calls?.[0]?.result ?? ''
    expect(result).toContain('UTC')
    expect(gateway.sent[0]?.tools?.length).toBe(1)
    expect(gateway.sent[1]?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: 'Let me look.',
        tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'current_date', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call-1', content: result },
    ])
  })

  test('a call of an unknown tool is reported to the model, which can answer without it', async () => {
    gateway.answers = [
      [asks('call-1', 'weather', '{}'), ends('tool_calls')],
      [said('I cannot look that up.'), ends('stop')],
    ]
    const answer = await ended(await send())
    expect(answer.calls?.map(({ state, result }) => [state, result])).toEqual([
      ['failed', 'There is no tool named "weather".'],
    ])
    expect(answer.status.state).toBe('done')
  })

  test('invalid arguments are reported once to the model, then to the user', async () => {
    gateway.answers = [[asks('call-1', 'current_date', '{"city":'), ends('tool_calls')]]
    const answer = await ended(await send())
    expect(answer.calls?.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(answer.status.error?.code).toBe('tool_arguments')
    expect(gateway.sent.length).toBe(2)
    // what was not JSON goes back as JSON
    expect(JSON.stringify(gateway.sent[1]?.messages.at(-2))).toContain('{\\"arguments\\":\\"{\\\\\\"city\\\\\\":\\"}')
  })

  test('a model cannot run the same call over and over', async () => {
    gateway.answers = [[asks('call-1', 'current_date', '{}'), ends('tool_calls')]]
    const answer = await ended(await send())
    expect(answer.calls?.map(({ state }) => state)).toEqual(['done', 'done', 'cancelled'])
    expect(answer.status.error?.code).toBe('tool_loop')
  })

  test('an answer ends at the limit of rounds, and continues for as many when the user continues', async () => {
    const sum = (n: number) => [asks(`call-${n}`, 'calculator', `{"expression":"${n}+1"}`), ends('tool_calls')]
    gateway.answers = [sum(1), sum(2), sum(3), sum(4), sum(5), sum(6), [said('Seven.'), ends('stop')]]
    const answer = await ended(await send(['builtin:calculator'], 2))
    const states = (message: Message) => message.calls?.map(({ state }) => state)
    expect([answer.status.error?.code, states(answer)]).toEqual(['tool_rounds', ['done', 'done', 'cancelled']])
    await call('chat.continue', { messageId: answer.id })
    const more = await ended(answer, 2)
    expect([more.status.error?.code, states(more)]).toEqual([
      'tool_rounds',
      ['done', 'done', 'cancelled', 'done', 'done', 'cancelled'],
    ])
    expect(gateway.sent[3]?.messages.at(-1)).toEqual({
      role: 'tool',
      tool_call_id: 'call-3',
      content: 'This call was not run.',
    })
    await call('chat.continue', { messageId: answer.id })
    const whole = await ended(answer, 3)
    expect([whole.text, whole.status.state]).toEqual(['Seven.', 'done'])
  })

  test.each(['functions.search', 'repo_browser.open_file', '', '日期', 'x'.repeat(65)])(
    'by a name that gateways refuse (%s) does not spoil the chat',
    async (name) => {
      gateway.answers = [
        [asks('call-1', name, '{}'), ends('tool_calls')],
        [said('Sorry.'), ends('stop')],
      ]
      const answer = await ended(await send())
      expect([answer.status.state, answer.calls?.[0]?.state, answer.calls?.[0]?.name]).toEqual(['done', 'failed', name])
      const sent = JSON.stringify(gateway.sent[1]?.messages)
      expect(/"function":\{"name":"([^"]*)"/.exec(sent)?.[1]).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    },
  )

  test('calls whose arguments were cut by the token limit are not run', async () => {
    gateway.answers = [[asks('call-1', 'current_date', '{}'), ends('length')]]
    const answer = await ended(await send())
    expect([answer.status.error?.code, answer.calls?.[0]?.state]).toEqual(['cut_short', 'cancelled'])
  })

  test('calls of an answer that was cut off are not run', async () => {
    gateway.answers = [[said('Let me look.'), asks('call-1', 'current_date', '{}'), breaksOff]]
    const answer = await ended(await send())
    expect([answer.status.state, answer.calls]).toEqual(['interrupted', undefined])
  })
})

describe('a tool that needs the user', () => {
  beforeEach(async () => {
    await call('tools.setRule', { tool: date, rule: 'ask' })
    gateway.answers = [
      [asks('call-1', 'current_date', '{}'), ends('tool_calls')],
      [said('Done.'), ends('stop')],
    ]
  })

  test('a call that needs the user is a waiting row on the disk, and runs once it is allowed', async () => {
    const answer = await send()
    const question = await asking()
    expect([question.askReason, question.result, gateway.sent.length]).toEqual(['rule', '', 1])
    const reader = new Database(`${platform.paths.data}/atelier.db`, { readonly: true })
    expect(reader.prepare('SELECT state FROM tool_calls').all()).toEqual([{ state: 'asking' }])
    reader.close()
    await call('tools.answer', { callId: question.id, decision: 'once' })
    expect((await ended(answer)).calls?.map(({ state }) => state)).toEqual(['done'])
    // once is once
    gateway.sent.length = 0
    await send()
    const isNext = ({ call: next }: { readonly call: ToolCall }) => next.state === 'asking' && next.id !== question.id
    expect((await platform.events.until('chat.call', isNext)).call.askReason).toBe('rule')
  })

  test('a call that needs the user is listed as waiting until it is answered', async () => {
    expect(await call('tools.waiting', {})).toEqual([])
    const answer = await send()
    const question = await asking()
    expect(await call('tools.waiting', {})).toEqual([{ conversationId: answer.conversationId, call: question }])
    await call('tools.answer', { callId: question.id, decision: 'deny' })
    expect(await call('tools.waiting', {})).toEqual([])
  })

  test('a call that the user denies is not run, and the model gets the reason', async () => {
    const answer = await send()
    const question = await asking()
    await call('tools.answer', { callId: question.id, decision: 'deny', note: 'Guess instead.' })
    expect((await ended(answer)).calls?.map(({ state }) => state)).toEqual(['denied'])
    expect(gateway.sent[1]?.messages.at(-1)?.content).toBe(
      'The person did not allow this call. The person says: Guess instead.',
    )
    expect(await refusal('tools.answer', { callId: question.id, decision: 'once' })).toBe('not_found')
  })

  test('a call allowed for the chat does not ask again', async () => {
    gateway.answers = [
      [asks('call-1', 'current_date', '{}'), ends('tool_calls')],
      [asks('call-2', 'current_date', '{"x":1}'), ends('tool_calls')],
      [asks('call-3', 'current_date', '{}'), ends('tool_calls')],
      [said('Done.'), ends('stop')],
    ]
    const answer = await send()
    const question = await asking()
    await call('tools.answer', { callId: question.id, decision: 'chat' })
    // the second call has a member that the schema does not know
    expect((await ended(answer)).calls?.map(({ state, askReason }) => [state, askReason])).toEqual([
      ['done', 'rule'],
      ['failed', null],
      ['done', null],
    ])
  })

  test('a call never runs if its rule forbids it', async () => {
    await call('tools.setRule', { tool: date, rule: 'never' })
    expect((await ended(await send())).calls?.map(({ state }) => state)).toEqual(['denied'])
  })

  test('Stop cancels a waiting call, and every call has one result when the user continues', async () => {
    const answer = await send()
    await asking()
    await call('chat.stop', { messageId: answer.id })
    const stopped = await ended(answer)
    expect([stopped.status.state, stopped.calls?.[0]?.state]).toEqual(['stopped', 'cancelled'])
    await call('chat.continue', { messageId: answer.id })
    expect((await ended(answer, 2)).text).toBe('Done.')
    expect(gateway.sent[1]?.messages.filter(({ role }) => role === 'tool').length).toBe(1)
  })

  test('a waiting call does not run when Atelier ends', async () => {
    const answer = await send()
    await asking()
    await app.close()
    app = await createApp(platform, { demo: false })
    const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
    expect(page.messages.at(-1)?.calls?.map(({ state }) => state)).toEqual(['cancelled'])
    expect(gateway.sent.length).toBe(1)
  })
})
