import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { temporaryChatId } from '../../../../src/shared/temporary-chat.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
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

/** A word that stands in every text of these chats, and nowhere else. */
const canary = 'qzxkanarienvogel'
const target = { connectionId: 'environment', model: 'demo-chat' }

async function begun(parameters = defaultParameters): Promise<string> {
  const conversationId = temporaryChatId(randomUUID())
  await call('temporary.begin', { conversationId, ...target, parameters })
  return conversationId
}

async function ended({ id }: Pick<Message, 'id'>): Promise<void> {
  await platform.events.until('chat.status', ({ messageId, stream }) => messageId === id && stream === null)
}

async function said(conversationId: string, text: string, more: Partial<CallInput<'chat.send'>> = {}) {
  const exchange = await call('chat.send', {
    ...{ conversationId, messageId: randomUUID(), ...target, parameters: defaultParameters, text, attachments: [] },
    ...more,
  })
  const answer = exchange.messages[1] ?? expect.fail('no answer')
  for (const one of [answer, ...(answer.beside ?? [])]) await ended(one)
  return { question: exchange.messages[0] ?? expect.fail('no question'), answer }
}

const opened = (conversationId: string) => call('chat.open', { conversationId, limit: 100 })

/** Files of the data folder that hold a text in UTF-8 or UTF-16. */
function filesWith(text: string): readonly string[] {
  const traces = [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()]
  return readdirSync(platform.paths.data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return traces.some((trace) => bytes.includes(trace))
    })
}

/** Number of rows by table of the database on the disk. */
function rowCounts(): Readonly<Record<string, number>> {
  const database = new Database(join(platform.paths.data, 'atelier.db'), { readonly: true })
  try {
    // the tables of the search index have a row more once the search was opened
    const tables = database.prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE 'search%config'",
    )
    return Object.fromEntries(
      tables
        .all()
        .map(({ name }) => [
          String(name),
          Number(database.prepare(`SELECT count(*) AS n FROM "${String(name)}"`).get()?.n),
        ]),
    )
  } finally {
    database.close()
  }
}

