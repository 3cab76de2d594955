import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDemoGateway, type DemoGateway } from '../../../../src/demo-gateway/server.ts'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Database, type Statement } from '../../../../src/main/storage/database.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { defaultParameters } from '../../../../src/shared/chat-limits.ts'
import type { CallInput } from '../../../../src/shared/ipc/contract.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'
import { conversation, storedMessage } from '../../../fakes/storage.ts'

const count = 1_200
/** Most messages that one statement may read. */
const stepMax = 500

const conversationId = randomUUID()
const ids = Array.from({ length: count }, () => randomUUID())
const at = (index: number): string => ids.at(index) ?? ''
/** Another version of the last part. */
const version = randomUUID()
const parameters = { ...defaultParameters, maxTokens: 12, text: { stop: [] } }
const partOf = (index: number): string => `Part ${index}. `
const whole = ids.map((_, index) => partOf(index)).join('')

let gateway: DemoGateway
let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  gateway = await createDemoGateway({ tokensPerSecond: Number.POSITIVE_INFINITY })
  const made = testPlatform({ environment: { ATELIER_BASE_URL: gateway.baseUrl, ATELIER_API_KEY: gateway.key } })
  platform = made.platform
  dispose = made.dispose
  const { database } = openStorage(platform.paths.data, 1)
  const [conversations, messages] = [new Conversations(database), new Messages(database)]
  database.transaction(() => {
    conversations.insertConversation(conversation(conversationId, { parameters }))
    for (const [index, id] of [...ids, version].entries())
      messages.insertMessage(
        storedMessage(id, {
          ...{ conversationId, createdAt: index + 1, role: index % 2 === 0 ? 'user' : 'assistant' },
          ...{ text: partOf(index), parentId: index === 0 ? null : at(Math.min(index, count - 1) - 1) },
        }),
      )
    conversations.updateConversation(conversation(conversationId, { parameters, leafId: at(-1) }))
  })
  database.close()
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
  await gateway.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)

/** The numbers of rows that statements read at once during some work. */
async function read(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  const prepare = Database.prototype.prepare
  const watch = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database, sql) {
    const statement: Statement = prepare.call(this, sql)
    return {
      ...statement,
      all(...values) {
        const rows = statement.all(...values)
        most = Math.max(most, rows.length)
        return rows
      },
    }
  })
  await work()
  watch.mockRestore()
  return most
}

const wish = (changes: Partial<CallInput<'chat.goOn'>>): CallInput<'chat.goOn'> => ({
  ...{ conversationId, messageId: randomUUID(), connectionId: 'environment', model: 'demo-chat', parameters },
  ...{ text: whole, at: whole.length },
  ...changes,
})

test('reads a document of many parts in small steps', async () => {
  expect(
    await read(async () => {
      const document = await call('chat.readText', { conversationId })
      expect([document.text, document.written.length, document.version]).toEqual([whole, count / 2, at(-1)])
      expect(document.versions).toEqual([at(-1), version])
    }),
  ).toBeLessThanOrEqual(stepMax)
})

test('a model continues inside a document of many parts, which is followed in small steps', async () => {
  const begins = whole.slice(0, whole.indexOf(partOf(1_000)))
  const asked = wish({ text: `${begins}Now `, at: begins.length + 4 })
  expect(
    await read(async () => {
      const { document, messages } = await call('chat.goOn', asked)
      expect(messages[0]).toMatchObject({ text: 'Now ', parentId: at(999) })
      expect(document.text.startsWith(`${begins}Now `)).toBe(true)
      expect(document.versions).toHaveLength(3)
    }),
  ).toBeLessThanOrEqual(stepMax)
  const sent = () => gateway.requests().filter(({ path }) => path === '/v1/completions')
  await platform.events.until(
    'chat.status',
    ({ messageId, stream }) => messageId === asked.messageId && stream === null,
  )
  expect(sent()).toHaveLength(1)
})

test('two equal requests at once are sent once, and a different one is refused', async () => {
  const asked = wish({ text: `${whole}And `, at: whole.length + 4 })
  const another = wish({ text: `${whole}But `, at: whole.length + 4 })
  gateway.addFaults('stall', '/v1/completions')
  const outcomes = await Promise.all([asked, asked, another].map((one) => client.refusal('chat.goOn', one)))
  // whichever is stored first goes on
  const isAsked = outcomes[0] === 'ok'
  expect(outcomes).toEqual(isAsked ? ['ok', 'ok', 'busy'] : ['busy', 'busy', 'ok'])
  const { newest, versions } = await call('chat.readText', { conversationId })
  expect(newest?.messageId).toBe((isAsked ? asked : another).messageId)
  expect(versions).toHaveLength(2)
  await call('chat.stop', { messageId: newest?.messageId ?? '' })
  expect(gateway.requests().filter(({ path }) => path === '/v1/completions').length).toBeLessThanOrEqual(1)
})
