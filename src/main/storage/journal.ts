import type { Database } from './database.ts'

/** Journal of streaming answers. Text is only ever appended. */
export class Journal {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  append(messageId: string, text: string): void {
    this.database.prepare('INSERT INTO journal (message_id, text) VALUES (?, ?)').run(messageId, text)
  }

  /** The whole journal of a message, in order. */
  read(messageId: string): string {
    return this.database
      .prepare('SELECT text FROM journal WHERE message_id = ? ORDER BY sequence')
      .all(messageId)
      .map((row) => String(row.text))
      .join('')
  }

  clear(messageId: string): void {
    this.database.prepare('DELETE FROM journal WHERE message_id = ?').run(messageId)
  }
}
