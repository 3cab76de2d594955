import type { Database } from './database.ts'

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

  set(conversationId: string | null, text: string): void {
    if (text === '') this.database.prepare('DELETE FROM drafts WHERE conversation_id = ?').run(conversationId ?? '')
    else
      this.database
        .prepare(
          'INSERT INTO drafts (conversation_id, text) VALUES (?, ?) ON CONFLICT (conversation_id) DO UPDATE SET text = excluded.text',
        )
        .run(conversationId ?? '', text)
  }
}
