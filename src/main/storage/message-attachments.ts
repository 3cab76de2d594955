import type { MediaItem } from '../../shared/media.ts'
import type { Database } from './database.ts'
import { mediaFromRow } from './media-items.ts'

/** The media of a message, in order. */
export function attachmentsOf(database: Database, messageId: string): readonly MediaItem[] {
  return database
    .prepare(
      'SELECT media.* FROM message_attachments JOIN media ON media.id = media_id WHERE message_id = ? ORDER BY position',
    )
    .all(messageId)
    .map(mediaFromRow)
}

/** Links media to a new message; they must be in the library. */
export function linkAttachments(database: Database, messageId: string, items: readonly MediaItem[]): void {
  const insert = database.prepare('INSERT INTO message_attachments (message_id, position, media_id) VALUES (?, ?, ?)')
  for (const [position, item] of items.entries()) insert.run(messageId, position, item.id)
}
