import { describe, expect, test } from 'vitest'
import type { ChatDelta, ChatEnd, ChatTurn } from '../../src/main/gateway/answer-stream.ts'
import { streamResponses } from '../../src/main/gateway/responses.ts'
import { systemClock } from '../../src/main/system-clock.ts'
import { json, send, startGateway } from './gateway-under-test.ts'

const gateway = await startGateway()
const tool = (name: string) => ({ name, description: 'A tool', parameters: { type: 'object' } })

/** The answer of Atelier's own reader to one message. */
async function answer(
  said: string,
  { faults = '', stream = true, more = [] }: { faults?: string; stream?: boolean; more?: readonly ChatTurn[] } = {},
): Promise<{ readonly text: string; readonly thinking: string; readonly end: ChatEnd | null }> {
  const messages: readonly ChatTurn[] = [{ role: 'user', content: said }, ...more]
  const deltas: AsyncIterable<ChatDelta> = streamResponses(
    { baseUrl: gateway.baseUrl, apiKey: gateway.key },
    {
      model: faults === '' ? 'demo-chat' : `demo-chat+${faults}`,
      messages,
      temperature: null,
      topP: null,
      maxTokens: null,
      stream,
      tools: [tool('current_date'), tool('search')],
      stallMs: 60_000,
    },
    { fetch, clock: systemClock, signal: new AbortController().signal },
  )
  let text = ''
  let thinking = ''
  let end: ChatEnd | null = null
  for await (const delta of deltas) {
    if (delta.type === 'text') text += delta.text
    else if (delta.type === 'thinking') thinking += delta.text
    else end = delta.end
  }
  return { text, thinking, end }
}

const question = 'use current_date and search {"query":"tides"}'
const calls = ({ end }: Awaited<ReturnType<typeof answer>>) =>
  end?.calls?.map(({ name, arguments: said }) => [name, said])
const wished = [
  ['current_date', '{}'],
  ['search', '{"query":"tides"}'],
]

describe('POST /v1/responses', () => {
  test('answers with the same text as chat completions, streamed and whole', async () => {
    const body = { model: 'demo-chat', messages: [{ role: 'user', content: 'Tell me about tides' }] }
    const completion = await json(send(gateway, '/v1/chat/completions', body))
    for (const stream of [true, false]) {
      const { text, end } = await answer('Tell me about tides', { stream })
      expect(text).toBe(completion.choices[0].message.content)
      expect(end).toEqual({
        error: null,
        finishReason: 'stop',
        usage: {
          promptTokens: completion.usage.prompt_tokens,
          completionTokens: completion.usage.completion_tokens,
        },
      })
    }
  })

  test.each([true, false])('a fault adds thinking once before the answer (streamed: %s)', async (stream) => {
    const { text, thinking, end } = await answer('Repeat exactly: said', { faults: 'think;tokens=40', stream })
    expect([text, thinking.match(/two parts/g), end?.error, end?.besides]).toEqual([
      'said',
      ['two parts'],
      null,
      undefined,
    ])
  })

  test.each([true, false])('calls tools and continues with their results (streamed: %s)', async (stream) => {
    const first = await answer(question, { stream })
    expect([calls(first), first.end?.finishReason]).toEqual([wished, 'tool_calls'])
    const requested = first.end?.calls ?? []
    const more: ChatTurn[] = [
      {
        role: 'assistant',
        content: first.text,
        tool_calls: requested.map(({ id, name, arguments: said }) => ({
          id: id ?? '',
          type: 'function',
          function: { name, arguments: said },
        })),
        ...first.end?.replay,
      },
      ...requested.map(({ id }): ChatTurn => ({ role: 'tool', tool_call_id: id ?? '', content: 'Monday' })),
    ]
    const second = await answer(question, { more, stream })
    expect([second.end?.error, second.end?.calls, second.text.includes('Monday')]).toEqual([null, undefined, true])
    // the reasoning came back whole: without its content the gateway refuses it
    expect(JSON.stringify(first.end?.replay)).toContain('encrypted_content')
  })

  test.each(['no-added', 'no-done', 'empty-output', 'same-index', 'no-ids', 'other-ids'])(
    'gives an equal answer in the shape %s',
    async (shape) => {
      const [plain, shaped] = [
        await answer(question),
        await answer(question, { faults: `response-shape;shape=${shape}` }),
      ]
      expect([shaped.text, calls(shaped), shaped.end?.error]).toEqual([plain.text, wished, null])
    },
  )

  test.each([
    ['response-end;how=failed', 'stream_error'],
    ['response-end;how=flat-error', 'stream_error'],
    ['response-end;how=nested-error', 'stream_error'],
    ['no-finish', 'cut_short'],
    ['early-close;after=3', 'cut_short'],
    ['stream-error;after=3', 'stream_error'],
    ['fail;status=404;code=none', 'model_not_found'],
    ['rate-limit', 'rate_limited'],
  ])('the answer to %s is %s, and calls no tool', async (faults, code) => {
    const { end } = await answer(question, { faults })
    expect([end?.error?.code, end?.calls]).toEqual([code, undefined])
  })

  test('the status is incomplete at the token limit and after a filter', async () => {
    expect((await answer('Tell me about tides', { faults: 'response-end;how=incomplete' })).end?.finishReason).toBe(
      'length',
    )
    expect((await answer('Tell me about tides', { faults: 'content-filter' })).end?.finishReason).toBe('content_filter')
  })

  test('a refusal contains an error message', async () => {
    const { text, end } = await answer('Tell me about tides', { faults: 'refusal' })
    expect([text, end?.error]).toEqual([(await answer('Tell me about tides')).text, null])
  })

  test.each([
    [
      [
        { type: 'reasoning', id: 'rs_1' },
        { role: 'assistant', content: 'x' },
      ],
      404,
    ],
    [[{ type: 'reasoning', id: 'rs_1', encrypted_content: 'x' }], 400],
    [[{ type: 'function_call', call_id: 'c', name: 'search', arguments: '{}' }], 400],
    [[{ type: 'function_call_output', call_id: 'c', output: 'x' }], 400],
    [[], 400],
  ])('%j is refused with %i', async (input, status) => {
    expect((await send(gateway, '/v1/responses', { model: 'demo-chat', input })).status).toBe(status)
  })
})
