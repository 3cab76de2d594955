import { type MediaItem, mediaItemSchema } from '../../shared/media.ts'
import type { Database, Row } from './database.ts'

/** The index of the library: what is stored under which content hash. */
export class MediaItems {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  find(id: string): MediaItem | null {
    const row = this.database.prepare('SELECT * FROM media WHERE id = ?').get(id)
    return row ? mediaFromRow(row) : null
  }

  /** Adds an item; the same content twice is one item, as old as when it was last added. */
  add(item: MediaItem, now: number): void {
    this.database
      .prepare(
        `INSERT INTO media (id, mime, bytes, width, height, created_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at`,
      )
      .run(item.id, item.mime, item.bytes, item.width, item.height, now)
  }

  /** Forgets an item. Throws where something still refers to it. */
  remove(id: string): void {
    this.database.prepare('DELETE FROM media WHERE id = ?').run(id)
  }
}

export function mediaFromRow(row: Row): MediaItem {
  return mediaItemSchema.parse({ id: row.id, mime: row.mime, bytes: row.bytes, width: row.width, height: row.height })
}
