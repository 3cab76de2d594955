import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Database, type SqlValue, type Statement } from '../../../../src/main/storage/database.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { openStorage } from '../../../../src/main/storage/open.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'
import { conversation, storedMessage } from '../../../fakes/storage.ts'

const count = 1_200
/** Most messages of a branch that one statement may follow. */
const stepMax = 500

const conversationId = randomUUID()
const ids = Array.from({ length: count }, () => randomUUID())
const at = (index: number): string => ids.at(index) ?? ''
/** Another version of the last message. */
const version = randomUUID()

let platform: TestPlatform
let dispose: () => void
let app: App

beforeEach(async () => {
  const made = testPlatform({})
  platform = made.platform
  dispose = made.dispose
  const { database } = openStorage(platform.paths.data, 1)
  const [conversations, messages] = [new Conversations(database), new Messages(database)]
  database.transaction(() => {
    conversations.insertConversation(conversation(conversationId))
    for (const [index, id] of [...ids, version].entries())
      messages.insertMessage(
        storedMessage(id, {
          ...{ conversationId, createdAt: index + 1, role: index % 2 === 0 ? 'user' : 'assistant' },
          parentId: index === 0 ? null : at(Math.min(index, count - 1) - 1),
        }),
      )
    conversations.updateConversation(conversation(conversationId, { leafId: at(-1) }))
  })
  database.close()
  app = await createApp(platform, { demo: false })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await app.close()
  dispose()
})

const client = new AppClient(() => app)
const call = client.call.bind(client)
const opened = () => call('chat.open', { conversationId, limit: 100 })

/** The statements that followed branches during some work, with their bounds; null for none. */
async function followed(work: () => Promise<unknown>): Promise<readonly (number | null)[]> {
  const bounds: (number | null)[] = []
  const prepare = Database.prototype.prepare
  const watch = vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database, sql) {
    const statement: Statement = prepare.call(this, sql)
    if (!sql.includes('RECURSIVE')) return statement
    const noted = (values: readonly SqlValue[]): readonly SqlValue[] => {
      bounds.push(values.find((value) => typeof value === 'number') ?? null)
      return values
    }
    return {
      all: (...values) => statement.all(...noted(values)),
      get: (...values) => statement.get(...noted(values)),
      run: (...values) => statement.run(...noted(values)),
    }
  })
  await work()
  watch.mockRestore()
  return bounds
}

async function expectSteps(work: () => Promise<unknown>): Promise<void> {
  const bounds = await followed(work)
  expect(bounds.filter((bound) => bound === null || bound > stepMax)).toEqual([])
}

test('deleting one message of a long chat, and its undo, follow branches in small steps', async () => {
  const before = await opened()
  const deletionId = randomUUID()
  await expectSteps(() => call('chat.deleteMessage', { messageId: at(3), scope: 'one', deletionId }))
  expect((await call('chat.later', { afterId: at(2), limit: 1 })).messages.map(({ id }) => id)).toEqual([at(4)])
  await expectSteps(() => call('chat.restoreMessages', { conversationId, deletionId }))
  expect((await call('chat.later', { afterId: at(2), limit: 1 })).messages.map(({ id }) => id)).toEqual([at(3)])
  expect((await opened()).page).toEqual(before.page)
})

test('undoing a deletion whose place has changed follows branches in small steps', async () => {
  const [rest, one, all] = [randomUUID(), randomUUID(), randomUUID()]
  const remove = (index: number, scope: 'one' | 'rest', deletionId: string) =>
    call('chat.deleteMessage', { messageId: at(index), scope, deletionId })
  const restore = (deletionId: string) => call('chat.restoreMessages', { conversationId, deletionId })
  await remove(10, 'rest', rest)
  await remove(9, 'one', one)
  // the newest end of what hangs on another message now
  await expectSteps(() => restore(rest))
  expect((await opened()).page.messages.at(-1)?.id).toBe(version)
  await restore(one)
  await remove(10, 'rest', all)
  await remove(0, 'rest', rest)
  // the newest end of a chat that showed nothing
  await expectSteps(() => restore(all))
  expect((await opened()).page.messages.at(-1)?.id).toBe(version)
})

test('a jump within a long chat, or to another branch, is made in small steps', async () => {
  await expectSteps(async () => {
    const around = await call('chat.around', { messageId: at(300), limit: 10 })
    expect(around.page.messages.map(({ id }) => id)).toEqual(ids.slice(296, 306))
    expect([around.page.hasEarlier, around.page.hasLater]).toEqual([true, true])
  })
  await expectSteps(async () => {
    const later = await call('chat.later', { afterId: at(300), limit: 10 })
    expect(later.messages.map(({ id }) => id)).toEqual(ids.slice(301, 311))
    expect(later.hasLater).toBe(true)
  })
  await expectSteps(async () => {
    // the newest branch through an early message ends with the newer version
    const { page } = await call('chat.select', { messageId: at(5), limit: 3 })
    expect(page.messages.map(({ id }) => id)).toEqual([at(-3), at(-2), version])
  })
})

test('simultaneous deletions in one chat run one after another', async () => {
  const wishes = [3, 4, 5].map((index) => ({ messageId: at(index), scope: 'one' as const, deletionId: randomUUID() }))
  const answers = await Promise.all([...wishes, ...wishes].map((wish) => call('chat.deleteMessage', wish)))
  expect(answers.map(({ count }) => count)).toEqual([1, 1, 1, 0, 0, 0])
  const later = () => call('chat.later', { afterId: at(2), limit: 1 })
  expect((await later()).messages.map(({ id }) => id)).toEqual([at(6)])
  await Promise.all(wishes.map(({ deletionId }) => call('chat.restoreMessages', { conversationId, deletionId })))
  expect((await later()).messages.map(({ id }) => id)).toEqual([at(3)])
})
