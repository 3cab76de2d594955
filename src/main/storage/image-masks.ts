import type { Database } from './database.ts'
import { media, table, time } from './table.ts'

export const maskTable = table('image_masks', { sourceId: media('images'), maskId: media('images'), updatedAt: time })

/** The mask last drawn on each source, both by media id. */
export class ImageMasks {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the mask of a source; null if there is none. */
  get(sourceId: string): string | null {
    const row = this.database.prepare('SELECT mask_id FROM image_masks WHERE source_id = ?').get(sourceId)
    return typeof row?.mask_id === 'string' ? row.mask_id : null
  }

  /** Stores a mask; null removes it. */
  set(sourceId: string, maskId: string | null, now: number): void {
    if (maskId === null) this.database.prepare('DELETE FROM image_masks WHERE source_id = ?').run(sourceId)
    else maskTable.upsert(this.database, { sourceId, maskId, updatedAt: now }, ['sourceId'])
  }
}
