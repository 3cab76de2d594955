import type { Database } from './database.ts'
import { choice, id, integer, longText, table } from './table.ts'

const journalKinds = ['text', 'thinking'] as const
/** The text of an answer, or the model's thinking before it. */
export type JournalKind = (typeof journalKinds)[number]

export const journalTable = table('journal', {
  sequence: integer,
  messageId: id,
  text: longText,
  kind: choice(journalKinds),
})

/** Journal of streaming answers. Text is only ever appended. */
export class Journal {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  append(messageId: string, text: string, kind: JournalKind = 'text'): void {
    this.database.prepare('INSERT INTO journal (message_id, text, kind) VALUES (?, ?, ?)').run(messageId, text, kind)
  }

  /** Returns the whole journal of a message of one kind, in order. */
  readText(messageId: string, kind: JournalKind = 'text'): string {
    return this.database
      .prepare('SELECT text FROM journal WHERE message_id = ? AND kind = ? ORDER BY sequence')
      .all(messageId, kind)
      .map((row) => String(row.text))
      .join('')
  }

  clear(messageId: string): void {
    this.database.prepare('DELETE FROM journal WHERE message_id = ?').run(messageId)
  }
}
