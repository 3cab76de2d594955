import { describe, expect, test } from 'vitest'
import { AnswerSources } from '../../../src/main/gateway/answer-sources.ts'
import { streamChat } from '../../../src/main/gateway/chat-stream.ts'
import { streamResponses } from '../../../src/main/gateway/responses.ts'
import { systemClock } from '../../../src/main/system-clock.ts'
import { testedFetch } from '../../fakes/fetches.ts'
import { loopbackServer } from '../../fakes/loopback-server.ts'

const asked = {
  model: 'm',
  messages: [],
  temperature: null,
  topP: null,
  maxTokens: null,
  stream: true,
  stallMs: 60_000,
}

async function textOf(send: typeof streamChat | typeof streamResponses, ...values: readonly object[]): Promise<string> {
  const server = await loopbackServer((_, response) => {
    response.end(`${values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')}data: [DONE]\n\n`)
  })
  const io = { fetch: testedFetch, clock: systemClock, signal: new AbortController().signal }
  let text = ''
  for await (const delta of send({ baseUrl: `${server.origin}/v1`, apiKey: 'key-of-sources' }, asked, io))
    if (delta.type === 'text') text += delta.text
  await server.close()
  return text
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})
const a = 'https://example.org/a_(1)'
const b = 'https://example.org/b?c=d'
const citation = { type: 'url_citation', url_citation: { start_index: 0, end_index: 4, title: 'A [page]', url: a } }

describe('the sources of an answer', () => {
  test.each<[string, readonly object[], string]>([
    [
      'citations in every chunk',
      [
        { ...chunk({ content: 'So.[1]' }), citations: [a, b] },
        { ...chunk({}, 'stop'), citations: [a, b] },
      ],
      `So.[1]\n\n[1]: <${a}>\n[2]: <${b}>\n\n1. [example.org](<${a}>)\n2. [example.org](<${b}>)`,
    ],
    [
      'citations with search_results',
      [
        {
          ...chunk({ content: 'So.[1]' }, 'stop'),
          citations: [a],
          search_results: [{ title: 'A', url: a, date: null }],
        },
      ],
      `So.[1]\n\n[1]: <${a}>\n\n1. [A](<${a}>)`,
    ],
    [
      'annotations of a delta',
      [chunk({ content: 'So.' }), chunk({ annotations: [citation] }, 'stop')],
      `So.\n\n[1]: <${a}>\n\n1. [A page](<${a}>)`,
    ],
    [
      'web_search with marks of its own',
      [{ ...chunk({ content: 'So.[ref_1]' }, 'stop'), web_search: [{ refer: 'ref_1', title: 'B', link: b }] }],
      `So.[ref_1]\n\n[ref_1]: <${b}>\n\n1. [B](<${b}>)`,
    ],
    ['no pages', [{ ...chunk({ content: 'So.' }, 'stop'), citations: ['javascript:alert(1)', 7, {}, 'x'] }], 'So.'],
    ['an empty list', [{ ...chunk({ content: 'So.' }, 'stop'), citations: [] }], 'So.'],
  ])('%s', async (_, values, text) => {
    expect(await textOf(streamChat, ...values)).toBe(text)
  })

  test('annotations of a response become sources', async () => {
    const item = { item_id: 'm', output_index: 0, content_index: 0 }
    const annotation = { type: 'url_citation', start_index: 0, end_index: 2, title: 'A', url: a }
    const text = await textOf(
      streamResponses,
      { type: 'response.output_text.delta', ...item, delta: 'So.' },
      { type: 'response.output_text.annotation.added', ...item, annotation },
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    )
    expect(text).toBe(`So.\n\n[1]: <${a}>\n\n1. [A](<${a}>)`)
  })

  test('an answer has at most a hundred sources', () => {
    const sources = new AnswerSources()
    sources.collectSources({ citations: Array.from({ length: 500 }, (_, index) => `https://example.org/${index}`) })
    expect(sources.markdown.match(/\]\(</g)).toHaveLength(100)
  })
})
