import { z } from 'zod'
import { type MessageState, messageStates, timingSchema, usageSchema } from '../../shared/chat.ts'
import { appErrorSchema } from '../../shared/error-schema.ts'
import type { MediaItem } from '../../shared/media.ts'
import { branchEnds } from './branch-ends.ts'
import type { Database, Row } from './database.ts'
import { mediaFromRow } from './media-items.ts'
import { attachmentsOf, attachmentsOfAll, linkAttachments } from './message-attachments.ts'
import { branchIds, branchMax, inBranch } from './message-branch.ts'
import { atOnce } from './steps.ts'
import {
  choice,
  type Given,
  id,
  integer,
  json,
  jsonOrNull,
  longText,
  nullable,
  optional,
  type RowOf,
  shortText,
  table,
  text,
  time,
} from './table.ts'
import { timeInOrder } from './time-in-order.ts'
import { visible, visibleAs } from './visible-messages.ts'

const memoryTextsSchema = z.array(z.string()).readonly()

export const messageTable = table(
  'messages',
  {
    id,
    conversationId: id,
    parentId: nullable(id),
    role: choice(['user', 'assistant']),
    text: longText,
    /** The model's thinking before the text; absent if the gateway sent none. */
    thinking: optional(longText, ''),
    model: shortText(300),
    // states of a newer version are read as interrupted
    state: choice(messageStates, 'interrupted'),
    // errors of a newer version are read as null: the message is still shown
    error: jsonOrNull(appErrorSchema),
    usage: jsonOrNull(usageSchema),
    timing: jsonOrNull(timingSchema),
    finishReason: nullable(text(300)),
    createdAt: time,
    /** Its column in a comparison: see `StoredColumn`. */
    comparisonId: nullable(id),
    slot: nullable(integer),
    connectionId: nullable(id),
    /** See `MessageDeletions`. */
    deletionId: nullable(id),
    homeId: nullable(id),
    /** The facts that went with an answer's request; absent if there were none. */
    memories: optional(json(memoryTextsSchema, [])),
  },
  { lists: { conversation_id: 200_000, 'conversation_id, parent_id': 10_000 } },
)

const messages = messageTable.without('deletionId', 'homeId')
const ending = messages.only('text', 'thinking', 'state', 'error', 'usage', 'timing', 'finishReason')

/** SQL for the bytes of text in a row. */
export const messageBytes = messageTable.entries
  .filter(({ column: { kind } }) => kind.kind === 'text')
  .map(({ name }) => `ifnull(octet_length(${name}), 0)`)
  .join(' + ')

/** A message as stored. While it streams, its newest text is in the journal. */
export interface StoredMessage extends Omit<RowOf<typeof messages>, 'comparisonId' | 'slot' | 'connectionId'> {
  readonly attachments: readonly MediaItem[]
  /** Position in a comparison of several models; absent for a single answer. */
  readonly column?: StoredColumn
  /** Ids of all children of its parent, oldest first. */
  readonly versions: readonly string[]
}

/** A column of a comparison. */
export interface StoredColumn {
  /** Shared id of the answers that were requested together. */
  readonly comparison: string
  readonly slot: number
  /** The connection that was asked. */
  readonly connectionId: string
}

/** The part of a message that a request needs. */
export type ContextMessage = Pick<StoredMessage, 'id' | 'role' | 'text' | 'attachments'>

/** The part of a message that a list of questions needs. */
export type MessageBeginning = Pick<StoredMessage, 'id' | 'parentId' | 'role' | 'text' | 'createdAt'>

/** The part of a message that changes when its answer ends. */
export type MessageEnd = RowOf<typeof ending>

/** Media and children of the messages of a page, by message and by parent. */
interface PageParts {
  readonly attachments: ReadonlyMap<string, readonly MediaItem[]>
  readonly children: ReadonlyMap<string, readonly string[]>
}

/** Maximum number of versions of a comparison's columns that are read, newest first. */
const columnVersionsMax = 1000

/** The table of messages. Each message stores its parent, so a branch is read from its last message upwards. */
export class Messages {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the state of a stored message; null for an unknown id. */
  stateOf(id: string): MessageState | null {
    const row = this.database.prepare('SELECT state FROM messages WHERE id = ?').get(id)
    return row === undefined ? null : messageTable.only('state').readRow(row).state
  }

