import { afterEach, describe, expect, test } from 'vitest'
import type { ChatDelta, ChatEnd } from '../../../src/main/gateway/answer-stream.ts'
import { streamChat } from '../../../src/main/gateway/chat-stream.ts'
import { streamCompletion } from '../../../src/main/gateway/completions.ts'
import { streamResponses } from '../../../src/main/gateway/responses.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { type LoopbackServer, loopbackServer } from '../../fakes/loopback-server.ts'

let server: LoopbackServer
let kept = 0
afterEach(async () => {
  await server.close()
  kept = 0
})

const asked = { model: 'm', temperature: null, topP: null, maxTokens: null, stream: true, stallMs: 60_000 }
const senders = {
  chat: (...[access, io]: Sent) => streamChat(access, { ...asked, messages: [] }, io),
  responses: (...[access, io]: Sent) => streamResponses(access, { ...asked, messages: [] }, io),
  completions: (...[access, io]: Sent) =>
    streamCompletion(access, { ...asked, prompt: 'p', suffix: null, stop: [] }, io),
}
type Sent = readonly [Parameters<typeof streamChat>[0], Parameters<typeof streamChat>[2]]

async function answer(
  endpoint: keyof typeof senders,
  body: string,
): Promise<{ readonly text: string; readonly thinking: string; readonly end: ChatEnd }> {
  server = await loopbackServer((_, response) => {
    response.writeHead(200, { 'x-request-id': 'req-8' })
    response.end(body)
  })
  const io = {
    fetch: testedFetch,
    clock: systemClock,
    signal: new AbortController().signal,
    keepAnswer: async () => {
      kept += 1
    },
  }
  let [text, thinking] = ['', '']
  let end: ChatEnd | null = null
  const deltas: AsyncIterable<ChatDelta> = senders[endpoint](
    { baseUrl: `${server.origin}/v1`, apiKey: 'key-of-silence' },
    io,
  )
  for await (const delta of deltas)
    if (delta.type === 'end') end = delta.end
    else if (delta.type === 'text') text += delta.text
    else thinking += delta.text
  if (end === null) throw new Error('an answer without an end')
  return { text, thinking, end }
}

const events = (...values: readonly object[]): string =>
  `${values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')}data: [DONE]\n\n`
const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})
const usage = { prompt_tokens: 9, completion_tokens: 0, total_tokens: 9 }
const message = (content: unknown, more: object = {}) =>
  JSON.stringify({ choices: [{ message: { content, ...more }, finish_reason: 'stop' }], usage })

describe('an answer without text', () => {
  test.each<[string, keyof typeof senders, string]>([
    ['a whole message', 'chat', message('')],
    ['null content', 'chat', message(null)],
    ['white space', 'chat', message(' \n\n ')],
    ['an empty list of parts', 'chat', message([])],
    ['empty tags of a thought', 'chat', message('<think>\n\n</think>\n\n')],
    ['a stream', 'chat', events(chunk({ role: 'assistant', content: '' }), { ...chunk({}, 'stop'), usage })],
    [
      'a stream of line feeds',
      'chat',
      events(chunk({ content: '\n' }), { ...chunk({ content: '\n' }, 'STOP'), usage }),
    ],
    ['a stream with the end alone', 'chat', events({ ...chunk({}, 'end_turn'), usage })],
    [
      'a response without output',
      'responses',
      events({
        type: 'response.completed',
        response: { status: 'completed', output: [], usage: { input_tokens: 9, output_tokens: 0 } },
      }),
    ],
    [
      'a whole response with an empty message',
      'responses',
      JSON.stringify({
        object: 'response',
        status: 'completed',
        output: [{ type: 'message', content: [{ type: 'output_text', text: '' }] }],
        usage: { input_tokens: 9, output_tokens: 0 },
      }),
    ],
  ])('in %s is reported, with its tokens and its body', async (_, endpoint, body) => {
    const { end, text } = await answer(endpoint, body)
    expect([text, end.error?.code, end.error?.requestId, end.isSilent]).toEqual(['', 'empty_answer', 'req-8', true])
    expect(end.usage).toMatchObject({ promptTokens: 9 })
    // a stream has no body, so that its events are left over
    const leftOver = (end.besides?.unused ?? []).map((one) => one.text).join('')
    expect(kept === 1 || leftOver.includes('"usage"')).toBe(true)
  })

  test('an empty answer after thinking keeps the thinking', async () => {
    const { end, text, thinking } = await answer('chat', message('', { reasoning_content: 'Hm' }))
    expect([text, thinking, end.error?.code]).toEqual(['', 'Hm', 'empty_answer'])
  })

  test.each<[string, string]>([
    ['a limit of tokens', 'length'],
    ['a filter', 'SAFETY'],
    ['a fault', 'network_error'],
  ])('that ended by %s has that reason', async (_, reason) => {
    const { end } = await answer('chat', events(chunk({ content: '' }, reason)))
    expect([end.error, end.finishReason]).toEqual([null, reason])
  })

  test('an empty continuation is the end of the text', async () => {
    const { end } = await answer('completions', events({ choices: [{ index: 0, text: '', finish_reason: 'stop' }] }))
    expect([end.error, end.finishReason]).toEqual([null, 'stop'])
  })
})

test('white space at the beginning of an answer is kept', async () => {
  const { end, text } = await answer('chat', events(chunk({ content: '\n' }), chunk({ content: '    code' }, 'stop')))
  expect([text, end.error]).toEqual(['\n    code', null])
})
