import { randomUUID } from 'node:crypto'
import { Conversations, type StoredConversation } from './conversations.ts'
import type { Database } from './database.ts'
import { copying } from './items-under-way.ts'
import { attachmentTable } from './message-attachments.ts'
import { fileTable } from './message-files.ts'
import { passageTable } from './message-passages.ts'
import { messageTable } from './messages.ts'
import { newestMessages, removeMessages } from './removed-messages.ts'
import { callMediaTable, callTable, roundTable } from './tool-calls.ts'
import { visible } from './visible-messages.ts'

/** A message and the ids of its copy. */
export interface MessageCopy {
  readonly from: string
  readonly id: string
  readonly conversationId: string
  readonly parentId: string | null
}

/** Columns of a message and its rows that are copied unchanged. */
const said = messageTable.without(
  ...(['id', 'conversationId', 'parentId', 'comparisonId', 'slot', 'connectionId', 'deletionId', 'homeId'] as const),
)
const besides = [
  attachmentTable.without('messageId'),
  fileTable.without('messageId'),
  passageTable.without('messageId'),
  roundTable.without('messageId'),
]
const called = callTable.without('id', 'messageId', 'state')
const shown = callMediaTable.without('callId')

/** The messages to copy, from a JSON list. */
const wanted = `WITH wanted (copy_order, original_id, copy_id, copy_conversation, copy_parent) AS (
    SELECT key, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?))`

/**
 * Copies of conversations. A copy is hidden until it is complete: its mark is in its row, so that it survives a crash
 * and a backup.
 */
export class ConversationCopies {
  private readonly database: Database
  private readonly conversations: Conversations

  constructor(database: Database) {
    this.database = database
    this.conversations = new Conversations(database)
  }

  /** Stores an empty, hidden conversation. Call it within a transaction. */
  beginCopy(conversation: StoredConversation): void {
    this.conversations.insertConversation(conversation)
    this.conversations.deleteConversation(conversation.id, copying)
  }

  /**
   * Copies completed messages, with their files and calls, in a few statements for any number. Leaves out their
   * positions in comparisons. Returns whether all of them exist; if not, the transaction must be rolled back. Call it
   * within a transaction, after copying the parent of the first message.
   */
  copy(...given: readonly MessageCopy[]): boolean {
    const list = JSON.stringify(
      given.map(({ conversationId, from, id, parentId }) => [from, id, conversationId, parentId]),
    )
    const copied = this.database
      .prepare(
        `${wanted}
         INSERT INTO messages (id, conversation_id, parent_id, ${said.list})
         SELECT copy_id, copy_conversation, copy_parent, ${said.list}
         FROM wanted JOIN messages ON messages.id = original_id
         WHERE state <> 'streaming' AND ${visible} ORDER BY copy_order`,
      )
      .run(list)
    if (copied !== given.length) return false
    for (const { list: columns, name: table } of besides)
      this.database
        .prepare(
          `${wanted} INSERT INTO ${table} (message_id, ${columns})
           SELECT copy_id, ${columns} FROM wanted JOIN ${table} ON message_id = original_id`,
        )
        .run(list)
    this.copyCalls(list)
    this.copyMark(list)
    return true
  }

  /** Shows a copy in its current state. Call it within a durable transaction. */
  showCopy(conversation: StoredConversation): void {
    this.conversations.updateConversation(conversation)
    this.conversations.restoreConversation(conversation.id)
  }

  /** Returns the ids of incomplete copies. */
  unfinished(): readonly string[] {
    return this.database
      .prepare('SELECT id FROM conversations WHERE deleted_at = ?')
      .all(copying)
      .map(({ id }) => String(id))
  }

  /** Removes up to `limit` messages of a hidden copy, then the copy. Returns whether more is left. */
  removeCopy(id: string, limit: number): boolean {
    return this.database.transaction(() => {
      const last = newestMessages(this.database, id, limit)
      removeMessages(this.database, last)
      if (last.length === limit) return true
      this.database.prepare('DELETE FROM conversations WHERE id = ? AND deleted_at = ?').run(id, copying)
      return false
    })
  }

  /**
   * Copies the untrusted mark, because messages that are not copied may have brought untrusted text into the
   * conversation.
   */
  private copyMark(list: string): void {
    this.database
      .prepare(
        `${wanted} UPDATE conversations SET untrusted = 1 WHERE untrusted = 0 AND id IN (
           SELECT copy_conversation FROM wanted JOIN messages ON messages.id = original_id
             JOIN conversations AS source ON source.id = messages.conversation_id
           WHERE source.untrusted <> 0)`,
      )
      .run(list)
  }

  private copyCalls(list: string): void {
    const calls = this.database
      .prepare(
        `${wanted} SELECT tool_calls.id AS call, copy_id AS message FROM wanted
         JOIN tool_calls ON message_id = original_id`,
      )
      .all(list)
    for (const { call, message } of calls) {
      const id = randomUUID()
      // an open call of a copy would never end
      this.database
        .prepare(
          `INSERT INTO tool_calls (id, message_id, state, ${called.list})
           SELECT ?, ?, CASE state WHEN 'running' THEN 'unknown' WHEN 'waiting' THEN 'cancelled' WHEN 'asking' THEN 'cancelled'
             ELSE state END, ${called.list}
           FROM tool_calls WHERE id = ?`,
        )
        .run(id, String(message), String(call))
      this.database
        .prepare(
          `INSERT INTO tool_call_media (call_id, ${shown.list}) SELECT ?, ${shown.list} FROM tool_call_media WHERE call_id = ?`,
        )
        .run(id, String(call))
    }
  }
}