  /** Returns a message; null for an unknown or deleted id. */
  findMessage(id: string): StoredMessage | null {
    const row = this.database.prepare(`SELECT * FROM messages WHERE id = ? AND ${visible}`).get(id)
    return row ? this.fromRow(row) : null
  }

  /** Returns the conversation of a message; null for an unknown message. */
  conversationOf(id: string): string | null {
    const row = this.database.prepare('SELECT conversation_id FROM messages WHERE id = ?').get(id)
    return typeof row?.conversation_id === 'string' ? row.conversation_id : null
  }

  /** Returns the previous message in a branch; null for the first, and for an unknown message. */
  parentOf(id: string): string | null {
    const row = this.database.prepare('SELECT parent_id FROM messages WHERE id = ?').get(id)
    return typeof row?.parent_id === 'string' ? row.parent_id : null
  }

  /** Returns the ids of a message and of up to `limit - 1` messages before it in its branch, oldest first. */
  branchIds(lastId: string, limit: number): readonly string[] {
    return branchIds(this.database, lastId, limit)
  }

  /** Stores a message; its time may be some ms later, so that it follows those before it. */
  insertMessage(message: Given<Omit<StoredMessage, 'versions'>>): void {
    const { comparison = null, connectionId = null, slot = null } = message.column ?? {}
    const list = { table: 'messages', owner: { column: 'conversation_id', id: message.conversationId } }
    const createdAt = timeInOrder(this.database, list, message.createdAt)
    messages.insert(this.database, { ...message, createdAt, comparisonId: comparison, slot, connectionId })
    linkAttachments(this.database, message.id, message.attachments)
  }

  /** Returns the message and up to `limit - 1` messages before it in its branch, oldest first. */
  branch(lastId: string, limit: number): readonly StoredMessage[] {
    const rows = this.database
      .prepare(
        `${inBranch}
         SELECT messages.* FROM branch JOIN messages ON messages.id = branch.id ORDER BY depth DESC`,
      )
      .all(lastId, limit)
    // two statements for a page, instead of two a message
    const attachments = attachmentsOfAll(
      this.database,
      rows.map((row) => String(row.id)),
    )
    const children = this.childrenOf(rows.flatMap((row) => (row.parent_id === null ? [] : [String(row.parent_id)])))
    return rows.map((row) => this.fromRow(row, { attachments, children }))
  }

  /**
   * Returns the last `limit` messages of a branch with only the fields of a request, oldest first. Far cheaper than
   * `branch` for long ones.
   */
  context(lastId: string, limit: number): readonly ContextMessage[] {
    const attachments = new Map<string, MediaItem[]>()
    const linked = this.database
      .prepare(
        `${inBranch} SELECT message_id, media.* FROM branch JOIN message_attachments ON message_id = branch.id
         JOIN media ON media.id = media_id ORDER BY message_id, position`,
      )
      .all(lastId, limit)
    for (const row of linked) {
      const messageId = String(row.message_id)
      attachments.set(messageId, [...(attachments.get(messageId) ?? []), mediaFromRow(row)])
    }
    return this.database
      .prepare(
        `${inBranch} SELECT messages.id, role, text FROM branch JOIN messages ON messages.id = branch.id ORDER BY depth DESC`,
      )
      .all(lastId, limit)
      .map((row) => ({
        id: String(row.id),
        role: row.role === 'assistant' ? 'assistant' : 'user',
        text: String(row.text),
        attachments: attachments.get(String(row.id)) ?? [],
      }))
  }

  /**
   * Returns the last `limit` messages of a branch with the beginning of their texts, of `excerpt` characters, newest
   * first.
   */
  beginnings(lastId: string, limit: number, excerpt: number): readonly MessageBeginning[] {
    return this.database
      .prepare(
        `${inBranch}
         SELECT messages.id, messages.parent_id, role, substr(text, 1, ?) AS text, created_at
         FROM branch JOIN messages ON messages.id = branch.id ORDER BY depth`,
      )
      .all(lastId, limit, excerpt)
      .map((row) => ({
        id: String(row.id),
        parentId: row.parent_id === null ? null : String(row.parent_id),
        role: row.role === 'assistant' ? 'assistant' : 'user',
        text: String(row.text),
        createdAt: Number(row.created_at),
      }))
  }

