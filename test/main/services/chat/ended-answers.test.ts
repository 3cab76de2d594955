import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type LoopbackServer, loopbackServer } from '../../../fakes/loopback-server.ts'
import { pictures } from '../../../fakes/pictures.ts'
import { testPlatform } from '../../../fakes/platform.ts'

let server: LoopbackServer
let made: ReturnType<typeof testPlatform>
let app: App
let asked: string[] = []
/** Bodies of the next answers; the last one is repeated. */
let bodies: string[] = []
const connectionId = randomUUID()

const chunk = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})
const events = (...values: readonly object[]): string =>
  `${values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('')}data: [DONE]\n\n`
const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 }

beforeEach(async () => {
  asked = []
  server = await loopbackServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(200).end('{"object":"list","data":[]}')
    const chunks: Buffer[] = []
    for await (const part of request) chunks.push(part)
    asked.push(Buffer.concat(chunks).toString())
    response.writeHead(200).end(bodies.length > 1 ? bodies.shift() : bodies[0])
  })
  made = testPlatform()
  app = await createApp(made.platform, { demo: false })
  await call('connections.save', {
    ...{ id: connectionId, name: 'Gate', baseUrl: `${server.origin}/v1`, allowInsecure: false, key: 'canary-of-ends' },
    endpoint: 'completions',
  })
})

