import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import type { TextDocument } from '../../../../src/shared/text-document.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'
import { wholeSearch } from '../../../fakes/whole-search.ts'

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App
let connectionId: string

async function start(): Promise<void> {
  app = await createApp(platform, { demo: false })
  connectionId = (await call('connections.list', {})).connections[0]?.id ?? ''
}

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: 2000 })
  const made = testPlatform({
    environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key },
  })
  platform = made.platform
  dispose = made.dispose
  await start()
})

afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const conversationId = randomUUID()

function input(text: string, changes: Partial<CallInput<'chat.goOn'>> = {}): CallInput<'chat.goOn'> {
  return {
    conversationId,
    messageId: randomUUID(),
    connectionId,
    model: 'demo-chat',
    parameters: { ...defaultParameters, maxTokens: 12, text: { stop: [] } },
    text,
    at: text.length,
    ...changes,
  }
}

const asked = () => gateway.requests().filter(({ path }) => path === '/v1/completions')

/** Goes on and waits for the end. */
async function written(asks: CallInput<'chat.goOn'>): Promise<TextDocument> {
  await call('chat.goOn', asks)
  await platform.events.until('chat.status', ({ messageId, stream }) => messageId === asks.messageId && stream === null)
  return await call('chat.readText', { conversationId })
}

const body = (index: number): Record<string, unknown> => {
  const sent = asked()[index]?.body
  return typeof sent === 'object' && sent !== null ? { ...sent } : {}
}

describe('a document that a model continues', () => {
  test('a document asks for its usage as a chat does', async () => {
    const first = await written(input('Once upon a time'))
    expect(body(0).stream_options).toEqual({ include_usage: true })
    expect(first.text.length).toBeGreaterThan(20)
    const { page } = await call('chat.open', { conversationId, limit: 10 })
    expect(page.messages.at(-1)?.status.usage?.completionTokens).toBeGreaterThan(0)
  })

  test('a document continues at its end, repeatedly, and is a conversation', async () => {
    const first = await written(input('Once upon a time'))
    expect(first.text.startsWith('Once upon a time')).toBe(true)
    expect(first.text.length).toBeGreaterThan(20)
    const second = await written(input(`${first.text} And then`))
    expect(second.text.startsWith(`${first.text} And then`)).toBe(true)
    expect(second.written).toHaveLength(2)
    expect(body(1).prompt).toBe(`${first.text} And then`)
    const { conversations } = await call('chat.list', { query: '', offset: 0, limit: 10 })
    expect(conversations[0]).toMatchObject({ title: 'Once upon a time', parameters: { text: { stop: [] } } })
    await app.close()
    await start()
    expect(await call('chat.readText', { conversationId })).toMatchObject({
      text: second.text,
      versions: [second.version],
    })
  })

  test('a document continues in its middle, with the text that follows', async () => {
    const { text } = await written(input('Beginning. End.', { at: 'Beginning.'.length }))
    expect(text.startsWith('Beginning.')).toBe(true)
    expect(text.endsWith(' End.')).toBe(true)
    expect(body(0)).toMatchObject({ prompt: 'Beginning.', suffix: ' End.' })
  })

  test('a document reports once that a model cannot insert text, and remembers it', async () => {
    const asks = () => input('Beginning. End.', { at: 10, model: 'demo-writer-zh' })
    const refused = await written(asks())
    expect(refused.text).toBe('Beginning. End.')
    expect(refused.newest?.status).toMatchObject({ state: 'failed', error: { code: 'suffix_refused', status: 400 } })
    expect(asked()).toHaveLength(1)
    await app.close()
    await start()
    const next = await written(asks())
    expect(next.newest?.status.state).toBe('done')
    expect(next.text.endsWith(' End.')).toBe(true)
    expect('suffix' in body(1)).toBe(false)
  })

  test('a document keeps every version, and shares unchanged parts', async () => {
    const first = await written(input('One.'))
    const again = await written(input('One.'))
    const edited = await written(input('Two.'))
    expect(edited.versions).toEqual([first.version, again.version, edited.version])
    await call('chat.select', { messageId: first.version ?? '', limit: 1 })
    expect((await call('chat.readText', { conversationId })).text).toBe(first.text)
  })

  test('a document sends the stop sequences, and a repeated press sends nothing twice', async () => {
    const asks = input('Once upon a time', { parameters: { ...defaultParameters, text: { stop: ['\n\n', 'END'] } } })
    await written(asks)
    await call('chat.goOn', asks)
    expect(asked()).toHaveLength(1)
    expect(body(0)).toMatchObject({ stop: ['\n\n', 'END'] })
  })

  test('a document that was cut off keeps the received text, and continues from there', async () => {
    const undo = gateway.addFaults('early-close;after=5', '/v1/completions')
    const asks = input('Once upon a time', { parameters: { ...defaultParameters, text: { stop: [] } } })
    const broken = await written(asks)
    expect(broken.newest?.status.state).toBe('interrupted')
    expect(broken.text.length).toBeGreaterThan('Once upon a time'.length)
    undo()
    const whole = await written(input(broken.text))
    expect(whole.text.startsWith(broken.text)).toBe(true)
    expect(asked()).toHaveLength(2)
  })

  test('a document refuses invalid input', async () => {
    expect(await client.refusal('chat.goOn', input('  text', { at: 2 }))).toBe('invalid_input')
    const chat = randomUUID()
    await call('chat.send', {
      conversationId: chat,
      messageId: randomUUID(),
      connectionId,
      model: 'demo-chat',
      parameters: defaultParameters,
      text: 'Hello',
      attachments: [],
    })
    expect(await client.refusal('chat.goOn', input('text', { conversationId: chat }))).toBe('invalid_input')
  })
})

test('a document is found by its words', async () => {
  await written(input('The xylophone sleeps.'))
  const found = await wholeSearch(call, { text: 'xylophone' })
  expect(JSON.stringify(found)).toContain(conversationId)
})
