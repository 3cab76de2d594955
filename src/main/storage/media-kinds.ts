import type { StorageKind } from '../../shared/storage-usage.ts'
import type { Database } from './database.ts'
import { mediaUse } from './media-references.ts'

interface Size {
  readonly bytes: number
  readonly files: number
}

const kindOf = `coalesce(${mediaUse(['images', 'videos', 'recordings', 'chat'])}, 'unused')`

/** Files of what is in the bin. */
const inBin = `SELECT media_id AS id FROM images WHERE deleted_at IS NOT NULL
  UNION SELECT thumbnail_id FROM images WHERE deleted_at IS NOT NULL
  UNION SELECT raw_media_id FROM images WHERE deleted_at IS NOT NULL
  UNION SELECT media_id FROM video_jobs WHERE deleted_at IS NOT NULL
  UNION SELECT poster_id FROM video_jobs WHERE deleted_at IS NOT NULL
  UNION SELECT source_id FROM transcription_jobs JOIN transcripts ON job_id = transcription_jobs.id
    WHERE transcripts.deleted_at IS NOT NULL
  UNION SELECT media_id FROM message_attachments JOIN messages ON messages.id = message_id
    JOIN conversations ON conversations.id = conversation_id WHERE conversations.deleted_at IS NOT NULL`

/** How much the files of the library take, by what they are for. */
export class MediaKinds {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Sizes in bytes, and the `biggestMax` largest files. Files that are only referred to are left out. */
  usage(biggestMax: number): {
    readonly kinds: Readonly<Partial<Record<StorageKind, Size>>>
    readonly bin: Size
    readonly biggest: readonly {
      readonly id: string
      readonly kind: StorageKind
      readonly bytes: number
      readonly addedAt: number
    }[]
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
      })),
    }
  }
}

function mediaKind(value: unknown): StorageKind {
  const kinds: readonly StorageKind[] = ['chat', 'images', 'recordings', 'videos']
  return kinds.find((kind) => kind === value) ?? 'unused'
}
