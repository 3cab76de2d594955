import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConversationCopies } from '../../../src/main/storage/conversation-copies.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { HistoryItems } from '../../../src/main/storage/history-items.ts'
import { MessageDeletions } from '../../../src/main/storage/message-deletions.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { PortableItems } from '../../../src/main/storage/portable-items.ts'
import { SearchIndex } from '../../../src/main/storage/search-index.ts'
import { randomFrom } from '../../fakes/seeded-random.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'

let stored: ReturnType<typeof temporaryDatabase>
let messages: Messages
let deletions: MessageDeletions

beforeEach(() => {
  stored = temporaryDatabase()
  messages = new Messages(stored.database)
  deletions = new MessageDeletions(stored.database)
  new Conversations(stored.database).insertConversation(conversation('c'))
})
afterEach(() => stored.dispose())

/** A step of a plan that reads all messages of a chat, or of all chats. */
const wholeChat = /SCAN messages|messages_by_conversation/
/** A value for each parameter of a statement. */
const valuesOf = (sql: string): readonly string[] => (sql.match(/\?/g) ?? []).map(() => 'x')

/** `parents` by message. */
function plant(parents: Readonly<Record<string, string | null>>): void {
  for (const [id, parentId] of Object.entries(parents)) messages.insertMessage(storedMessage(id, { parentId }))
}
function drop(id: string, scope: 'one' | 'rest', deletionId = `without ${id}`): string {
  stored.database.transaction(() => {
    if (scope === 'one') deletions.deleteOne(deletionId, id)
    else deletions.deleteRest(deletionId, id)
    deletions.insertDeletion({ id: deletionId, conversationId: 'c', at: 5, leafBefore: null, leafAfter: null })
  })
  return deletionId
}
function undo(id: string): void {
  const deletion = deletions.findDeletion(id)
  if (deletion === null) throw new Error('no such deletion')
  stored.database.transaction(() => deletions.restoreDeletion(deletion))
}
const table = () => stored.database.prepare('SELECT * FROM messages ORDER BY rowid').all()
/** Each visible message with the one before it. */
const tree = (): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    stored.database
      .prepare('SELECT id, parent_id FROM messages WHERE deletion_id IS NULL ORDER BY rowid')
      .all()
      .map(({ id, parent_id }) => [String(id), parent_id]),
  )

