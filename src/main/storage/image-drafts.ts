import { type ImageDraft, imageDraftSchema } from '../../shared/image.ts'
import type { Database } from './database.ts'

/** The studio's unsent draft; at most one. */
export class ImageDrafts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the draft; null before the first save, and if it is unreadable. */
  get(): ImageDraft | null {
    const row = this.database.prepare('SELECT draft FROM image_draft WHERE only = 1').get()
    if (typeof row?.draft !== 'string') return null
    try {
      return imageDraftSchema.parse(JSON.parse(row.draft))
    } catch {
      return null
    }
  }

  /** Stores the draft. Its source and mask must be in the library. */
  set(draft: ImageDraft): void {
    this.database
      .prepare('INSERT OR REPLACE INTO image_draft (only, draft, source_id, mask_id) VALUES (1, ?, ?, ?)')
      .run(JSON.stringify(draft), draft.source?.media.id ?? null, draft.source?.mask?.id ?? null)
  }
}
