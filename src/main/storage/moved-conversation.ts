import type { Database, Row, SqlValue } from './database.ts'
import { unsettled } from './items-under-way.ts'

/** The rows of a conversation. Each references only earlier ones, and messages also each other. */
const sources = [
  ['conversations', 'id = ?'],
  ['message_deletions', `conversation_id = ? AND at <> ${unsettled}`],
  ['messages', 'conversation_id = ?'],
  ...['message_attachments', 'message_files', 'message_passages', 'answer_rounds', 'tool_calls'].map(
    (table) => [table, 'message_id IN (SELECT id FROM messages WHERE conversation_id = ?)'] as const,
  ),
  [
    'tool_call_media',
    `call_id IN (SELECT tool_calls.id FROM tool_calls JOIN messages ON messages.id = message_id
      WHERE conversation_id = ?)`,
  ],
  ['drafts', 'conversation_id = ?'],
] as const

/**
 * Writes all rows of a conversation into another database of the same schema, under a new id. Messages keep their ids.
 * Leaves out deletions that are not in effect. Call it within a transaction of `to`. Does not change `from`.
 */
export function copyConversation(from: Database, to: Database, id: string, newId: string): void {
  const left = new Set(
    from
      .prepare('SELECT id FROM message_deletions WHERE conversation_id = ? AND at = ?')
      .all(id, unsettled)
      .map((row) => row.id),
  )
  // until the commit, a reply may come before its parent
  to.pragma('defer_foreign_keys = ON')
  for (const [table, condition] of sources) {
    const owner = table === 'conversations' ? 'id' : 'conversation_id'
    for (const row of from.prepare(`SELECT * FROM ${table} WHERE ${condition}`).all(id)) {
      const owned = Object.hasOwn(row, owner) ? { ...row, [owner]: newId } : row
      insert(to, table, left.has(row.deletion_id) ? { ...owned, deletion_id: null } : owned)
    }
  }
}

function insert(to: Database, table: string, row: Row): void {
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  to.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(
    ...Object.values(row).map(asSqlValue),
  )
}

function asSqlValue(value: unknown): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError('a value that SQLite does not have')
}

/** Removes a conversation with all its rows. Call it within a transaction. */
export function eraseConversation(database: Database, id: string): void {
  database.prepare('DELETE FROM drafts WHERE conversation_id = ?').run(id)
  // messages cascade from their parents, and SQLite refuses cascades deeper than a thousand
  database.prepare('UPDATE messages SET parent_id = NULL WHERE conversation_id = ?').run(id)
  database.prepare('DELETE FROM conversations WHERE id = ?').run(id)
}
