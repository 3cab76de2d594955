import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createApp } from '../../../../src/main/app.ts'
import type { App } from '../../../../src/main/application.ts'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { Database, type Statement } from '../../../../src/main/storage/database.ts'
import { MarkedMessages } from '../../../../src/main/storage/marked-messages.ts'
import { MessageDeletions } from '../../../../src/main/storage/message-deletions.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { databasePath, openStorage } from '../../../../src/main/storage/open.ts'
import { atOnce } from '../../../../src/main/storage/steps.ts'
import { AppClient } from '../../../fakes/app-client.ts'
import { type TestPlatform, testPlatform } from '../../../fakes/platform.ts'
import { conversation, storedMessage } from '../../../fakes/storage.ts'

const count = 1_200
/** Most rows that one transaction may change. */
const stepMax = 250

const conversationId = randomUUID()
const ids = Array.from({ length: count }, () => randomUUID())
const [x, y, one, rest, all] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const at = (index: number): string => ids.at(index) ?? ''

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
    for (const [index, id] of ids.entries())
      messages.insertMessage(
        storedMessage(id, {
          ...{ conversationId, createdAt: index + 1, role: index % 2 === 0 ? 'user' : 'assistant' },
          parentId: index === 0 ? null : at(index - 1),
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
const remove = (index: number, deletionId: string) =>
  call('chat.deleteMessage', { messageId: at(index), scope: 'rest', deletionId })

/** The number of rows that each transaction changed during some work. */
async function changed(work: () => Promise<unknown>): Promise<readonly number[]> {
  const steps: number[] = []
  let depth = 0
  const { prepare, transaction } = Database.prototype
  vi.spyOn(Database.prototype, 'transaction').mockImplementation(function <T>(this: Database, run: () => T): T {
    if (depth === 0) steps.push(0)
    depth += 1
    try {
      return transaction.call(this, run) as T
    } finally {
      depth -= 1
    }
  })
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database, sql) {
    const statement: Statement = prepare.call(this, sql)
    return {
      ...statement,
      run(...values) {
        const rows = statement.run(...values)
        if (depth === 0) steps.push(rows)
        else steps[steps.length - 1] = (steps.at(-1) ?? 0) + rows
        return rows
      },
    }
  })
  await work()
  vi.restoreAllMocks()
  return steps
}

test('deleting the rest of a long chat, and its undo, change few rows at a time', async () => {
  const before = await opened()
  const deletionId = randomUUID()
  const deleting = await changed(async () => expect((await remove(10, deletionId)).count).toBe(count - 10))
  expect(Math.max(...deleting)).toBeLessThanOrEqual(stepMax)
  expect((await opened()).page.messages.map(({ id }) => id)).toEqual(ids.slice(0, 10))
  const restoring = await changed(async () => {
    expect((await call('chat.restoreMessages', { conversationId, deletionId })).count).toBe(count - 10)
    await settled()
  })
  expect(Math.max(...restoring)).toBeLessThanOrEqual(stepMax)
  expect((await opened()).page).toEqual(before.page)
})

const rows = () => {
  const database = new Database(databasePath(platform.paths.data), { readonly: true })
  try {
    return database.prepare('SELECT * FROM messages ORDER BY rowid').all()
  } finally {
    database.close()
  }
}
/** Waits for all that is still done to the chat: the next change comes after it. */
async function settled(): Promise<void> {
  await remove(-1, y)
  await call('chat.restoreMessages', { conversationId, deletionId: y })
}
const restart = async () => {
  app = await createApp(platform, { demo: false })
}
/** Changes the database while no app runs, as a process did that was killed. */
async function whileClosed(change: (database: Database) => void): Promise<void> {
  await app.close()
  const database = new Database(databasePath(platform.paths.data))
  change(database)
  database.close()
  await restart()
}

test('a start clears the marks of a process killed while deleting, and the chat is complete at once', async () => {
  const [before, table] = [await opened(), rows()]
  await whileClosed((database) => {
    const marks = new MarkedMessages(database)
    marks.beginMarking(x, conversationId)
    const marking = marks.mark(x, at(10))
    marking.next()
    marking.next()
  })
  expect(await opened()).toEqual(before)
  expect(await call('chat.deletedMessages', {})).toEqual({ count: 0 })
  await settled()
  expect(rows()).toEqual(table)
  expect(await client.refusal('chat.restoreMessages', { conversationId, deletionId: x })).toBe('not_found')
})

test('a start finishes an undo that a kill interrupted', async () => {
  const [before, table] = [await opened(), rows()]
  await remove(10, x)
  await whileClosed((database) => {
    const [marks, deletions] = [new MarkedMessages(database), new MessageDeletions(database)]
    const deletion = deletions.findDeletion(x)
    if (deletion === null) throw new Error('nothing was deleted')
    database.transaction(() => deletions.unsettle(deletion, atOnce(marks.rest(x)), undefined))
    marks.unmark(x).next()
  })
  await settled()
  expect((await opened()).page).toEqual(before.page)
  expect(rows()).toEqual(table)
})

test('quitting while a long rest is deleted leaves all of it or nothing', async () => {
  const before = await opened()
  const deleting = app.call('chat.deleteMessage', { messageId: at(10), scope: 'rest', deletionId: x })
  await app.close()
  const { ok } = await deleting
  await restart()
  const shown = (await opened()).page.messages.map(({ id }) => id)
  expect(shown).toEqual(ok ? ids.slice(0, 10) : before.page.messages.map(({ id }) => id))
  if (!ok) expect(await call('chat.deletedMessages', {})).toEqual({ count: 0 })
})

test('an undo while a long rest is still being deleted restores all of it', async () => {
  const [before, table] = [await opened(), rows()]
  const deletionId = randomUUID()
  const [deleted, restored] = await Promise.all([
    remove(10, deletionId),
    call('chat.restoreMessages', { conversationId, deletionId }),
  ])
  expect([deleted.count, restored.count]).toEqual([count - 10, count - 10])
  expect((await opened()).page).toEqual(before.page)
  // the same deletion again waits for the clearing, and can be undone again
  expect((await remove(10, deletionId)).count).toBe(count - 10)
  await call('chat.restoreMessages', { conversationId, deletionId })
  await settled()
  expect(rows()).toEqual(table)
})

test('moving a chat to the bin during a deletion in it deletes the chat as a whole', async () => {
  const before = await opened()
  const deleting = client.refusal('chat.deleteMessage', { messageId: at(10), scope: 'rest', deletionId: x })
  await call('chat.delete', { conversationId })
  const outcome = await deleting
  await call('chat.restore', { conversationId })
  // it may have been deleted before the chat was
  expect(['ok', 'not_found']).toContain(outcome)
  if (outcome === 'ok') await call('chat.restoreMessages', { conversationId, deletionId: x })
  expect((await opened()).page).toEqual(before.page)
  expect(await call('chat.deletedMessages', {})).toEqual({ count: 0 })
})

test('undoing a deletion whose place has moved follows it in small steps', async () => {
  await remove(600, rest)
  await call('chat.deleteMessage', { messageId: at(599), scope: 'one', deletionId: one })
  await remove(0, all)
  const undone = await changed(() => call('chat.restoreMessages', { conversationId, deletionId: rest }))
  expect(Math.max(...undone)).toBeLessThanOrEqual(stepMax)
  expect((await opened()).page.messages.map(({ id }) => id)).toEqual(ids.slice(-100))
  await call('chat.restoreMessages', { conversationId, deletionId: all })
  await call('chat.restoreMessages', { conversationId, deletionId: one })
  expect((await call('chat.later', { afterId: at(597), limit: 3 })).messages.map(({ id }) => id)).toEqual(
    ids.slice(598, 601),
  )
  expect((await opened()).page.messages.map(({ id }) => id)).toEqual(ids.slice(-100))
})
