import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ChatFolders } from '../../../src/main/storage/chat-folders.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import type { Database } from '../../../src/main/storage/database.ts'
import { ItemsUnderWay, underWay } from '../../../src/main/storage/items-under-way.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { Prompts } from '../../../src/main/storage/prompts.ts'
import { timeInOrder } from '../../../src/main/storage/time-in-order.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'

let database: Database
let dispose: () => void
beforeEach(() => {
  ;({ database, dispose } = temporaryDatabase())
})
afterEach(() => dispose())

test('messages keep their order while the clock runs forward or stands still', () => {
  let chats = 0
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1200 }), { minLength: 1, maxLength: 60 }), (steps) => {
      chats += 1
      const chat = `c${chats}`
      new Conversations(database).insertConversation(conversation(chat))
      let now = 1_000_000
      const added = steps.map((step, index) => {
        // most messages come in the same ms, as a question and its answer do
        now += step < 600 ? 0 : step - 600
        const id = `${(index * 37) % 61} of ${chat}`
        new Messages(database).insertMessage(storedMessage(id, { conversationId: chat, createdAt: now }))
        return id
      })
      const read = database
        .prepare('SELECT id FROM messages WHERE conversation_id = ? ORDER BY created_at, id')
        .all(chat)
      expect(read.map(({ id }) => id)).toEqual(added)
    }),
    { numRuns: 60 },
  )
})

test('a clock set back by more than a second gives its own time', () => {
  new Conversations(database).insertConversation(conversation('c'))
  new Messages(database).insertMessage(storedMessage('m', { createdAt: 100_000 }))
  const list = { table: 'messages', owner: { column: 'conversation_id', id: 'c' } }
  expect(timeInOrder(database, list, 98_000)).toBe(98_000)
  expect(timeInOrder(database, list, 99_500)).toBe(100_001)
})

test('a time is moved only by rows of the same list, and a mark never', () => {
  new Conversations(database).insertConversation(conversation('c'))
  new Messages(database).insertMessage(storedMessage('m', { createdAt: 5 }))
  expect(timeInOrder(database, { table: 'messages', owner: { column: 'conversation_id', id: 'd' } }, 5)).toBe(5)
  new Prompts(database).putPrompts([{ id: 'p', title: 'p', text: 'p' }], underWay)
  expect(timeInOrder(database, { table: 'prompts' }, underWay)).toBe(underWay)
})

test('folders and prompts that are stored in one ms keep their order, imported ones too', () => {
  const ids = ['d', 'b', 'c', 'a']
  const folders = new ChatFolders(database)
  for (const id of ids) folders.putFolder({ id, name: id, parentId: null, system: '', collapsed: false }, 5)
  expect(folders.allFolders().map(({ id }) => id)).toEqual(ids)
  const prompts = new Prompts(database)
  const stored = ids.map((id) => ({ id, title: id, text: id }))
  prompts.putPrompts(stored, 5)
  prompts.putPrompts(
    stored.map((prompt) => ({ ...prompt, id: `imported ${prompt.id}` })),
    underWay,
  )
  // shown in steps, as an import does
  const items = new ItemsUnderWay(database)
  while (items.showItems(3, 5) > 0);
  const shown = database.prepare('SELECT id FROM prompts ORDER BY created_at, id').all()
  expect(shown.map(({ id }) => id)).toEqual([...ids, ...ids.map((id) => `imported ${id}`)])
})
