import { type AttachedFile, attachedFileSchema } from '../../shared/attached-file.ts'
import { unreadPartsSchema } from '../../shared/unread-parts.ts'
import type { Database, Row } from './database.ts'
import { id, integer, jsonOrNull, media, nullable, optional, shortText, table, text } from './table.ts'

/** Columns of a file that goes along as text. */
export const fileColumns = {
  mediaId: media('chat'),
  textId: media('chat'),
  name: shortText(),
  pages: nullable(integer),
  length: integer,
  tokens: integer,
  cutFrom: nullable(integer),
  encoding: optional(text()),
  unread: jsonOrNull(unreadPartsSchema),
}

export const fileTable = table(
  'message_files',
  { messageId: id, position: integer, ...fileColumns },
  { lists: { message_id: 1000 } },
)

const files = fileTable.without('messageId', 'position')

/** Files that were sent with messages as text. */
export class MessageFiles {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Stores the files of a message, in order; their originals and texts must be in the library. */
  insertFiles(messageId: string, attached: readonly AttachedFile[]): void {
    for (const [position, file] of attached.entries())
      fileTable.insert(this.database, { ...file, unread: file.unread ?? null, messageId, position })
  }

  /** Returns the files of a message, in order. */
  filesOf(messageId: string): readonly AttachedFile[] {
    return this.database
      .prepare('SELECT * FROM message_files WHERE message_id = ? ORDER BY position')
      .all(messageId)
      .flatMap(fileOf)
  }

  /** Returns which of the messages have files. */
  among(messageIds: readonly string[]): ReadonlySet<string> {
    const rows = this.database
      .prepare('SELECT DISTINCT message_id FROM message_files WHERE message_id IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(messageIds))
    return new Set(rows.map(({ message_id }) => String(message_id)))
  }
}

/** Converts a row with the columns of a file; none for an invalid row of a foreign database. */
export function fileOf(row: Row): readonly AttachedFile[] {
  const { unread, ...stored } = files.readRow(row)
  const file = attachedFileSchema.safeParse({ ...stored, unread: unread ?? undefined }).data
  return file === undefined ? [] : [file]
}
