import { type ImageDraft, imageDraftSchema } from '../../shared/image.ts'
import type { Database } from './database.ts'
import { integer, jsonOrNull, media, nullable, table } from './table.ts'

export const imageDraftTable = table('image_draft', {
  /** Always 1, because there is only one draft. */
  only: integer,
  draft: { ...jsonOrNull(imageDraftSchema), isNullable: false },
  sourceId: nullable(media('images')),
  maskId: nullable(media('images')),
})

/** Further pictures of the draft, so that their files are kept. */
export const draftReferenceTable = table('image_draft_references', { position: integer, mediaId: media('images') })

/** The studio's unsent draft; at most one. */
export class ImageDrafts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the draft; null before the first save, and if it is unreadable. */
  get(): ImageDraft | null {
    const row = this.database.prepare('SELECT draft FROM image_draft WHERE only = 1').get()
    return row === undefined ? null : imageDraftTable.only('draft').readRow(row).draft
  }

  /** Stores the draft. Its pictures and mask must be in the library. */
  set(draft: ImageDraft): void {
    const files = { sourceId: draft.source?.media.id ?? null, maskId: draft.source?.mask?.id ?? null }
    this.database.transaction(() => {
      imageDraftTable.upsert(this.database, { only: 1, draft, ...files }, ['only'])
      this.database.prepare('DELETE FROM image_draft_references').run()
      for (const [position, { media }] of (draft.references ?? []).entries())
        draftReferenceTable.insert(this.database, { position, mediaId: media.id })
    })
  }
}
