import type { Database } from './database.ts'
import { id, table, text } from './table.ts'

export const draftTable = table('drafts', { conversationId: id, text: text() })

/** Unsent text by conversation; null is the draft of a new conversation. */
export class Drafts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  get(conversationId: string | null): string {
    const row = this.database.prepare('SELECT text FROM drafts WHERE conversation_id = ?').get(conversationId ?? '')
    return typeof row?.text === 'string' ? row.text : ''
  }

  set(conversationId: string | null, draft: string): void {
    if (draft === '') this.database.prepare('DELETE FROM drafts WHERE conversation_id = ?').run(conversationId ?? '')
    else draftTable.upsert(this.database, { conversationId: conversationId ?? '', text: draft }, ['conversationId'])
  }
}
