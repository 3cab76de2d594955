import type { StorageKind, StorageUsage } from '../../shared/storage-usage.ts'
import type { Database } from './database.ts'
import { mediaUse } from './media-references.ts'
import { kindOf as historyKindOf } from './search-index.ts'

interface Size {
  readonly bytes: number
  readonly files: number
}

const kindOf = `coalesce(${mediaUse(['images', 'videos', 'recordings', 'chat'])}, 'unused')`

/** Media of items in the bin. */
const inBin = `SELECT media_id AS id FROM images WHERE deleted_at IS NOT NULL
  UNION SELECT thumbnail_id FROM images WHERE deleted_at IS NOT NULL
  UNION SELECT raw_media_id FROM images WHERE deleted_at IS NOT NULL
  UNION SELECT media_id FROM video_jobs WHERE deleted_at IS NOT NULL
  UNION SELECT poster_id FROM video_jobs WHERE deleted_at IS NOT NULL
  UNION SELECT source_id FROM transcription_jobs JOIN transcripts ON job_id = transcription_jobs.id
    WHERE transcripts.deleted_at IS NOT NULL
  UNION SELECT media_id FROM message_attachments JOIN messages ON messages.id = message_id
    JOIN conversations ON conversations.id = conversation_id WHERE conversations.deleted_at IS NOT NULL
  UNION SELECT media_id FROM message_files JOIN messages ON messages.id = message_id
    JOIN conversations ON conversations.id = conversation_id WHERE conversations.deleted_at IS NOT NULL
  UNION SELECT text_id FROM message_files JOIN messages ON messages.id = message_id
    JOIN conversations ON conversations.id = conversation_id WHERE conversations.deleted_at IS NOT NULL`

/** Owners of a file; each question mark is the file's id. */
const ownersOf = `SELECT 'image', id FROM images WHERE ? IN (media_id, thumbnail_id, raw_media_id)
  UNION ALL SELECT 'video', id FROM video_jobs WHERE ? IN (media_id, poster_id)
  UNION ALL SELECT 'transcript', transcripts.id FROM transcripts JOIN transcription_jobs ON transcription_jobs.id = job_id
    WHERE source_id = ?
  UNION ALL SELECT 'chat', conversation_id FROM message_attachments JOIN messages ON messages.id = message_id
    WHERE media_id = ?
  UNION ALL SELECT 'chat', conversation_id FROM message_files JOIN messages ON messages.id = message_id
    WHERE ? IN (media_id, text_id)`

/** Storage use of the library by category. */
export class MediaKinds {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the sizes in bytes, and the `biggestMax` largest files, without referenced files outside the library. */
  usage(biggestMax: number): {
    readonly kinds: Readonly<Partial<Record<StorageKind, Size>>>
    readonly bin: Size
    readonly biggest: StorageUsage['biggest']
  } {
    const own = `SELECT id, bytes, created_at, ${kindOf} AS kind FROM media WHERE referred_path IS NULL`
    const kinds = this.database
      .prepare(`SELECT kind, sum(bytes) AS bytes, count(*) AS files FROM (${own}) GROUP BY kind`)
      .all()
    const bin = this.database
      .prepare(
        `SELECT sum(bytes) AS bytes, count(*) AS files FROM media WHERE referred_path IS NULL AND id IN (${inBin})`,
      )
      .get()
    const biggest = this.database.prepare(`${own} ORDER BY bytes DESC, id LIMIT ?`).all(biggestMax)
    return {
      kinds: Object.fromEntries(
        kinds.map(({ kind, bytes, files }) => [mediaKind(kind), { bytes: Number(bytes), files: Number(files) }]),
      ),
      bin: { bytes: Number(bin?.bytes ?? 0), files: Number(bin?.files ?? 0) },
      biggest: biggest.map(({ id, kind, bytes, created_at }) => ({
        id: String(id),
        kind: mediaKind(kind),
        bytes: Number(bytes),
        addedAt: Number(created_at),
        item: this.itemOf(String(id)),
      })),
    }
  }

  /** Returns the item of a file, the newest of several; null for a file without an item. */
  private itemOf(mediaId: string): StorageUsage['biggest'][number]['item'] {
    const row = this.database
      .prepare(
        `SELECT kind, item_id, title, deleted_at FROM history_items
         WHERE (kind, item_id) IN (${ownersOf}) ORDER BY deleted_at IS NOT NULL, at DESC, kind, item_id LIMIT 1`,
      )
      .get(mediaId, mediaId, mediaId, mediaId, mediaId)
    if (row === undefined) return null
    return {
      key: { kind: historyKindOf(row.kind), id: String(row.item_id) },
      title: String(row.title),
      inBin: row.deleted_at !== null,
    }
  }
}

function mediaKind(value: unknown): StorageKind {
  const kinds: readonly StorageKind[] = ['chat', 'images', 'recordings', 'videos']
  return kinds.find((kind) => kind === value) ?? 'unused'
}
