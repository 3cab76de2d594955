import { fail } from '../../shared/errors.ts'
import type { MediaItem } from '../../shared/media.ts'
import { mimeKnown, otherType } from '../../shared/media-types.ts'
import type { Database, Row } from './database.ts'
import { bytes, integer, media, nullable, real, shortText, table, text, time } from './table.ts'

export const mediaTable = table('media', {
  id: media(null),
  mime: shortText(),
  bytes,
  width: nullable(integer),
  height: nullable(integer),
  createdAt: time,
  referredPath: nullable(text()),
  referredAt: nullable(real),
})

const items = mediaTable.only('id', 'mime', 'bytes', 'width', 'height')

/** Path of a referenced file outside the library, and its modification time (ms, by the file system). */
export interface Referral {
  readonly path: string
  readonly modifiedAt: number
}

/** The library's index: its files by content hash. */
export class MediaItems {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  findMediaItem(id: string): MediaItem | null {
    const row = this.database.prepare('SELECT * FROM media WHERE id = ?').get(id)
    return row ? mediaFromRow(row) : null
  }

  /** Returns the referral of a file; null for a file in the library itself. */
  referralOf(id: string): Referral | null {
    const row = this.database.prepare('SELECT referred_path, referred_at FROM media WHERE id = ?').get(id)
    return typeof row?.referred_path === 'string' && typeof row.referred_at === 'number'
      ? { path: row.referred_path, modifiedAt: row.referred_at }
      : null
  }

  /** Adds an item. Adding the same content again updates its age and its path. */
  addMediaItem(item: MediaItem, now: number, referral: Referral | null = null): void {
    const referred = { referredPath: referral?.path ?? null, referredAt: referral?.modifiedAt ?? null }
    const kept = ['mime', 'bytes', 'width', 'height'] as const
    mediaTable.upsert(this.database, { ...item, ...referred, createdAt: now }, ['id'], kept)
  }

  /** Removes an item. Throws while something references it. */
  removeMediaItem(id: string): void {
    this.database.prepare('DELETE FROM media WHERE id = ?').run(id)
  }
}

/**
 * Converts a row to an item. An unlisted type becomes `otherType`. The table is STRICT, so types need no check, and
 * threads that read it need no schema library. Throws an AppFailure for an id that is not a content hash.
 */
export function mediaFromRow(row: Row): MediaItem {
  const item = items.readRow(row)
  if (!/^[0-9a-f]{64}$/.test(item.id)) fail('storage_damaged', 'a file of the library has no hash for an id')
  return { ...item, mime: mimeKnown(item.mime) ? item.mime : otherType }
}