describe('a temporary chat', () => {
  test('a temporary chat can be sent to, retried, edited, continued and read like any other', async () => {
    const id = await begun({ ...defaultParameters, system: `${canary} system` })
    const first = await said(id, `Repeat exactly: ${canary} one`)
    expect((await opened(id)).conversation.title).toBe(`Repeat exactly: ${canary} one`)
    const retried = randomUUID()
    await call('chat.retry', { messageId: first.answer.id, newMessageId: retried })
    await ended({ id: retried })
    const edited = randomUUID()
    const { messages } = await call('chat.edit', {
      messageId: first.question.id,
      newMessageId: edited,
      text: `Repeat exactly: ${canary} two`,
    })
    await ended(messages[1] ?? expect.fail('no answer'))
    const { page } = await opened(id)
    expect(page.messages.map(({ text }) => text)).toEqual([`Repeat exactly: ${canary} two`, `${canary} two`])
    expect(page.messages[0]?.versions).toEqual([first.question.id, edited])
    const back = await call('chat.select', { messageId: first.answer.id, limit: 10 })
    expect(back.page.messages[1]).toMatchObject({ text: `${canary} one`, versions: [first.answer.id, retried] })
    await call('chat.update', { conversationId: id, title: 'Renamed' })
    expect((await call('temporary.list', {})).map(({ title }) => title)).toEqual(['Renamed'])
    const sent = gateway.requests().filter(({ path }) => path === '/v1/chat/completions')
    expect(JSON.stringify(sent[0]?.body)).toContain(`${canary} system`)
  })

  test('a temporary chat leaves in files only spending rows, without words', async () => {
    await call('prices.put', { prices: [] })
    await call('requests.keep', { kept: true })
    const before = rowCounts()
    const id = await begun({ ...defaultParameters, system: `${canary} system` })
    const { answer } = await said(id, `/fault bad-chunk;after=8\nRepeat exactly: ${canary} and more, so that it breaks`)
    await said(id, `/fault think;shape=tags\nRepeat exactly: ${canary}`)
    await said(id, `Repeat exactly: ${canary}`, {
      others: [{ connectionId: 'environment', model: 'demo-chat-large' }],
    })
    await call('chat.saveDraft', { conversationId: id, text: `${canary} draft` })
    await call('chat.update', { conversationId: id, title: `${canary} title` })
    const copy = { conversationId: temporaryChatId(randomUUID()), title: `${canary} fork` }
    await call('chat.fork', { ...copy, messageId: answer.id })
    await call('chat.deleteMessage', { messageId: answer.id, scope: 'rest', deletionId: randomUUID() })
    expect(filesWith(canary)).toEqual([])
    // nor where other chats are looked for
    expect((await call('chat.list', { query: '', offset: 0, limit: 10, place: 'all' })).conversations).toEqual([])
    expect(await call('history.keys', { text: '', filter: everything })).toEqual([])
    expect(await call('requests.list', {})).toEqual([])
    const after = rowCounts()
    const changed = Object.keys(after).filter((table) => after[table] !== before[table])
    expect(changed).toEqual(['spending'])
    await app.close()
    expect(filesWith(canary)).toEqual([])
  })

  test('a temporary chat has its spending row before the request; a refusal removes it', async () => {
    const id = await begun()
    const { answer } = await said(id, '/fault fail;status=400\nHello')
    expect((await opened(id)).page.messages[1]?.status.state).toBe('failed')
    expect(rowCounts().spending).toBe(0)
    const held = await call('chat.send', {
      ...{ conversationId: id, messageId: randomUUID(), ...target, parameters: defaultParameters },
      ...{ text: '/fault stall;after=0\nHello', attachments: [] },
    })
    await expect.poll(() => gateway.requests().filter(({ path }) => path === '/v1/chat/completions').length).toBe(3)
    expect(rowCounts().spending).toBe(1)
    await call('chat.stop', { messageId: held.messages[1]?.id ?? answer.id })
  })

  test('a temporary chat has the row of a summary before its request too', async () => {
    const id = await begun()
    await said(id, 'Repeat exactly: one')
    const { question } = await said(id, 'Repeat exactly: two')
    expect(rowCounts().spending).toBe(2)
    gateway.addFaults('stall;after=0', '/v1/chat/completions')
    const summary = refusal('chat.summarise', { ...target, conversationId: id, fromId: question.id })
    await expect.poll(() => gateway.requests().filter(({ path }) => path === '/v1/chat/completions').length).toBe(3)
    expect(rowCounts().spending).toBe(3)
    await call('chat.stopSummary', { conversationId: id })
    expect(await summary).toBe('cancelled')
  })

  test('a temporary chat accepts no pictures, no files and no tools', async () => {
    const id = await begun({
      ...defaultParameters,
      tools: { enabled: ['current_date', 'calculator'], roundsMax: 4 },
    })
    expect(
      await refusal('chat.send', {
        ...{ conversationId: id, messageId: randomUUID(), ...target, parameters: defaultParameters, text: 'See' },
        attachments: ['a'.repeat(64)],
      }),
    ).toBe('not_found')
    await said(id, 'Hello')
    const sent = gateway.requests().find(({ path }) => path === '/v1/chat/completions')
    expect(JSON.stringify(sent?.body)).not.toContain('calculator')
  })

  test('a closed temporary chat is gone; late calls about it reach no other chat', async () => {
    const id = await begun()
    const { answer } = await said(id, 'Hello')
    await call('chat.delete', { conversationId: id })
    expect(await call('temporary.list', {})).toEqual([])
    expect(await refusal('chat.saveDraft', { conversationId: id, text: canary })).toBe('not_found')
    expect(await refusal('chat.restore', { conversationId: id })).toBe('not_found')
    expect(await refusal('chat.retry', { messageId: answer.id, newMessageId: randomUUID() })).toBe('not_found')
    expect(
      await refusal('chat.send', {
        ...{ conversationId: id, messageId: randomUUID(), ...target, parameters: defaultParameters },
        ...{ text: canary, attachments: [] },
      }),
    ).toBe('not_found')
    expect(filesWith(canary)).toEqual([])
  })

  test('a temporary chat is gone after a restart, and its id is given to no other chat', async () => {
    const id = await begun()
    await said(id, 'Hello')
    await app.close()
    app = await createApp(platform, { demo: false })
    expect(await call('temporary.list', {})).toEqual([])
    expect(await refusal('chat.saveDraft', { conversationId: id, text: canary })).toBe('not_found')
    expect(rowCounts().drafts).toBe(0)
  })

  test('a temporary chat cannot be copied into an ordinary one, only kept', async () => {
    const id = await begun()
    const { answer } = await said(id, 'Hello')
    const fork = { messageId: answer.id, title: 'Copy' }
    expect(await refusal('chat.fork', { ...fork, conversationId: randomUUID() })).toBe('invalid_input')
    const copy = temporaryChatId(randomUUID())
    await call('chat.fork', { ...fork, conversationId: copy })
    expect((await call('temporary.list', {})).map((one) => one.id)).toContain(copy)
    expect(rowCounts().conversations).toBe(0)
  })

  test('a temporary chat with messages is named before quitting', async () => {
    expect(app.leaving().unkept).toBe(0)
    const id = await begun()
    expect(app.leaving().unkept).toBe(0)
    await call('chat.saveDraft', { conversationId: id, text: 'typed' })
    await said(await begun(), 'Hello')
    expect(app.leaving()).toEqual({ interrupted: 0, cancelled: 0, goingOn: 0, unkept: 2 })
  })
})

