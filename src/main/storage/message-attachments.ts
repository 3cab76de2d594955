import type { MediaItem } from '../../shared/media.ts'
import type { Database } from './database.ts'
import { mediaFromRow } from './media-items.ts'
import { id, integer, media, table } from './table.ts'

export const attachmentTable = table(
  'message_attachments',
  { messageId: id, position: integer, mediaId: media('chat') },
  { lists: { message_id: 1000 } },
)

/** Returns the media of a message, in order. */
export function attachmentsOf(database: Database, messageId: string): readonly MediaItem[] {
  return database
    .prepare(
      'SELECT media.* FROM message_attachments JOIN media ON media.id = media_id WHERE message_id = ? ORDER BY position',
    )
    .all(messageId)
    .map(mediaFromRow)
}

/** Returns the media of several messages by message, in order; none for a message without media. */
export function attachmentsOfAll(
  database: Database,
  messageIds: readonly string[],
): ReadonlyMap<string, readonly MediaItem[]> {
  const rows = database
    .prepare(
      `SELECT message_id, media.* FROM message_attachments JOIN media ON media.id = media_id
       WHERE message_id IN (SELECT value FROM json_each(?)) ORDER BY message_id, position`,
    )
    .all(JSON.stringify(messageIds))
  return new Map(
    [...Map.groupBy(rows, ({ message_id: of }) => String(of))].map(([of, linked]) => [of, linked.map(mediaFromRow)]),
  )
}

/** Links media to a message, after its existing ones; they must be in the library. */
export function linkAttachments(database: Database, messageId: string, items: readonly MediaItem[]): void {
  const first = attachmentsOf(database, messageId).length
  for (const [index, item] of items.entries())
    attachmentTable.insert(database, { messageId, position: first + index, mediaId: item.id })
}

/** Returns the ids of the pictures and files referenced by messages and their tool calls. */
export function mediaOf(database: Database, messageIds: readonly string[]): readonly string[] {
  const isGiven = 'message_id IN (SELECT id FROM given)'
  return database
    .prepare(
      `WITH given (id) AS (SELECT value FROM json_each(?))
       SELECT media_id AS id FROM message_attachments WHERE ${isGiven}
       UNION SELECT media_id FROM message_files WHERE ${isGiven}
       UNION SELECT text_id FROM message_files WHERE ${isGiven}
       UNION SELECT result_media_id FROM tool_calls WHERE result_media_id IS NOT NULL AND ${isGiven}
       UNION SELECT media_id FROM tool_call_media JOIN tool_calls ON tool_calls.id = tool_call_media.call_id WHERE ${isGiven}`,
    )
    .all(JSON.stringify(messageIds))
    .map(({ id }) => String(id))
}
