import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Conversations } from '../../../../src/main/storage/conversations.ts'
import { HistoryItems } from '../../../../src/main/storage/history-items.ts'
import { MessageDeletions } from '../../../../src/main/storage/message-deletions.ts'
import { Messages } from '../../../../src/main/storage/messages.ts'
import { conversation, storedMessage, temporaryDatabase } from '../../../fakes/storage.ts'

const count = 130
const step = 50

let run: ReturnType<typeof temporaryDatabase>
let conversations: Conversations
let deletions: MessageDeletions
let messages: Messages

beforeEach(() => {
  run = temporaryDatabase()
  conversations = new Conversations(run.database)
  messages = new Messages(run.database)
  deletions = new MessageDeletions(run.database)
  for (const chat of ['c', 'd']) {
    conversations.insertConversation(conversation(chat))
    for (let index = 0; index < count; index += 1)
      messages.insertMessage(
        storedMessage(`${chat}${index}`, {
          conversationId: chat,
          parentId: index === 0 ? null : `${chat}${index - 1}`,
        }),
      )
    conversations.updateConversation(conversation(chat, { leafId: `${chat}${count - 1}` }))
  }
})

afterEach(() => run.dispose())

const left = (chat: string): number =>
  Number(run.database.prepare('SELECT count(*) AS n FROM messages WHERE conversation_id = ?').get(chat)?.n)

describe('a long chat that is purged from the bin', () => {
  test('a purged chat loses a bounded number of messages in each step, and no other chat does', () => {
    conversations.deleteConversation('c', 5)
    conversations.expire(10)
    const seen: number[] = []
    while (conversations.purgeNext(step) !== null) seen.push(left('c'))
    expect(seen).toEqual([80, 30, 0])
    expect([conversations.isDeleted('c'), left('d'), conversations.findConversation('d')?.id]).toEqual([
      false,
      count,
      'd',
    ])
  })

  test('a partly purged chat cannot be restored, and is removed after a crash in the middle', () => {
    conversations.deleteConversation('c', 5)
    conversations.expire(10)
    conversations.purgeNext(step)
    expect([conversations.restoreConversation('c'), conversations.oldestDeletion()]).toEqual([false, null])
    // the next start looks for what is older than thirty days
    conversations.expire(2)
    while (conversations.purgeNext(step) !== null);
    expect([left('c'), new HistoryItems(run.database).inBin()]).toEqual([0, 0])
  })

  test('a purged chat may have branches in any order', () => {
    messages.insertMessage(storedMessage('late', { conversationId: 'c', parentId: null }))
    run.database.prepare("UPDATE messages SET parent_id = 'late' WHERE id = 'c0'").run()
    conversations.deleteConversation('c', 5)
    expect(conversations.purgeConversations(10)).toEqual([])
    expect(left('c')).toBe(0)
  })
})

test('deleted messages leave the bin in steps, and a part of them cannot be restored', () => {
  run.database.transaction(() => {
    deletions.deleteRest('x', 'c10')
    deletions.insertDeletion({ id: 'x', conversationId: 'c', at: 5, leafBefore: `c${count - 1}`, leafAfter: 'c9' })
  })
  deletions.expire(10)
  const seen: number[] = []
  while (deletions.purgeNext(step) !== null) {
    seen.push(left('c'))
    expect([deletions.findDeletion('x'), deletions.newestOf('c'), deletions.oldest()]).toEqual([null, null, null])
  }
  expect(seen).toEqual([80, 30, 10])
  expect(messages.branchIds('c9', 100)).toHaveLength(10)
})
