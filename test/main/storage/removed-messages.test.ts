import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { newestMessages, removeMessages } from '../../../src/main/storage/removed-messages.ts'
import { seedConversation } from '../../bench/seed.ts'
import { queryPlans } from '../../fakes/query-plans.ts'
import { temporaryDatabase } from '../../fakes/storage.ts'

let storage: ReturnType<typeof temporaryDatabase>
beforeEach(() => {
  storage = temporaryDatabase()
})
afterEach(() => storage.dispose())

const seeded = (texts: readonly string[]) =>
  seedConversation(storage.database, { title: 'long', texts, createdAt: 1000 })
const left = (id: string) =>
  storage.database
    .prepare('SELECT text FROM messages WHERE conversation_id = ? ORDER BY rowid')
    .all(id)
    .map(({ text }) => text)

test('a step of removing a chat sorts nothing, however many messages it has', () => {
  const plans = queryPlans(storage.database, () => newestMessages(storage.database, randomUUID(), 10))
  expect(plans.join()).toContain('messages_by_conversation')
  expect(plans.join()).not.toContain('TEMP B-TREE')
})

test('the newest messages are removed first, in any order of their times', () => {
  const id = seeded(['one', 'two', 'three', 'four'])
  removeMessages(storage.database, newestMessages(storage.database, id, 2))
  expect(left(id)).toEqual(['one', 'two'])
})

test('thousands of messages in one branch, with times that run backwards, are removed without a cascade', () => {
  const id = seeded(Array.from({ length: 3_000 }, (_, index) => String(index)))
  storage.database.prepare('UPDATE messages SET created_at = -created_at').run()
  const conversations = new Conversations(storage.database)
  storage.database.prepare('UPDATE conversations SET deleted_at = 1').run()
  conversations.expire(2)
  let steps = 0
  while (conversations.purgeNext(1_000) !== null) steps += 1
  expect(left(id)).toEqual([])
  expect(steps).toBe(4)
})