describe('a temporary chat that is kept', () => {
  test('a kept temporary chat is an ordinary one with its versions, its draft and its cost', async () => {
    const id = await begun({ ...defaultParameters, system: 'Be brief' })
    const first = await said(id, `Repeat exactly: ${canary} one`)
    const retried = randomUUID()
    await call('chat.retry', { messageId: first.answer.id, newMessageId: retried })
    await ended({ id: retried })
    const second = await said(id, '/fault think;shape=tags\nRepeat exactly: two')
    await said(id, 'Side by side', { others: [{ connectionId: 'environment', model: 'demo-chat-large' }] })
    await call('chat.deleteMessage', { messageId: second.answer.id, scope: 'one', deletionId: randomUUID() })
    await call('chat.saveDraft', { conversationId: id, text: 'not sent' })
    const before = await opened(id)
    const cost = await call('spending.conversation', { conversationId: id })
    const keptId = randomUUID()
    const conversation = await call('temporary.keep', { conversationId: id, keptId })
    expect(conversation).toEqual({ ...before.conversation, id: keptId })
    expect(await opened(keptId)).toEqual({
      ...before,
      conversation,
      page: {
        ...before.page,
        messages: before.page.messages.map((message) => ({
          ...message,
          conversationId: keptId,
          ...(message.beside === undefined
            ? {}
            : { beside: message.beside.map((one) => ({ ...one, conversationId: keptId })) }),
        })),
      },
    })
    expect(await call('spending.conversation', { conversationId: keptId })).toEqual(cost)
    expect(await call('temporary.list', {})).toEqual([])
    // the same call again gives the same chat
    expect(await call('temporary.keep', { conversationId: id, keptId })).toEqual(conversation)
    await call('chat.restoreMessages', { conversationId: keptId, deletionId: null })
    await said(keptId, 'It goes on')
    await app.close()
    app = await createApp(platform, { demo: false })
    expect((await opened(keptId)).conversation.title).toBe(`Repeat exactly: ${canary} one`)
    expect(await call('history.keys', { text: '', filter: everything })).toEqual([{ kind: 'chat', id: keptId }])
  })

  test('a temporary chat can be kept only once its answer has ended', async () => {
    const id = await begun()
    const { messages } = await call('chat.send', {
      ...{ conversationId: id, messageId: randomUUID(), ...target, parameters: defaultParameters },
      ...{ text: '/fault stall;after=2\nRepeat exactly: one two three four', attachments: [] },
    })
    expect(await refusal('temporary.keep', { conversationId: id, keptId: randomUUID() })).toBe('busy')
    expect(rowCounts().conversations).toBe(0)
    await call('chat.stop', { messageId: messages[1]?.id ?? '' })
    await call('temporary.keep', { conversationId: id, keptId: randomUUID() })
    expect(rowCounts().conversations).toBe(1)
  })
})

test('a repeated deletion in a temporary chat deletes nothing more', async () => {
  const conversationId = await begun()
  const { answer } = await said(conversationId, 'Repeat exactly: one')
  const wish = { messageId: answer.id, scope: 'one' as const, deletionId: randomUUID() }
  expect((await call('chat.deleteMessage', wish)).count).toBe(1)
  expect((await call('chat.deleteMessage', wish)).count).toBe(0)
  expect((await opened(conversationId)).page.messages).toHaveLength(1)
})

test.each(['---', '![](https://example.com/a.png)'])(
  'a temporary chat whose last words are marks alone is not taken for an empty one: %j',
  async (marks) => {
    const conversationId = await begun()
    await said(conversationId, `Repeat exactly: ${marks}`)
    const { conversation } = await opened(conversationId)
    expect([conversation.snippet, app.leaving().unkept]).toEqual([marks, 1])
    await said(conversationId, marks)
    expect(app.leaving().unkept).toBe(1)
  },
)
