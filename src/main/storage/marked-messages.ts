import type { Database } from './database.ts'
import { unsettled } from './items-under-way.ts'
import { messageBytes } from './messages.ts'
import type { Steps } from './steps.ts'
import { visible } from './visible-messages.ts'

/** Messages marked, unmarked or examined in one step. */
const stepRows = 200
/** Bytes of text written before a step ends: SQLite rewrites a changed row completely. */
const stepBytes = 1_000_000

/** A message to be marked. */
interface Waiting {
  readonly id: string
  readonly bytes: number
}

/** The messages of a deletion, as needed to undo it. */
export interface DeletedRest {
  /** Messages that are replies to none of the others. */
  readonly first: readonly string[]
  /** The newest message. */
  readonly newest: string | null
  readonly hasPictures: boolean
}

/**
 * Deletion marks in the rows of messages. They are set and cleared in steps, while the deletion is unsettled and hides
 * nothing. Each step is one transaction.
 */
export class MarkedMessages {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Stores an unsettled deletion. Returns false if its id is in use. */
  beginMarking(deletionId: string, conversationId: string): boolean {
    return (
      this.database
        .prepare('INSERT INTO message_deletions (id, conversation_id, at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING')
        .run(deletionId, conversationId, unsettled) > 0
    )
  }

  /** Marks a message and everything after it, in all branches. Returns true if one of them has pictures or files. */
  *mark(deletionId: string, id: string): Steps<boolean> {
    const waiting: Waiting[] = [{ id, bytes: 0 }]
    let hasPictures = false
    while (waiting.length > 0) {
      const step = this.database.transaction(() => this.markNext(deletionId, waiting))
      hasPictures ||= this.havePictures(step)
      yield
    }
    return hasPictures
  }

  /** Clears the marks of an unsettled deletion, and removes it. Does not affect any other deletion. */
  *unmark(deletionId: string): Steps<void> {
    while (this.database.transaction(() => this.unmarkNext(deletionId))) yield
  }

  /** Examines the messages of a deletion. */
  *rest(deletionId: string): Steps<DeletedRest> {
    const next = this.database.prepare(
      `SELECT id, parent_id, created_at FROM messages WHERE deletion_id = ? AND (created_at, id) > (?, ?)
       ORDER BY created_at, id LIMIT ?`,
    )
    const ids = new Set<string>()
    const replies: { readonly id: string; readonly parentId: string }[] = []
    let newest: string | null = null
    let hasPictures = false
    for (let at: readonly [createdAt: number, id: string] = [Number.MIN_SAFE_INTEGER, '']; ; ) {
      const step = next.all(deletionId, ...at, stepRows)
      for (const { id, parent_id: parentId } of step) {
        // nearly every message is older than its replies
        if (typeof parentId === 'string' && !ids.has(parentId)) replies.push({ id: String(id), parentId })
        ids.add(String(id))
      }
      hasPictures ||= this.havePictures(step.map(({ id }) => String(id)))
      const last = step.at(-1)
      if (last === undefined) break
      at = [Number(last.created_at), String(last.id)]
      newest = String(last.id)
      yield
    }
    const first = replies.filter(({ parentId }) => !ids.has(parentId)).map(({ id }) => id)
    return { first, newest, hasPictures }
  }

  /** Returns true if one of the messages has pictures or files. */
  havePictures(ids: readonly string[]): boolean {
    return (
      this.database
        .prepare('SELECT 1 FROM json_each(?) CROSS JOIN message_attachments ON message_id = value LIMIT 1')
        .get(JSON.stringify(ids)) !== undefined
    )
  }

  /** Returns the number of messages with the mark of a deletion. */
  countMarked(deletionId: string): number {
    return Number(
      this.database.prepare('SELECT count(*) AS n FROM messages WHERE deletion_id = ?').get(deletionId)?.n ?? 0,
    )
  }

  /** Returns the unsettled deletions. */
  unsettled(): readonly { readonly id: string; readonly conversationId: string }[] {
    return this.database
      .prepare('SELECT id, conversation_id FROM message_deletions WHERE at = ?')
      .all(unsettled)
      .map((row) => ({ id: String(row.id), conversationId: String(row.conversation_id) }))
  }

  /** Marks the next waiting messages, and queues their replies. Returns the marked ones. */
  private markNext(deletionId: string, waiting: Waiting[]): readonly string[] {
    const mark = this.database.prepare('UPDATE messages SET deletion_id = ? WHERE id = ?')
    const replies = this.database.prepare(
      `SELECT id, ${messageBytes} AS bytes FROM messages WHERE parent_id = ? AND ${visible} AND deletion_id IS NOT ?`,
    )
    const marked: string[] = []
    let bytes = 0
    while (marked.length < stepRows && bytes < stepBytes) {
      const next = waiting.pop()
      if (next === undefined) break
      bytes += next.bytes
      mark.run(deletionId, next.id)
      marked.push(next.id)
      for (const reply of replies.all(next.id, deletionId))
        waiting.push({ id: String(reply.id), bytes: Number(reply.bytes) })
    }
    return marked
  }

  /** Clears some marks of an unsettled deletion. Returns true while more are left. */
  private unmarkNext(deletionId: string): boolean {
    const found = this.database.prepare('SELECT at FROM message_deletions WHERE id = ?').get(deletionId)
    if (found?.at !== unsettled) return false
    const clear = this.database.prepare('UPDATE messages SET deletion_id = NULL WHERE rowid = ?')
    const rows = this.database
      .prepare(`SELECT rowid, ${messageBytes} AS bytes FROM messages WHERE deletion_id = ? LIMIT ?`)
      .all(deletionId, stepRows)
    let bytes = 0
    for (const row of rows) {
      clear.run(Number(row.rowid))
      bytes += Number(row.bytes)
      if (bytes >= stepBytes) return true
    }
    if (rows.length === stepRows) return true
    this.database.prepare('DELETE FROM message_deletions WHERE id = ? AND at = ?').run(deletionId, unsettled)
    return false
  }
}
