import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { ConversationCopies } from '../../../../src/main/storage/conversation-copies.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Database } from '../../../../src/main/storage/database.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import type { Message } from '../../../../src/shared/chat.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'
import { conversation, storedMessage } from '../../../fakes/storage.ts'

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

async function say(text: string, more: Partial<CallInput<'chat.send'>> = {}): Promise<readonly Message[]> {
  const { messages } = await call('chat.send', {
    ...{ conversationId: randomUUID(), messageId: randomUUID(), connectionId: 'environment', model: 'demo-chat' },
    ...{ parameters: defaultParameters, text, attachments: [] },
    ...more,
  })
  const answer = messages[1]?.id
  await platform.events.until('chat.status', (event) => event.messageId === answer && event.stream === null)
  return messages
}
const open = (conversationId: string) => call('chat.open', { conversationId, limit: 100 })
const chatRequests = () => gateway.requests().filter(({ path }) => path === '/v1/chat/completions').length
const databaseFile = () => join(platform.paths.data, 'atelier.db')

describe('a branch of a chat', () => {
  test('a branched chat is separate, has the messages up to one, and requests nothing', async () => {
    const [first] = await say('Repeat exactly: one', { parameters: { ...defaultParameters, system: 'Be brief.' } })
    const conversationId = first?.conversationId ?? ''
    await say('Repeat exactly: two', { conversationId })
    const before = await open(conversationId)
    const answer = before.page.messages[1]
    const asked = chatRequests()
    const id = randomUUID()
    const fork = await call('chat.fork', { messageId: answer?.id ?? '', conversationId: id, title: 'Branch of one' })
    const { conversation: copy, page } = await open(id)

    expect(copy).toEqual(fork)
    expect(copy.title).toBe('Branch of one')
    expect(page.messages.map(({ text }) => text)).toEqual(before.page.messages.slice(0, 2).map(({ text }) => text))
    expect(copy.parameters).toEqual({
      ...before.conversation.parameters,
      origin: {
        ...{ conversationId, messageId: answer?.id, title: before.conversation.title },
        lastId: page.messages[1]?.id,
      },
    })
    expect(chatRequests()).toBe(asked)
    // each goes on alone
    await say('Repeat exactly: three', { conversationId: id })
    expect((await open(conversationId)).page).toEqual(before.page)
    expect((await open(id)).page.messages).toHaveLength(4)
  })

  test('a chat is branched once, however often the call is repeated', async () => {
    const [question] = await say('Repeat exactly: one')
    const wish = { messageId: question?.id ?? '', conversationId: randomUUID(), title: 'Once' }
    const both = await Promise.all([call('chat.fork', wish), call('chat.fork', wish)])
    expect(both[0]).toEqual(both[1])
    expect(await call('chat.fork', wish)).toEqual(both[0])
    expect((await call('chat.list', { query: 'Once', offset: 0, limit: 9 })).conversations).toHaveLength(1)
  })

  test('requests of a branched chat begin where those of the original did, if it has that message', async () => {
    const [first] = await say('Repeat exactly: one')
    const conversationId = first?.conversationId ?? ''
    const [second] = await say('Repeat exactly: two', { conversationId })
    const parameters = { ...defaultParameters, context: { fromId: second?.id ?? '', summary: 'one was said' } }
    await call('chat.update', { conversationId, parameters })
    const fork = async (messageId: string | undefined) => {
      const id = randomUUID()
      await call('chat.fork', { messageId: messageId ?? '', conversationId: id, title: 'x' })
      return await open(id)
    }
    const whole = await fork(second?.id)
    expect(whole.conversation.parameters.context).toEqual({
      ...{ fromId: whole.page.messages[2]?.id, summary: 'one was said' },
    })
    expect((await fork(first?.id)).conversation.parameters.context).toBeUndefined()
  })

  test('branching is refused from a running answer, and from a missing message', async () => {
    const { messages } = await call('chat.send', {
      ...{ conversationId: randomUUID(), messageId: randomUUID(), connectionId: 'environment', model: 'demo-chat' },
      ...{ parameters: defaultParameters, text: '/fault stall', attachments: [] },
    })
    const running = messages[1]?.id ?? ''
    expect(await refusal('chat.fork', { messageId: running, conversationId: randomUUID(), title: 'x' })).toBe('busy')
    // its question has been said
    expect(
      await refusal('chat.fork', { messageId: messages[0]?.id ?? '', conversationId: randomUUID(), title: 'x' }),
    ).toBe('ok')
    expect(await refusal('chat.fork', { messageId: 'gone', conversationId: randomUUID(), title: 'x' })).toBe(
      'not_found',
    )
    await call('chat.stop', { messageId: running })
  })

  test('the branch of a killed process is gone after the next start', async () => {
    await say('Repeat exactly: one')
    await app.close()
    const database = new Database(databaseFile())
    const copies = new ConversationCopies(database)
    const id = randomUUID()
    const [kept] = database.prepare("SELECT id FROM messages WHERE role = 'user'").all()
    database.transaction(() => {
      copies.beginCopy(conversation(id))
      copies.copy({ from: String(kept?.id), id: randomUUID(), conversationId: id, parentId: null })
    })
    const left = () => database.prepare('SELECT count(*) AS n FROM messages').get()?.n
    expect(left()).toBe(3)
    app = await createApp(platform, { demo: false })
    expect((await call('chat.list', { query: '', offset: 0, limit: 9 })).conversations).toHaveLength(1)
    // closing waits for nothing else
    await app.close()
    app = await createApp(platform, { demo: false })
    await expect.poll(left).toBe(2)
    expect(copies.unfinished()).toEqual([])
    database.close()
  })

  /** Stores a long chat, whose messages are `m0` and so on. */
  async function longChat(count: number): Promise<void> {
    await app.close()
    const database = new Database(databaseFile())
    const messages = new Messages(database)
    const id = randomUUID()
    database.transaction(() => {
      new Conversations(database).insertConversation(conversation(id, { leafId: `m${count - 1}` }))
      for (let at = 0; at < count; at += 1)
        messages.insertMessage(
          storedMessage(`m${at}`, {
            ...{ conversationId: id, parentId: at === 0 ? null : `m${at - 1}`, createdAt: at },
            role: at % 2 === 0 ? 'user' : 'assistant',
          }),
        )
    })
    database.close()
    app = await createApp(platform, { demo: false })
  }

  test('branching a long chat reports progress, and leaves nothing when cancelled', async () => {
    const count = 3_000
    await longChat(count)
    const [whole, stopped] = [randomUUID(), randomUUID()]
    await call('chat.fork', { messageId: `m${count - 1}`, conversationId: whole, title: 'Long' })
    const told = platform.events.of('chat.forking')
    expect(told.length).toBeGreaterThan(5)
    expect(told.length).toBeLessThanOrEqual(101)
    expect(told.map(({ done }) => done)).toEqual(told.map(({ done }) => done).toSorted((a, b) => a - b))
    expect(told.at(-1)).toEqual({ conversationId: whole, done: count, total: count })

    const refused = refusal('chat.fork', { messageId: `m${count - 1}`, conversationId: stopped, title: 'Long' })
    await platform.events.until('chat.forking', ({ conversationId }) => conversationId === stopped)
    await call('chat.stopFork', { conversationId: stopped })
    expect(await refused).toBe('cancelled')
    const database = new Database(databaseFile(), { readonly: true })
    const left = database.prepare('SELECT count(*) AS n FROM messages WHERE conversation_id = ?').get(stopped)?.n
    expect([left, new Conversations(database).isDeleted(stopped)]).toEqual([0, false])
    database.close()
    // the same branch can be asked for again
    await call('chat.fork', { messageId: `m${count - 1}`, conversationId: stopped, title: 'Long' })
  })

  test('branching a chat of 10,000 messages copies in short steps, between which main does other work', async () => {
    const count = 10_000
    await longChat(count)
    const copy = randomUUID()
    // what another part of main sees between two steps: messages, not milliseconds, as the machine of a test may stall
    const reading = new Database(databaseFile())
    const counted = reading.prepare('SELECT count(*) AS n FROM messages WHERE conversation_id = ?')
    const seen: number[] = []
    const look = () => {
      seen.push(Number(counted.get(copy)?.n))
      timer = setImmediate(look)
    }
    let timer = setImmediate(look)
    onTestFinished(() => {
      clearImmediate(timer)
      reading.close()
    })
    await call('chat.fork', { messageId: `m${count - 1}`, conversationId: copy, title: 'Long' })
    clearImmediate(timer)
    // the branch is read in steps too, before the first message is copied
    expect(seen.filter((n) => n === 0).length).toBeGreaterThan(20)
    const steps = [...seen, count].map((n, at) => n - (seen[at - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThan(count / 3)
    const { page } = await call('chat.open', { conversationId: copy, limit: 500 })
    expect(page.messages.at(-1)?.text).toBe(`text of m${count - 1}`)
    expect(page.hasEarlier).toBe(true)
  })
})