afterEach(async () => {
  await app.close()
  await server.close()
  made.dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)

async function shown(conversationId: string, id: string): Promise<Message> {
  await made.platform.events.until('chat.status', ({ messageId, stream }) => messageId === id && stream === null)
  const { page } = await call('chat.open', { conversationId, limit: 100 })
  return page.messages.find((message) => message.id === id) ?? Promise.reject(new Error('the answer is gone'))
}

async function answer(enabled: readonly string[] = []): Promise<Message> {
  const tools = enabled.length === 0 ? {} : { tools: { enabled, roundsMax: 10 } }
  const { messages } = await call('chat.send', {
    ...{
      conversationId: randomUUID(),
      messageId: randomUUID(),
      connectionId,
      model: 'm',
      text: 'Hello',
      attachments: [],
    },
    parameters: { ...defaultParameters, ...tools },
  })
  const [, sent] = messages
  if (sent === undefined) throw new Error('there is no answer')
  return await shown(sent.conversationId, sent.id)
}

describe('an answer with an unusual end', () => {
  test.each(['insufficient_system_resource', 'MAX_TOKENS', 'pause_turn'])('%s can be continued', async (reason) => {
    bodies = [events(chunk({ content: 'Half an' }), chunk({}, reason)), events(chunk({ content: ' answer' }, 'stop'))]
    const cut = await answer()
    expect([cut.text, cut.status.state, cut.status.finishReason]).toEqual(['Half an', 'done', reason])
    await call('chat.continue', { messageId: cut.id })
    await made.platform.events.until(
      'chat.status',
      ({ stream, length }) => stream === null && length > 'Half an'.length,
    )
    expect((await shown(cut.conversationId, cut.id)).text).toBe('Half an answer')
    expect(asked).toHaveLength(2)
  })

  test.each(['stop', 'end_turn', 'SAFETY'])('%s is not continued by a late press', async (reason) => {
    bodies = [events(chunk({ content: 'All of it' }), chunk({}, reason))]
    const whole = await answer()
    expect((await call('chat.continue', { messageId: whole.id })).messages).toEqual([whole])
    expect(asked).toHaveLength(1)
  })

  test('a call in an answer that ended with an error is not run', async () => {
    const calls = { tool_calls: [{ index: 0, id: 'c1', function: { name: 'current_date', arguments: '{}' } }] }
    bodies = [events(chunk(calls), chunk({}, 'network_error'))]
    const told = await answer(['builtin:current_date'])
    expect(told.calls?.map(({ state }) => state)).toEqual(['cancelled'])
    expect([told.status.error?.code, asked.length]).toEqual(['cut_short', 1])
  })
})

describe('an empty answer', () => {
  test.each([
    ['whole', JSON.stringify({ choices: [{ message: { content: '' }, finish_reason: 'stop' }], usage })],
    ['streamed', events(chunk({ content: '' }), { ...chunk({}, 'stop'), usage })],
  ])('%s fails with its tokens, is asked for once, and what came can be looked at', async (_, body) => {
    bodies = [body]
    const empty = await answer()
    expect([empty.text, empty.status.state, empty.status.error?.code]).toEqual(['', 'failed', 'empty_answer'])
    expect([empty.status.usage?.promptTokens, empty.status.usage?.completionTokens]).toEqual([9, 4])
    expect([asked.length, empty.status.kept]).toEqual([1, true])
    const { answers } = await call('answers.kept', { kind: 'chat', ownerId: empty.id, offset: 0, limit: 10 })
    const raw = await call('answers.raw', { id: answers[0]?.id ?? 0 })
    expect(raw.text).toContain('"completion_tokens":4')
  })

  test('an empty answer is not a failure if the model wrote text before its tools', async () => {
    const calls = { tool_calls: [{ index: 0, id: 'c1', function: { name: 'current_date', arguments: '{}' } }] }
    bodies = [events(chunk(calls), chunk({}, 'tool_calls')), events(chunk({ content: '' }, 'stop'))]
    const done = await answer(['builtin:current_date'])
    expect([done.text, done.status.state, done.status.error]).toEqual(['', 'done', null])
  })

  test('an empty continuation is not a failure', async () => {
    bodies = [events(chunk({ content: 'All' }), chunk({}, 'length')), events(chunk({ content: '' }, 'stop'))]
    const cut = await answer()
    await call('chat.continue', { messageId: cut.id })
    await made.platform.events.until(
      'chat.status',
      ({ stream, status }) => stream === null && status.finishReason === 'stop',
    )
    const { text, status } = await shown(cut.conversationId, cut.id)
    expect([text, status.state, status.error]).toEqual(['All', 'done', null])
  })
})

describe('a picture that a chat model made', () => {
  const picture = pictures.png
  const url = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`
  const images = [{ type: 'image_url', image_url: { url } }]

  test.each([
    ['a delta', events(chunk({ content: '', images }), chunk({}, 'stop'))],
    ['a message', JSON.stringify({ choices: [{ message: { content: '', images }, finish_reason: 'stop' }] })],
    [
      'the text',
      events(chunk({ content: `![image](${url.slice(0, 60)}` }), chunk({ content: `${url.slice(60)})` }, 'stop')),
    ],
  ])('in %s is stored, shown at once and sent on with the next question', async (_, body) => {
    bodies = [body, events(chunk({ content: 'A boat' }, 'stop'))]
    const painted = await answer()
    expect([painted.text.trim(), painted.status.state, painted.status.error]).toEqual(['', 'done', null])
    expect(painted.attachments.map(({ mime, width, height }) => [mime, width, height])).toEqual([['image/png', 37, 21]])
    const ended = await made.platform.events.until('chat.status', ({ stream }) => stream === null)
    expect(ended.attachments).toEqual(painted.attachments)
    expect(asked[0]).not.toContain('base64')

    const { messages } = await call('chat.send', {
      ...{ conversationId: painted.conversationId, messageId: randomUUID(), connectionId, model: 'm', attachments: [] },
      ...{ text: 'What is it?', parameters: defaultParameters },
    })
    await shown(painted.conversationId, messages[1]?.id ?? '')
    const sent = JSON.parse(asked[1] ?? '').messages
    expect(sent.map(({ role, content }: { role: string; content: unknown }) => [role, typeof content])).toEqual([
      ['user', 'string'],
      ['assistant', 'string'],
      ['user', 'object'],
    ])
    expect(JSON.stringify(sent[2])).toContain(url)
    expect(JSON.stringify(sent[2])).toContain('What is it?')
  })

  test('invalid picture data of a chat model are kept as an unused part, and can be inspected', async () => {
    const broken = Buffer.from('not a picture').toString('base64')
    bodies = [events(chunk({ content: 'Here', images: [{ b64_json: broken }] }), chunk({}, 'stop'))]
    const { attachments, id, status } = await answer()
    expect([attachments, status.kept]).toEqual([[], true])
    const { answers } = await call('answers.kept', { kind: 'chat', ownerId: id, offset: 0, limit: 10 })
    expect(answers[0]?.leftovers.also).toEqual([{ what: 'item', text: broken }])
  })
})