  /**
   * Returns the last message of the newest branch through a message, or the one `limit` messages after it if that is
   * nearer.
   */
  newestLeaf(id: string, limit = branchMax): string {
    const found = this.database
      .prepare(
        `WITH RECURSIVE down (id, depth) AS (
           SELECT ?, 0
           UNION ALL
           SELECT (SELECT child.id FROM messages child WHERE child.parent_id = down.id AND ${visibleAs('child')} ORDER BY child.created_at DESC, child.id DESC LIMIT 1), depth + 1
           FROM down WHERE down.id IS NOT NULL AND depth < ?
         )
         SELECT id FROM down WHERE id IS NOT NULL ORDER BY depth DESC LIMIT 1`,
      )
      .get(id, limit)
    return typeof found?.id === 'string' ? found.id : id
  }

  /** Returns the last messages of all branches, oldest first. */
  leaves(conversationId: string): readonly string[] {
    return atOnce(branchEnds(this.database, conversationId))
  }

  /** Returns the newest reply to a message; null if there is none. */
  newestChild(id: string): string | null {
    const child = this.database
      .prepare(`SELECT id FROM messages WHERE parent_id = ? AND ${visible} ORDER BY created_at DESC, id DESC LIMIT 1`)
      .get(id)
    return typeof child?.id === 'string' ? child.id : null
  }

  /** Returns the ids of the answers in a comparison by slot, each oldest first. */
  columns(conversationId: string, comparison: string): ReadonlyMap<number, readonly string[]> {
    const rows = this.database
      .prepare(
        `SELECT id, slot FROM messages WHERE comparison_id = ? AND conversation_id = ? AND ${visible} ORDER BY created_at DESC, id DESC LIMIT ?`,
      )
      .all(comparison, conversationId, columnVersionsMax)
      .reverse()
    const bySlot = Map.groupBy(rows, ({ slot }) => Number(slot))
    return new Map([...bySlot].map(([slot, found]) => [slot, found.map(({ id }) => String(id))]))
  }

  /** Sets a message back to streaming and keeps its text. */
  resume(id: string): void {
    this.database
      .prepare("UPDATE messages SET state = 'streaming', error = NULL, finish_reason = NULL WHERE id = ?")
      .run(id)
  }

  endMessage(id: string, end: MessageEnd): void {
    ending.update(this.database, id, end)
  }

  /** Returns the ids of messages that were still streaming when the last process ended. */
  streaming(): readonly string[] {
    return this.database
      .prepare("SELECT id FROM messages WHERE state = 'streaming'")
      .all()
      .map((row) => String(row.id))
  }

  private versionsOf(parentId: string | null, conversationId: string): readonly string[] {
    const rows =
      parentId === null
        ? this.database
            .prepare(
              `SELECT id FROM messages WHERE conversation_id = ? AND parent_id IS NULL AND ${visible} ORDER BY created_at, id`,
            )
            .all(conversationId)
        : this.database
            .prepare(`SELECT id FROM messages WHERE parent_id = ? AND ${visible} ORDER BY created_at, id`)
            .all(parentId)
    return rows.map((row) => String(row.id))
  }

  /** Returns the visible children of messages by parent, oldest first. */
  private childrenOf(parentIds: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const rows = this.database
      .prepare(
        `SELECT id, parent_id FROM messages WHERE parent_id IN (SELECT value FROM json_each(?)) AND ${visible}
         ORDER BY created_at, id`,
      )
      .all(JSON.stringify(parentIds))
    return new Map(
      [...Map.groupBy(rows, ({ parent_id: of }) => String(of))].map(([of, own]) => [
        of,
        own.map(({ id }) => String(id)),
      ]),
    )
  }

  /** `page` has what was read for all messages of a page. */
  private fromRow(row: Row, page?: PageParts): StoredMessage {
    const { comparisonId: comparison, connectionId, slot, ...message } = messages.readRow(row)
    const isSingle = comparison === null || slot === null || connectionId === null
    const { conversationId, id, parentId } = message
    return {
      ...message,
      attachments: page === undefined ? attachmentsOf(this.database, id) : (page.attachments.get(id) ?? []),
      ...(isSingle ? {} : { column: { comparison, slot, connectionId } }),
      versions:
        page === undefined || parentId === null
          ? this.versionsOf(parentId, conversationId)
          : (page.children.get(parentId) ?? []),
    }
  }
}
