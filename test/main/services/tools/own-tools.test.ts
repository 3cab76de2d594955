import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import type { ToolCall } from '../../../../src/shared/tools.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { asks, type CallingGateway, callingGateway, ends, said } from '../../../fakes/calling-gateway.ts'
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
  await call('models.list', { connectionId: 'environment', refresh: true })
})

afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)

async function send(text: string, enabled: readonly string[]): Promise<Message> {
  const { messages } = await call('chat.send', {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: { ...defaultParameters, tools: { enabled, roundsMax: 10 } },
    text,
    attachments: [],
  })
  return messages[1] ?? Promise.reject(new Error('there is no answer'))
}

/** One call of a tool in an answer, allowed by the person, once the answer has ended. */
async function called(name: string, input: object): Promise<ToolCall> {
  const id = `builtin:${name}`
  await call('tools.setRule', { tool: id, rule: 'always' })
  gateway.answers = [
    [asks('call-1', name, JSON.stringify(input)), ends('tool_calls')],
    [said('Here you are.'), ends('stop')],
  ]
  const answer = await send('Please.', [id])
  await platform.events.until('chat.status', (event) => event.messageId === answer.id && event.stream === null)
  const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
  return page.messages.at(-1)?.calls?.[0] ?? Promise.reject(new Error('no tool was called'))
}

const requests = (path: string) => gateway.demo.requests().filter((request) => request.path === path).length

describe('make_image', () => {
  test('makes a picture in the studio with the id of the call, and shows it', async () => {
    const made = await called('make_image', { prompt: 'a bridge in the rain' })
    expect([made.state, made.result]).toEqual(['done', '1 of 1 images are made. The person sees them.'])
    expect(made.media.map(({ mime }) => mime)).toEqual(['image/png'])
    expect(platform.events.of('images.job').map(({ id }) => id)).toContain(made.id)
    expect(requests('/v1/images/generations')).toBe(1)
  })

  test('tells the model what the gateway refused', async () => {
    const refused = await called('make_image', { prompt: 'a bridge', model: 'no-such-model' })
    expect([refused.state, refused.result]).toEqual(['failed', 'No image was made: model_not_found.'])
  })

  test('sends nothing for a size that is none', async () => {
    expect((await called('make_image', { prompt: 'a bridge', size: 'large' })).state).toBe('failed')
    expect(requests('/v1/images/generations')).toBe(0)
  })

  test('leaves its job in the studio when the person stops the answer', async () => {
    await call('tools.setRule', { tool: 'builtin:make_image', rule: 'always' })
    gateway.answers = [[asks('call-1', 'make_image', '{"prompt":"[delay:2000] a bridge"}'), ends('tool_calls')]]
    const answer = await send('Please.', ['builtin:make_image'])
    const { call: running } = await platform.events.until('chat.call', (event) => event.call.state === 'running')
    await platform.events.until('images.job', (job) => job.id === running.id)
    await call('chat.stop', { messageId: answer.id })
    const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
    expect(page.messages.at(-1)?.calls?.map(({ state }) => state)).toEqual(['unknown'])
    await platform.events.until('images.job', (job) => job.id === running.id && job.status === 'done')
  })
})

describe('edit_image', () => {
  test('changes the newest picture of the chat, made in it or attached', async () => {
    await call('tools.setRule', { tool: 'builtin:make_image', rule: 'always' })
    await call('tools.setRule', { tool: 'builtin:edit_image', rule: 'always' })
    gateway.answers = [
      [asks('call-1', 'make_image', '{"prompt":"a bridge"}'), ends('tool_calls')],
      [asks('call-2', 'edit_image', '{"prompt":"at night"}'), ends('tool_calls')],
      [asks('call-3', 'edit_image', '{"prompt":"in winter","picture":9}'), ends('tool_calls')],
      [said('Done.'), ends('stop')],
    ]
    const answer = await send('Please.', ['builtin:make_image', 'builtin:edit_image'])
    await platform.events.until('chat.status', (event) => event.messageId === answer.id && event.stream === null)
    const { page } = await call('chat.open', { conversationId: answer.conversationId, limit: 10 })
    const calls = page.messages.at(-1)?.calls ?? []
    expect(calls.map(({ name, state }) => [name, state])).toEqual([
      ['make_image', 'done'],
      ['edit_image', 'done'],
      ['edit_image', 'failed'],
    ])
    expect(calls[1]?.media.map(({ mime }) => mime)).toEqual(['image/png'])
    expect(calls[2]?.result).toBe('There are 2 pictures in this chat.')
    expect([requests('/v1/images/generations'), requests('/v1/images/edits')]).toEqual([1, 1])
    const edits = platform.events.of('images.job').filter(({ id }) => id === calls[1]?.id)
    expect(edits.at(-1)?.request.edit?.sourceId).toBe(calls[0]?.media[0]?.id)
  })
})

test('make_video submits a job with the id of the call', async () => {
  const submitted = await called('make_video', { prompt: 'waves' })
  expect(submitted.state).toBe('done')
  await platform.events.until('videos.job', (job) => job.id === submitted.id && job.taskId !== null)
  expect(requests('/v1/videos/generations')).toBe(1)
})

test('search_history finds the words of earlier chats, which count as a text of others', async () => {
  gateway.answers = [[said('At the end of the pier.'), ends('stop')]]
  const { id } = await send('Where is the 灯塔 of Qingdao?', [])
  await platform.events.until('chat.status', (event) => event.messageId === id && event.stream === null)
  const search = { text: '灯塔', filter: everything, limit: 1, next: null }
  while ((await call('history.search', search)).items.length === 0) await new Promise((done) => setImmediate(done))
  gateway.sent.length = 0
  const found = await called('search_history', { query: '灯塔 Qingdao' })
  expect(found.result).toContain('Where is the 灯塔 of Qingdao?')
  expect(String(gateway.sent[1]?.messages.at(-1)?.content)).toMatch(/^The tool returned the data between the two lines/)
})

test('a tool that reaches others asks again after a text of others, even when it is allowed', async () => {
  for (const tool of ['builtin:search_history', 'builtin:make_image'])
    await call('tools.setRule', { tool, rule: 'always' })
  gateway.answers = [
    [asks('call-1', 'search_history', '{"query":"Please"}'), ends('tool_calls')],
    [asks('call-2', 'make_image', '{"prompt":"what the text says"}'), ends('tool_calls')],
    [said('Done.'), ends('stop')],
  ]
  const first = await send('Please remember this.', [])
  await platform.events.until('chat.status', (event) => event.messageId === first.id && event.stream === null)
  const search = { text: 'Please', filter: everything, limit: 1, next: null }
  while ((await call('history.search', search)).items.length === 0) await new Promise((done) => setImmediate(done))
  gateway.sent.length = 0
  await send('Please.', ['builtin:search_history', 'builtin:make_image'])
  const { call: question } = await platform.events.until('chat.call', (event) => event.call.state === 'asking')
  expect([question.name, question.askReason]).toEqual(['make_image', 'untrusted'])
  expect(requests('/v1/images/generations')).toBe(0)
})

test('only the calculator and the date run without asking', async () => {
  const free = (await call('tools.list', {})).filter(({ rule }) => rule === 'always').map(({ name }) => name)
  expect(free.toSorted()).toEqual(['calculator', 'current_date'])
})
