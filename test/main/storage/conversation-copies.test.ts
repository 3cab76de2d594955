import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConversationCopies } from '../../../src/main/storage/conversation-copies.ts'
import { Conversations } from '../../../src/main/storage/conversations.ts'
import type { Row } from '../../../src/main/storage/database.ts'
import { HistoryItems } from '../../../src/main/storage/history-items.ts'
import { MessageFiles } from '../../../src/main/storage/message-files.ts'
import { MessagePassages } from '../../../src/main/storage/message-passages.ts'
import { Messages } from '../../../src/main/storage/messages.ts'
import { ToolCalls } from '../../../src/main/storage/tool-calls.ts'
import { conversation, storedCall, storedMessage, temporaryDatabase } from '../../fakes/storage.ts'

let stored: ReturnType<typeof temporaryDatabase>
let copies: ConversationCopies

const media = (letter: string) => ({ id: letter.repeat(64), mime: 'image/png', bytes: 1, width: 1, height: 1 })

beforeEach(() => {
  stored = temporaryDatabase()
  const { database } = stored
  copies = new ConversationCopies(database)
  for (const { id } of [media('a'), media('b')])
    database
      .prepare("INSERT INTO media (id, mime, bytes, width, height, created_at) VALUES (?, 'image/png', 1, 1, 1, 1)")
      .run(id)
  new Conversations(database).insertConversation(conversation('c'))
  const messages = new Messages(database)
  messages.insertMessage(storedMessage('question', { attachments: [media('a')] }))
  messages.insertMessage(
    storedMessage('answer', {
      ...{ role: 'assistant', parentId: 'question', thinking: 'hm', finishReason: 'stop', state: 'stopped' },
      usage: { promptTokens: 1, completionTokens: 2 },
      timing: { firstTextMs: 1, totalMs: 2 },
      column: { comparison: 'p', slot: 1, connectionId: 'n' },
    }),
  )
  new MessageFiles(database).insertFiles('question', [
    {
      ...{ mediaId: media('a').id, textId: media('b').id, name: 'a.txt' },
      pages: 3,
      length: 9,
      tokens: 2,
      cutFrom: 20,
    },
  ])
  new MessagePassages(database).insertPassages('question', [
    {
      number: 4,
      quote: 'tides',
      place: {
        ...{ kind: 'file' as const, sourceId: 's', document: 'd', title: 't', headings: ['h'], partId: 'p' },
        ...{ start: 1, end: 2, atMs: 3 },
      },
    },
  ])
  new ToolCalls(database).insertCalls(
    { messageId: 'answer', round: 0, textEnd: 2, connectionId: 'n', model: 'm', replay: { a: 1 } },
    [
      storedCall('one', { messageId: 'answer', media: [media('b')], resultFile: media('a'), extra: { b: 2 } }),
      storedCall('two', { messageId: 'answer', position: 1, state: 'running', editedArguments: '{}' }),
    ],
  )
})
afterEach(() => stored.dispose())

function copyAll(): void {
  stored.database.transaction(() => {
    copies.beginCopy(conversation('copy'))
    expect(copies.copy({ from: 'question', id: 'q2', conversationId: 'copy', parentId: null })).toBe(true)
    expect(copies.copy({ from: 'answer', id: 'a2', conversationId: 'copy', parentId: 'q2' })).toBe(true)
  })
}

const rows = (sql: string, ...values: string[]): readonly Row[] => stored.database.prepare(sql).all(...values)
const without = (row: Row | undefined, ...names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !names.includes(name)))

test('a copied message has every column except its comparison column, and every row that belongs to it', () => {
  copyAll()
  const [answer] = rows("SELECT * FROM messages WHERE id = 'answer'")
  const [copy] = rows("SELECT * FROM messages WHERE id = 'a2'")
  expect(without(copy, 'id', 'conversation_id', 'parent_id')).toEqual({
    ...without(answer, 'id', 'conversation_id', 'parent_id'),
    ...{ comparison_id: null, slot: null, connection_id: null },
  })
  expect([copy?.conversation_id, copy?.parent_id]).toEqual(['copy', 'q2'])
  for (const [table, from, id] of [
    ['message_attachments', 'question', 'q2'],
    ['message_files', 'question', 'q2'],
    ['message_passages', 'question', 'q2'],
    ['answer_rounds', 'answer', 'a2'],
  ] as const) {
    const of = (message: string) =>
      rows(`SELECT * FROM ${table} WHERE message_id = ?`, message).map((row) => without(row, 'message_id'))
    expect(of(from)).toHaveLength(1)
    expect(of(id), table).toEqual(of(from))
  }
  const calls = (message: string) =>
    rows(
      `SELECT tool_calls.*, (SELECT group_concat(media_id) FROM tool_call_media WHERE call_id = tool_calls.id) AS shown
       FROM tool_calls WHERE message_id = ? ORDER BY position`,
      message,
    ).map((row) => without(row, 'id', 'message_id', 'state'))
  expect(calls('a2')).toEqual(calls('answer'))
  // nobody would end it there
  expect(
    rows("SELECT state FROM tool_calls WHERE message_id = 'a2' ORDER BY position").map(({ state }) => state),
  ).toEqual(['done', 'unknown'])
})

test('a message that is being written, or gone, is not copied', () => {
  const { database } = stored
  new Messages(database).insertMessage(
    storedMessage('running', { role: 'assistant', parentId: 'question', state: 'streaming' }),
  )
  copies.beginCopy(conversation('copy'))
  for (const from of ['running', 'nothing'])
    expect(copies.copy({ from, id: 'x', conversationId: 'copy', parentId: null })).toBe(false)
})

test('a copy is in no list until it is shown, and an unfinished one can be removed', () => {
  const { database } = stored
  const conversations = new Conversations(database)
  copyAll()
  expect(conversations.findConversation('copy')).toBeNull()
  expect(new HistoryItems(database).inBin()).toBe(0)
  expect(copies.unfinished()).toEqual(['copy'])
  // emptying the bin takes only what the user deleted
  conversations.purgeConversations(Number.MAX_SAFE_INTEGER - 2)
  expect(copies.unfinished()).toEqual(['copy'])

  copies.showCopy(conversation('copy', { leafId: 'a2' }))
  expect(conversations.findConversation('copy')?.leafId).toBe('a2')
  expect(copies.unfinished()).toEqual([])

  database.transaction(() => {
    copies.beginCopy(conversation('half'))
    copies.copy({ from: 'question', id: 'h1', conversationId: 'half', parentId: null })
    copies.copy({ from: 'answer', id: 'h2', conversationId: 'half', parentId: 'h1' })
  })
  expect(copies.removeCopy('half', 1)).toBe(true)
  expect(copies.removeCopy('half', 1)).toBe(true)
  expect(copies.removeCopy('half', 1)).toBe(false)
  expect(rows("SELECT id FROM conversations WHERE id = 'half'")).toEqual([])
  expect(new Messages(database).findMessage('a2')).not.toBeNull()
})
