import { type AttachedFile, attachedFileSchema } from '../../shared/attached-file.ts'
import { unreadPartsSchema } from '../../shared/unread-parts.ts'
import type { Database, Row } from './database.ts'
import { parsed } from './stored-json.ts'

/** Files that were sent with messages as text. */
export class MessageFiles {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Stores the files of a message, in order; their originals and texts must be in the library. */
  insert(messageId: string, files: readonly AttachedFile[]): void {
    const insert = this.database.prepare(
      `INSERT INTO message_files (message_id, position, media_id, text_id, name, pages, length, tokens, cut_from, encoding, unread)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    for (const [position, file] of files.entries()) {
      const { cutFrom, encoding = null, length, mediaId, name, pages, textId, tokens } = file
      const unread = file.unread === undefined ? null : JSON.stringify(file.unread)
      insert.run(messageId, position, mediaId, textId, name, pages, length, tokens, cutFrom, encoding, unread)
    }
  }

  /** Returns the files of a message, in order. */
  of(messageId: string): readonly AttachedFile[] {
    return this.database
      .prepare('SELECT * FROM message_files WHERE message_id = ? ORDER BY position')
      .all(messageId)
      .flatMap(fromRow)
  }

  /** Returns which of the messages have files. */
  among(messageIds: readonly string[]): ReadonlySet<string> {
    const rows = this.database
      .prepare('SELECT DISTINCT message_id FROM message_files WHERE message_id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(messageIds))
    return new Set(rows.map(({ message_id }) => String(message_id)))
  }
}

/** Converts a row to a file; none for an invalid row of a foreign database. */
function fromRow(row: Row): readonly AttachedFile[] {
  const file = attachedFileSchema.safeParse({
    mediaId: row.media_id,
    textId: row.text_id,
    name: row.name,
    pages: row.pages,
    length: row.length,
    tokens: row.tokens,
    cutFrom: row.cut_from,
    encoding: row.encoding ?? undefined,
    // a foreign database may contain any value
    unread: unreadPartsSchema.safeParse(parsed(row.unread)).data,
  })
  return file.success ? [file.data] : []
}
