import { expect } from 'vitest'
import { Database } from '../../src/main/storage/database.ts'
import { databasePath } from '../../src/main/storage/open.ts'
import { visible } from '../../src/main/storage/visible-messages.ts'

/** A message as it is stored. `text` includes what was journalled. */
export interface StoredRow {
  readonly id: string
  readonly conversationId: string
  readonly parentId: string | null
  readonly role: string
  readonly text: string
  readonly state: string
  readonly model: string
  readonly isDeleted: boolean
}

/** All messages of a data folder, in the order of their writing. */
export function storedRows(folder: string): readonly StoredRow[] {
  const database = new Database(databasePath(folder), { readonly: true })
  const rows = database
    .prepare(
      `SELECT *, ${visible} AS visible, text || coalesce((SELECT group_concat(text, '') FROM (SELECT text FROM journal
       WHERE message_id = messages.id AND kind = 'text' ORDER BY sequence)), '') AS whole FROM messages ORDER BY rowid`,
    )
    .all()
  database.close()
  return rows.map((row) => ({
    id: String(row.id),
    conversationId: String(row.conversation_id),
    parentId: row.parent_id === null ? null : String(row.parent_id),
    role: String(row.role),
    text: String(row.whole),
    state: String(row.state),
    model: String(row.model),
    isDeleted: row.visible !== 1,
  }))
}

/** The messages that requests begin with, as the chats have it stored. */
export function storedBeginnings(folder: string): ReadonlySet<string> {
  const database = new Database(databasePath(folder), { readonly: true })
  const rows = database.prepare("SELECT parameters ->> '$.context.fromId' AS id FROM conversations").all()
  database.close()
  return new Set(rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))
}

/** The tokens sent with each request, as the spending has them. */
export function storedTokens(folder: string): readonly number[] {
  const database = new Database(databasePath(folder), { readonly: true })
  const rows = database.prepare('SELECT prompt_tokens AS sent FROM spending WHERE prompt_tokens IS NOT NULL').all()
  database.close()
  return rows.map(({ sent }) => Number(sent))
}

/** An account of messages apart from the app's: where each was written, and what is deleted. */
export class ChatAccount {
  /** What each message replied to when it was written. */
  readonly homes = new Map<string, string | null>()
  private readonly conversations = new Map<string, string>()
  private readonly texts = new Map<string, string>()
  private readonly gone = new Map<string, string>()
  private readonly deletions = new Map<string, string>()

  /** Takes in the messages that are new. */
  learn(rows: readonly StoredRow[]): void {
    for (const { id, conversationId, parentId } of rows) {
      if (this.homes.has(id)) continue
      this.homes.set(id, parentId)
      this.conversations.set(id, conversationId)
    }
  }

  /** Each message hangs on the nearest one before it that is not deleted, and no text was lost. */
  check(rows: readonly StoredRow[]): void {
    this.learn(rows)
    expect(rows).toHaveLength(this.homes.size)
    for (const row of rows) {
      expect(row.isDeleted).toBe(this.gone.has(row.id))
      if (!row.isDeleted) expect(row.parentId).toBe(this.path(row.id).at(-2) ?? null)
      expect(row.text.startsWith(this.texts.get(row.id) ?? '')).toBe(true)
      this.texts.set(row.id, row.text)
    }
  }

  /** The ids from the first message of a branch to this one, without deleted ones. */
  path(id: string): readonly string[] {
    const found: string[] = []
    for (let at: string | null = id; at !== null; at = this.homes.get(at) ?? null)
      if (!this.gone.has(at)) found.unshift(at)
    return found
  }

  /** Notes a deletion: of one message, or also of all that follow it. */
  delete(deletionId: string, messageId: string, scope: 'one' | 'rest'): void {
    const left = [...this.homes.keys()].filter((id) => !this.gone.has(id))
    const deleted = scope === 'one' ? [messageId] : left.filter((id) => this.path(id).includes(messageId))
    for (const id of deleted) this.gone.set(id, deletionId)
    this.deletions.set(deletionId, this.conversations.get(messageId) ?? '')
  }

  restore(deletionId: string): void {
    this.deletions.delete(deletionId)
    for (const [id, by] of [...this.gone]) if (by === deletionId) this.gone.delete(id)
  }

  /** The deletions that can be undone, each with its conversation. */
  get undoable(): readonly (readonly [string, string])[] {
    return [...this.deletions]
  }
}
