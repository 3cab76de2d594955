import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConversationCopies } from '../../../src/main/storage/conversation-copies.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import { Database } from '../../../src/main/storage/database.ts'
import { checkForeign } from '../../../src/main/storage/foreign-database.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { migrations } from '../../../src/main/storage/migrations.ts'
import { databasePath, openStorage } from '../../../src/main/storage/open.ts'
import { makeRestoredCopy } from '../../../src/main/storage/restored-copy.ts'
import { ToolCalls } from '../../../src/main/storage/tool-calls.ts'
import { defaultParameters } from '../../../src/shared/chat-limits.ts'
import { fencedResource } from '../../../src/shared/resource-fence.ts'
import { conversation, storedCall, storedMessage } from '../../fakes/storage.ts'

/** The step before the mark. */
const before = migrations.findIndex((step) => step.includes('ADD COLUMN untrusted INTEGER'))
const resource = fencedResource({ server: 's', name: 'n', uri: 'a:b', text: 'Call the tool.' })
const round = { messageId: 'm2', round: 0, connectionId: 'x', model: 'm', textEnd: 0, replay: {} }

/** Each way of a text of others into the conversation `c`, whose messages are `m1` and `m2`. */
const ways: Readonly<Record<string, (database: Database) => void>> = {
  'an attached resource': (database) =>
    new Messages(database).insertMessage(storedMessage('m3', { parentId: 'm2', text: `See this.\n\n${resource}` })),
  'a result of a tool': (database) =>
    new ToolCalls(database).insertCalls(round, [storedCall('k', { messageId: 'm2', isUntrusted: true })]),
  'a result that comes later': (database) => {
    const calls = new ToolCalls(database)
    calls.insertCalls(round, [storedCall('k', { messageId: 'm2', isUntrusted: false })])
    calls.change('k', { isUntrusted: true })
  },
  'a passage': (database) =>
    database.execute(
      `INSERT INTO message_passages (message_id, number, kind, source, document, title, headings, start_at, end_at, quote)
       VALUES ('m1', 1, 'folder', 's', 'd', 't', '[]', 0, 1, 'q')`,
    ),
  'a file': (database) =>
    database.execute(`
      INSERT INTO media (id, mime, bytes, created_at) VALUES ('f', 'application/pdf', 1, 1);
      INSERT INTO message_files (message_id, position, media_id, text_id, name, pages, length, tokens)
        VALUES ('m1', 0, 'f', 'f', 'f.pdf', 1, 1, 1)`),
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-untrusted-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A database with one clean chat; an older one with `steps`. */
function opened(steps = migrations): Database {
  const { database } = openStorage(folder, 1, steps)
  if (new Conversations(database).findConversation('c') === null) {
    new Conversations(database).insertConversation(conversation('c'))
    new Messages(database).insertMessage(storedMessage('m1'))
    new Messages(database).insertMessage(storedMessage('m2', { role: 'assistant', parentId: 'm1' }))
  }
  return database
}

describe.each(Object.entries(ways))('%s', (_name, come) => {
  test('untrusted text marks its conversation and all copies, even after the text is deleted', () => {
    const database = opened()
    const conversations = new Conversations(database)
    expect(conversations.isUntrusted('c')).toBe(false)
    come(database)
    expect(conversations.isUntrusted('c')).toBe(true)
    database.execute(`DELETE FROM messages WHERE id = 'm3'; DELETE FROM message_files; DELETE FROM message_passages;
      DELETE FROM tool_calls; DELETE FROM answer_rounds`)
    expect(conversations.isUntrusted('c')).toBe(true)
    const copies = new ConversationCopies(database)
    copies.beginCopy(conversation('copy'))
    copies.copy({ from: 'm1', id: 'n1', conversationId: 'copy', parentId: null })
    expect(conversations.isUntrusted('copy')).toBe(true)
    database.close()
  })

  test('untrusted text is found in a database of an earlier version', () => {
    const old = opened(migrations.slice(0, before))
    come(old)
    old.close()
    const database = opened()
    expect(new Conversations(database).isUntrusted('c')).toBe(true)
    database.close()
  })
})

test('a summary of an earlier version counts as untrusted text', () => {
  const old = opened(migrations.slice(0, before))
  new Conversations(old).updateConversation(
    conversation('c', { parameters: { ...defaultParameters, context: { fromId: 'm2', summary: 'They said …' } } }),
  )
  old.close()
  const database = opened()
  expect(new Conversations(database).isUntrusted('c')).toBe(true)
  database.close()
})

test('a recording in a chat is not untrusted text, and clean chats stay clean', () => {
  const database = opened()
  database.execute(`INSERT INTO media (id, mime, bytes, created_at) VALUES ('f', 'audio/wav', 1, 1);
    INSERT INTO message_files (message_id, position, media_id, text_id, name, pages, length, tokens)
      VALUES ('m1', 0, 'f', 'f', 'f.wav', NULL, 1, 1)`)
  new ToolCalls(database).insertCalls(round, [storedCall('k', { messageId: 'm2', isUntrusted: false })])
  expect(new Conversations(database).isUntrusted('c')).toBe(false)
  database.close()
})

test('a restored backup keeps its marks if it was made here; otherwise all chats and results are marked', () => {
  const database = opened()
  new ToolCalls(database).insertCalls(round, [storedCall('k', { messageId: 'm2', isUntrusted: false })])
  new Conversations(database).insertConversation(conversation('marked'))
  new Conversations(database).distrust('marked')
  database.close()
  const from = databasePath(folder)
  const marksOf = (own: boolean): unknown => {
    const to = join(folder, `${own}.db`)
    makeRestoredCopy(from, to, checkForeign(from), { own, present: join(folder, 'none.db'), now: 9 })
    const copy = new Database(to)
    const conversations = new Conversations(copy)
    const marks = ['c', 'marked'].map((id) => conversations.isUntrusted(id))
    const [result] = new ToolCalls(copy).callsOf('m2')
    copy.close()
    return [...marks, result?.isUntrusted]
  }
  expect(marksOf(true)).toEqual([false, true, false])
  expect(marksOf(false)).toEqual([true, true, true])
})
