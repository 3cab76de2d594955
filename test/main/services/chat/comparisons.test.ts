import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import type { ChatTarget, Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { estimateTokens } from '../../../../src/shared/passages/token-estimate.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App

async function start(tokensPerSecond: number): Promise<void> {
  gateway = await createDemoGateway({ tokensPerSecond })
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
  app = await createApp(platform, { demo: false })
}

afterEach(async () => {
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const refusal = client.refusal.bind(client)

const target = (model: string): ChatTarget => ({ connectionId: 'environment', model })
const others = [target('demo-chat-large'), target('demo-writer-zh')]

function message(text: string, more: Partial<CallInput<'chat.send'>> = {}): CallInput<'chat.send'> {
  return {
    conversationId: randomUUID(),
    messageId: randomUUID(),
    connectionId: 'environment',
    model: 'demo-chat',
    parameters: defaultParameters,
    text,
    attachments: [],
    others,
    ...more,
  }
}

const columnsOf = (answer: Message | undefined): readonly Message[] =>
  answer === undefined
    ? []
    : [answer, ...(answer.beside ?? [])].toSorted((a, b) => (a.column?.slot ?? 0) - (b.column?.slot ?? 0))

const ended = (id: string) =>
  platform.events.until('chat.status', (event) => event.messageId === id && event.stream === null)

async function shown(conversationId: string): Promise<readonly Message[]> {
  return (await call('chat.open', { conversationId, limit: 100 })).page.messages
}

/** Sends to three models, and gives the shown branch once all have answered. */
async function askAll(text: string, more: Partial<CallInput<'chat.send'>> = {}): Promise<readonly Message[]> {
  const { conversation, messages } = await call('chat.send', message(text, more))
  await Promise.all(columnsOf(messages[1]).map(({ id }) => ended(id)))
  return await shown(conversation.id)
}

interface Sent {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}
const sent = (): readonly Sent[] =>
  gateway
    .requests()
    .filter(({ path }) => path === '/v1/chat/completions')
    .map(({ body }) => body as Sent)

describe('a comparison', () => {
  beforeEach(() => start(Number.POSITIVE_INFINITY))

  test('regenerates a column once, for any number of simultaneous calls', async () => {
    const [, answer] = await askAll('Write about tides')
    const second = columnsOf(answer)[1]
    const before = sent().length
    const retry = { messageId: second?.id ?? '', newMessageId: randomUUID(), inColumn: true }
    const given = await Promise.all([retry, retry, retry].map((wish) => call('chat.retry', wish)))
    await ended(retry.newMessageId)
    expect(given.map(({ messages }) => messages[0]?.conversationId)).toEqual(given.map(() => answer?.conversationId))
    expect(sent()).toHaveLength(before + 1)
  })

  test('asks each model once, and every answer is on the disk before its request', async () => {
    const { messages } = await call('chat.send', message('Write about tides'))
    expect(sent()).toEqual([])
    const reader = new Database(`${platform.paths.data}/atelier.db`, { readonly: true })
    expect(
      reader.prepare("SELECT model, state, slot FROM messages WHERE role = 'assistant' ORDER BY slot").all(),
    ).toEqual([
      { model: 'demo-chat', state: 'streaming', slot: 0 },
      { model: 'demo-chat-large', state: 'streaming', slot: 1 },
      { model: 'demo-writer-zh', state: 'streaming', slot: 2 },
    ])
    reader.close()
    await Promise.all(columnsOf(messages[1]).map(({ id }) => ended(id)))
    expect(
      sent()
        .map(({ model }) => model)
        .toSorted(),
    ).toEqual(['demo-chat', 'demo-chat-large', 'demo-writer-zh'])
  })

  test('stores its answers as versions of one answer, and shows one of them', async () => {
    const [question, answer] = await askAll('Write about tides')
    const columns = columnsOf(answer)
    expect(columns.map(({ model, column }) => [model, column?.slot])).toEqual([
      ['demo-chat', 0],
      ['demo-chat-large', 1],
      ['demo-writer-zh', 2],
    ])
    expect(columns.map(({ parentId }) => parentId)).toEqual(Array(3).fill(question?.id))
    expect(answer?.versions).toEqual(columns.map(({ id }) => id))
    expect(new Set(columns.map(({ text }) => text)).size).toBe(3)
    expect(columns.map(({ status }) => status.state)).toEqual(['done', 'done', 'done'])
  })

  test('sends nothing for a repeated call', async () => {
    const send = message('Write about tides')
    const first = await call('chat.send', send)
    await Promise.all(columnsOf(first.messages[1]).map(({ id }) => ended(id)))
    const again = await call('chat.send', send)
    expect(again.messages.map(({ id }) => id)).toEqual(first.messages.map(({ id }) => id))
    expect(sent()).toHaveLength(3)
  })

  test('continues with all models, each from its own answer', async () => {
    const [, first] = await askAll('Write about tides')
    const conversationId = first?.conversationId ?? ''
    const branch = await askAll('And now?', { conversationId })
    expect(branch.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    const second = columnsOf(branch.at(-1))
    const before = new Map(columnsOf(first).map(({ model, text }) => [model, text]))
    const requests = sent().slice(3)
    expect(requests).toHaveLength(3)
    for (const { model, messages } of requests)
      expect(messages.map(({ content }) => content)).toEqual(['Write about tides', before.get(model), 'And now?'])
    expect(second.map(({ model }) => model)).toEqual(columnsOf(first).map(({ model }) => model))
  })

  test('the context is measured for each model by what that model gets', async () => {
    const [, first] = await askAll('Write about tides')
    const conversationId = first?.conversationId ?? ''
    const own = target('demo-chat')
    const asked = (within: number | null = null) => [own, ...others].map((one) => ({ ...one, within }))
    const measure = async (more: Partial<CallInput<'chat.measure'>> = {}) =>
      await call('chat.measure', { conversationId, within: null, asked: asked(), ...more })
    const tokens = async () => (await measure()).asked
    const before = await tokens()
    await askAll('And now?', { conversationId })
    const sizeOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + estimateTokens(text).tokens + 4, 0)
    // the next message adds what each model said itself
    // requests that are sent side by side arrive in any order
    const requests = sent().slice(3)
    const expected = asked().map(({ model }) =>
      sizeOf((requests.find((request) => request.model === model)?.messages ?? []).map(({ content }) => content)),
    )
    const answers = columnsOf((await shown(conversationId)).at(-1)).map(({ text }) => sizeOf([text]))
    const sizes = (await tokens()) ?? []
    expect(new Set(sizes).size).toBe(3)
    expect(sizes).toEqual(expected.map((size, index) => Math.ceil(size + (answers[index] ?? 0))))
    // alone, a model goes on from what is shown; for an edit, the columns of the message before count
    expect((await measure({ asked: [{ ...target('demo-writer-zh'), within: null }] })).asked).toEqual([sizes[0]])
    const endId = (await shown(conversationId))[1]?.id ?? null
    expect((await measure({ endId, isFollowed: true })).asked).toEqual(before)
  })

  test('offers a start where every model has a message that fits', async () => {
    const [first] = await askAll('Repeat exactly: one', { others: [] })
    const conversationId = first?.conversationId ?? ''
    await askAll('Repeat exactly: two', { conversationId, others: [] })
    await askAll('Repeat exactly: three', { conversationId })
    const branch = await askAll('Repeat exactly: four', { conversationId })
    const fitOf = async (within: number, compared = others) => {
      const asked = [{ ...target('demo-chat'), within }, ...compared.map((one) => ({ ...one, within: null }))]
      return (await call('chat.measure', { conversationId, within: null, asked })).fit
    }
    const { tokens } = await call('chat.measure', { conversationId, within: null })
    expect(await fitOf(tokens)).toBeNull()
    expect(await fitOf(tokens - 1)).toMatchObject({ fromId: branch[2]?.id, messages: 6 })
    const third = (await fitOf(tokens - 1))?.tokens ?? 0
    expect(await fitOf(third - 1)).toMatchObject({ fromId: branch[4]?.id, messages: 4 })
    // the last question stands in each column under another id, and each ends with another answer
    expect(await fitOf(20)).toBeNull()
    expect(await fitOf(20, [])).toMatchObject({ fromId: branch[6]?.id })
    expect(await fitOf(1)).toBeNull()
  })

  test('continues with the chosen answer alone, and keeps the others', async () => {
    const [, first] = await askAll('Write about tides')
    const picked = columnsOf(first)[1]
    const opened = await call('chat.select', { messageId: picked?.id ?? '', limit: 100 })
    expect(opened.page.messages.at(-1)?.id).toBe(picked?.id)
    expect(columnsOf(opened.page.messages.at(-1))).toHaveLength(3)
    const { messages } = await call(
      'chat.send',
      message('Go on', { conversationId: picked?.conversationId ?? '', model: 'demo-chat-large', others: [] }),
    )
    await ended(messages[1]?.id ?? '')
    expect(sent().at(-1)?.messages.at(1)?.content).toBe(picked?.text)
    expect(messages[1]?.column).toBeUndefined()
  })

  test('sends files, pictures and words in every branch', async () => {
    const path = join(platform.paths.data, 'tides.txt')
    writeFileSync(path, 'the tide table of the harbour')
    const reading = await call('files.read', { token: app.importFile({ path, name: 'tides.txt', temporary: true }) })
    if (reading.state !== 'read') throw new Error(reading.state)
    const [, first] = await askAll('Write about tides')
    const conversationId = first?.conversationId ?? ''
    await askAll('With this', { conversationId, files: [reading.file] })
    for (const { messages } of sent().slice(3)) expect(messages.at(-1)?.content).toContain('the tide table')
  })

  test('refuses an unknown connection, and stores nothing', async () => {
    const send = message('Write', { others: [{ connectionId: 'gone', model: 'demo-chat' }] })
    expect(await refusal('chat.send', send)).toBe('no_connection')
    expect((await call('chat.list', { query: '', offset: 0, limit: 10 })).conversations).toEqual([])
  })

  test('asks a model once that was chosen twice', async () => {
    const { messages } = await call(
      'chat.send',
      message('Hello', { others: [target('demo-chat'), target('demo-chat')] }),
    )
    await ended(messages[1]?.id ?? '')
    expect(messages[1]?.column).toBeUndefined()
    expect(sent()).toHaveLength(1)
  })

  test('sends an edited message to all models', async () => {
    const [question] = await askAll('Write about tides')
    const { messages } = await call('chat.edit', {
      messageId: question?.id ?? '',
      newMessageId: randomUUID(),
      text: 'Write about winds',
      others,
    })
    expect(columnsOf(messages[1])).toHaveLength(3)
    await Promise.all(columnsOf(messages[1]).map(({ id }) => ended(id)))
    expect(
      sent()
        .slice(3)
        .map(({ messages: turns }) => turns.at(-1)?.content),
    ).toEqual(Array(3).fill('Write about winds'))
  })

  test('counts the cost of every column', async () => {
    await call('prices.put', {
      prices: ['demo-chat', 'demo-chat-large', 'demo-writer-zh'].map((model) => ({
        model,
        connectionId: '',
        currency: 'USD' as const,
        input: 1e9,
        cached: null,
        output: 1e9,
        image: null,
        second: null,
        minute: null,
      })),
    })
    const [, first] = await askAll('Write about tides')
    const costs = columnsOf(first).map(({ status }) => status.usage?.cost?.nano ?? 0)
    expect(costs.every((nano) => nano > 0)).toBe(true)
    const sum = await call('spending.conversation', { conversationId: first?.conversationId ?? '' })
    expect(sum).toMatchObject({ requests: 3, totals: [{ nano: costs.reduce((a, b) => a + b, 0) }] })
  })
})

describe('a running comparison', () => {
  beforeEach(() => start(30))

  const long = 'Write 6000 characters about tides'

  test('stops one column, and the others continue', async () => {
    const { conversation, messages } = await call('chat.send', message(long))
    const [first, second, third] = columnsOf(messages[1])
    await platform.events.until('chat.delta', ({ s }) => s === second?.stream)
    await call('chat.stop', { messageId: second?.id ?? '' })
    const states = columnsOf((await shown(conversation.id)).at(-1)).map(({ status }) => status.state)
    expect(states).toEqual(['streaming', 'stopped', 'streaming'])
    const { conversations } = await call('chat.list', { query: '', offset: 0, limit: 10 })
    expect(conversations[0]?.streaming).toBe(true)
    expect(platform.events.of('chat.conversation').at(-1)?.streaming).toBe(true)
    await call('chat.stop', { messageId: first?.id ?? '' })
    await call('chat.stop', { messageId: third?.id ?? '' })
    expect(platform.events.of('chat.conversation').at(-1)?.streaming).toBe(false)
  })

  test('regenerates a column with its own model while the others run', async () => {
    const { conversation, messages } = await call('chat.send', message(long))
    const [, second] = columnsOf(messages[1])
    await call('chat.stop', { messageId: second?.id ?? '' })
    const again = await call('chat.retry', {
      messageId: second?.id ?? '',
      newMessageId: randomUUID(),
      inColumn: true,
    })
    expect(again.messages[0]).toMatchObject({ model: 'demo-chat-large', column: { slot: 1 } })
    const answer = (await shown(conversation.id)).at(-1)
    expect(answer?.id).toBe(messages[1]?.id)
    expect(columnsOf(answer).map(({ status }) => status.state)).toEqual(Array(3).fill('streaming'))
    expect(columnsOf(answer)[1]?.column?.versions).toEqual([second?.id, again.messages[0]?.id])
    await platform.events.until('chat.delta', ({ s }) => s === again.messages[0]?.stream)
    expect(sent().at(-1)?.model).toBe('demo-chat-large')
  })

  test('continues a stopped column with its own model while the others run', async () => {
    const { conversation, messages } = await call('chat.send', message(long))
    const [, , third] = columnsOf(messages[1])
    await platform.events.until('chat.delta', ({ s }) => s === third?.stream)
    await call('chat.stop', { messageId: third?.id ?? '' })
    const before = columnsOf((await shown(conversation.id)).at(-1))[2]?.text ?? ''
    const { messages: resumed } = await call('chat.continue', { messageId: third?.id ?? '' })
    expect(resumed[0]?.text).toBe(before)
    await platform.events.until('chat.delta', ({ s }) => s === resumed[0]?.stream)
    expect(sent().at(-1)?.model).toBe('demo-writer-zh')
  })

  test('refuses a new message, another version of a running column, and a version outside the columns', async () => {
    const { conversation, messages } = await call('chat.send', message(long))
    const id = messages[1]?.id ?? ''
    expect(await refusal('chat.send', message('More', { conversationId: conversation.id }))).toBe('busy')
    const retry = { messageId: id, newMessageId: randomUUID() }
    expect(await refusal('chat.retry', { ...retry, inColumn: true })).toBe('busy')
    expect(await refusal('chat.retry', retry)).toBe('busy')
  })

  test('ends with its chat, even if a column is regenerated while the chat is deleted', async () => {
    const { conversation, messages } = await call('chat.send', message(long))
    const [, second] = columnsOf(messages[1])
    const messageId = second?.id ?? ''
    await call('chat.stop', { messageId })
    await Promise.allSettled([
      call('chat.delete', { conversationId: conversation.id }),
      call('chat.retry', { messageId, newMessageId: randomUUID(), inColumn: true }),
    ])
    expect(app.leaving().interrupted).toBe(0)
  })

  test('keeps every column after an abrupt end', async () => {
    const { conversation, messages } = await call('chat.send', message(long))
    const columns = columnsOf(messages[1])
    for (const { stream } of columns) await platform.events.until('chat.delta', ({ s }) => s === stream)
    app.flush()
    // a kill leaves the journal of each column
    const reader = new Database(`${platform.paths.data}/atelier.db`, { readonly: true })
    const journalled = reader.prepare('SELECT DISTINCT message_id AS id FROM journal').all()
    reader.close()
    expect(journalled.map(({ id }) => id).toSorted()).toEqual(columns.map(({ id }) => id).toSorted())
    await app.close()
    app = await createApp(platform, { demo: false })
    const kept = columnsOf((await shown(conversation.id)).at(-1))
    expect(kept.map(({ status, text }) => [status.state, text !== ''])).toEqual(Array(3).fill(['interrupted', true]))
  })
})

describe('an answer of another model', () => {
  beforeEach(() => start(Number.POSITIVE_INFINITY))

  const alone = { others: [] }

  test('an answer of another model is a version of the answer, and the chat keeps its own model', async () => {
    const [question, answer] = await askAll('Write about tides', alone)
    const newMessageId = randomUUID()
    const wish = { messageId: answer?.id ?? '', newMessageId, by: target('demo-chat-large') }
    // the same press twice is one request
    const [given] = await Promise.all([call('chat.retry', wish), call('chat.retry', wish)])
    await ended(newMessageId)
    expect(given.conversation.model).toBe('demo-chat')
    expect(sent().map(({ model }) => model)).toEqual(['demo-chat', 'demo-chat-large'])
    const [, other] = await shown(given.conversation.id)
    expect(other).toMatchObject({ id: newMessageId, model: 'demo-chat-large', parentId: question?.id, beside: [] })
    expect(other?.versions).toEqual([answer?.id, newMessageId])

    // the next message goes to the chat's model, with that answer before it
    const next = await call('chat.send', message('And now?', { conversationId: given.conversation.id, ...alone }))
    await ended(next.messages[1]?.id ?? '')
    expect(sent().at(-1)?.model).toBe('demo-chat')
    expect(
      sent()
        .at(-1)
        ?.messages.map(({ content }) => content),
    ).toEqual(['Write about tides', other?.text, 'And now?'])
  })

  test("an answer of another model is continued and counted as that model's", async () => {
    const [, answer] = await askAll('Write about tides', alone)
    const mend = gateway.addFaults('early-close;after=30', '/v1/chat/completions')
    const newMessageId = randomUUID()
    await call('chat.retry', { messageId: answer?.id ?? '', newMessageId, by: target('demo-writer-zh') })
    await ended(newMessageId)
    mend()
    const { messages } = await call('chat.continue', { messageId: newMessageId })
    await platform.events.until('chat.delta', ({ s }) => s === messages[0]?.stream)
    expect(sent().map(({ model }) => model)).toEqual(['demo-chat', 'demo-writer-zh', 'demo-writer-zh'])
  })

  test("an answer of another model is ordinary if it is the chat's own model", async () => {
    const [, answer] = await askAll('Write about tides', alone)
    const newMessageId = randomUUID()
    await call('chat.retry', { messageId: answer?.id ?? '', newMessageId, by: target('demo-chat') })
    await ended(newMessageId)
    const [, again] = await shown(answer?.conversationId ?? '')
    expect(again?.column).toBeUndefined()
  })

  test('a message for another model is answered by it alone, and the chat keeps its model', async () => {
    const [question, answer] = await askAll('Write about tides', alone)
    const by = target('demo-writer-zh')
    const send = message('Repeat exactly: water', { conversationId: question?.conversationId ?? '', by })
    const { conversation, messages } = await call('chat.send', send)
    await ended(messages[1]?.id ?? '')
    expect(conversation.model).toBe('demo-chat')
    expect(messages.map(({ model, parentId }) => [model, parentId])).toEqual([
      ['demo-chat', answer?.id],
      ['demo-writer-zh', messages[0]?.id],
    ])
    // the same send again asks nobody
    await call('chat.send', send)
    expect(sent().map(({ model }) => model)).toEqual(['demo-chat', 'demo-writer-zh'])
    const next = await call('chat.send', message('And now?', { conversationId: conversation.id, ...alone }))
    await ended(next.messages[1]?.id ?? '')
    expect(sent().at(-1)?.model).toBe('demo-chat')
  })

  test('the first message of a chat can be for another model, and one for a connection that is gone is refused', async () => {
    const by = target('demo-writer-zh')
    const { conversation, messages } = await call('chat.send', message('Write about tides', { ...alone, by }))
    await ended(messages[1]?.id ?? '')
    expect([conversation.model, messages[1]?.model]).toEqual(['demo-chat', 'demo-writer-zh'])
    const gone = { connectionId: randomUUID(), model: 'demo-chat' }
    expect(await refusal('chat.send', message('Write about tides', { ...alone, by: gone }))).toBe('no_connection')
  })

  test('an answer of another model is refused while another answer of the chat is running', async () => {
    await app.close()
    await gateway.close()
    dispose()
    await start(20)
    const { messages } = await call('chat.send', message('Write about tides', alone))
    const wish = { messageId: messages[1]?.id ?? '', newMessageId: randomUUID(), by: target('demo-chat-large') }
    expect(await refusal('chat.retry', wish)).toBe('busy')
    await call('chat.stop', { messageId: messages[1]?.id ?? '' })
  })
})