describe('deleted messages', () => {
  test('deleting single messages attaches their replies to the message before', () => {
    plant({ a: null, b: 'a', c: 'b', d: 'b' })
    drop('b', 'one')
    expect(tree()).toEqual({ a: null, c: 'a', d: 'a' })
    expect(messages.findMessage('b')).toBeNull()
    expect(messages.findMessage('c')?.versions).toEqual(['c', 'd'])
    drop('a', 'one')
    expect(tree()).toEqual({ c: null, d: null })
  })

  test('deleting with what follows includes every branch after them', () => {
    plant({ a: null, b: 'a', c: 'b', d: 'b', e: 'd', other: 'a' })
    drop('b', 'rest')
    expect(tree()).toEqual({ a: null, other: 'a' })
    expect(messages.leaves('c')).toEqual(['other'])
    expect(messages.newestLeaf('a')).toBe('other')
  })

  test('deleted messages are restored without reading the rest of their chat', () => {
    plant({ a: null, b: 'a', c: 'b', d: 'b' })
    const deletionId = drop('b', 'one')
    const deletion = deletions.findDeletion(deletionId)
    if (deletion === null) throw new Error('no such deletion')
    const { database } = stored
    const asked = new Set<string>()
    const prepare = database.prepare.bind(database)
    const watch = vi.spyOn(database, 'prepare').mockImplementation((sql) => {
      asked.add(sql)
      return prepare(sql)
    })
    database.transaction(() => deletions.restoreDeletion(deletion))
    watch.mockRestore()
    const plans = [...asked].flatMap((sql) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...valuesOf(sql)))
    const readsWhole = plans.map(({ detail }) => String(detail)).filter((step) => wholeChat.test(step))
    expect([asked.size > 0, readsWhole]).toEqual([true, []])
    expect(tree()).toEqual({ a: null, b: 'a', c: 'b', d: 'b' })
  })

  test('deleted messages in random trees are restored to the same rows, in any order of undoing', () => {
    const seed = Number(process.env.ATELIER_SEED ?? Date.now() % 1e9)
    const random = randomFrom(seed)
    const pick = <T>(from: readonly T[]): T => {
      const found = from[Math.floor(random() * from.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    }
    for (let round = 0; round < 60; round += 1) {
      stored.database.execute('DELETE FROM messages; DELETE FROM message_deletions;')
      // what each message replied to, and which deletion hides it
      const home = new Map<string, string | null>()
      const hidden = new Map<string, string>()
      const plantOne = (): void => {
        const alive = [...home.keys()].filter((id) => !hidden.has(id))
        const id = `m${home.size}`
        const parentId = alive.length === 0 || random() < 0.1 ? null : pick(alive)
        home.set(id, parentId)
        messages.insertMessage(storedMessage(id, { parentId }))
      }
      /** The nearest visible message before one. */
      const above = (id: string): string | null => {
        let at = home.get(id) ?? null
        while (at !== null && hidden.has(at)) at = home.get(at) ?? null
        return at
      }
      const expected = () =>
        Object.fromEntries([...home.keys()].filter((id) => !hidden.has(id)).map((id) => [id, above(id)]))
      for (let planted = 0; planted < 3 + random() * 20; planted += 1) plantOne()
      const original = table()
      const open: string[] = []
      for (let step = 0; step < 12; step += 1) {
        const alive = [...home.keys()].filter((id) => !hidden.has(id))
        if (open.length > 0 && random() < 0.4) {
          const id = open.splice(Math.floor(random() * open.length), 1)[0] ?? ''
          undo(id)
          for (const [message, by] of hidden) if (by === id) hidden.delete(message)
        } else if (alive.length > 0) {
          const id = pick(alive)
          const scope = random() < 0.6 ? 'one' : 'rest'
          const gone = alive.filter((other) => {
            for (let at: string | null = other; at !== null; at = above(at)) if (at === id) return scope === 'rest'
            return false
          })
          const deletionId = drop(id, scope, `${round} ${step}`)
          for (const message of [id, ...gone]) hidden.set(message, deletionId)
          open.push(deletionId)
        }
        expect(tree(), `seed ${seed}, round ${round}, step ${step}`).toEqual(expected())
      }
      while (open.length > 0) {
        const id = open.splice(Math.floor(random() * open.length), 1)[0] ?? ''
        undo(id)
        for (const [message, by] of hidden) if (by === id) hidden.delete(message)
        expect(tree(), `seed ${seed}, round ${round}`).toEqual(expected())
      }
      expect(table(), `seed ${seed}, round ${round}`).toEqual(original)
    }
  })

  test('purged messages leave a whole tree, and later deletions can still be undone', () => {
    const { database } = stored
    plant({ a: null, b: 'a', c: 'b', d: 'c', e: 'd', x: 'a', y: 'x' })
    drop('b', 'one')
    drop('x', 'rest')
    database.execute("UPDATE message_deletions SET at = 9 WHERE id <> 'without b'")
    drop('c', 'one')
    database.execute("UPDATE message_deletions SET at = 9 WHERE id = 'without c'")
    expect(deletions.oldest()).toBe(5)
    deletions.purgeDeletions(5)
    expect(tree()).toEqual({ a: null, d: 'a', e: 'd' })
    expect(database.prepare("SELECT 1 FROM messages WHERE id = 'b'").get()).toBeUndefined()
    undo('without c')
    undo('without x')
    expect(tree()).toEqual({ a: null, c: 'a', d: 'c', e: 'd', x: 'a', y: 'x' })
    expect(table().every(({ home_id }) => home_id === null)).toBe(true)
    drop('a', 'rest')
    deletions.purgeDeletions(99)
    expect(table()).toEqual([])
    expect(deletions.oldest()).toBeNull()
  })

  test('deleted messages are in no search, count, export, copy or chat picture, until they are restored', () => {
    const { database } = stored
    const picture = { id: 'a'.repeat(64), mime: 'image/png', bytes: 1, width: 1, height: 1 }
    database.execute(
      `INSERT INTO media (id, mime, bytes, width, height, created_at) VALUES ('${picture.id}', 'image/png', 1, 1, 1, 1)`,
    )
    plant({ a: null })
    messages.insertMessage(storedMessage('b', { parentId: 'a', attachments: [picture] }))
    const index = new SearchIndex(database)
    const indexed = () => {
      while (index.advance(100, 1000, Date.now) > 0);
      return database
        .prepare("SELECT part_id FROM search_documents WHERE part = 'message' ORDER BY part_id")
        .all()
        .map(({ part_id }) => part_id)
    }
    const item = () => {
      const found = new HistoryItems(database).findItem({ kind: 'chat', id: 'c' })
      return [found?.size, found?.picture?.id]
    }
    const portable = new PortableItems(database)
    const state = () => [indexed(), item(), portable.messageIds('c'), portable.mediaOf('c').map(({ id }) => id)]
    const before = state()
    expect(before).toEqual([['a', 'b'], [2, picture.id], ['a', 'b'], [picture.id]])
    drop('b', 'one')
    expect(state()).toEqual([['a'], [1, undefined], ['a'], []])
    const copies = new ConversationCopies(database)
    copies.beginCopy(conversation('copy'))
    expect(copies.copy({ from: 'b', id: 'x', conversationId: 'copy', parentId: null })).toBe(false)
    undo('without b')
    expect(state()).toEqual(before)
    drop('b', 'one')
    expect(deletions.purgeDeletions(99)).toEqual([picture.id])
    expect(item()).toEqual([1, undefined])
  })
})
