import { z } from 'zod'
import { folded } from '../../shared/folded-text.ts'
import { keysMax } from '../../shared/history-limits.ts'
import type { ImageFacets, ImageFilter, ImageSummary } from '../../shared/image.ts'
import type { ImageOrder } from '../../shared/image-orders.ts'
import type { Database, Row, SqlValue } from './database.ts'
import { conditions } from './image-conditions.ts'
import { mediaFromRow } from './media-items.ts'
import { deletion, flag, id, integer, media, nullable, type RowOf, shortText, table, text, time } from './table.ts'

export const imageTable = table(
  'images',
  {
    id,
    jobId: id,
    /** Position in its batch, from 0. */
    position: integer,
    mediaId: media('images'),
    thumbnailId: nullable(media('images')),
    /** The gateway's original picture, if the shown one was merged with its source. */
    rawMediaId: nullable(media('images')),
    /** The gallery image it was made from, which may have been removed. */
    sourceImageId: nullable(id),
    edited: flag,
    model: shortText(300),
    askedSize: nullable(text(30)),
    /** Pixels; null when the size could not be read. */
    width: nullable(integer),
    height: nullable(integer),
    favourite: flag,
    /** ms since 1970. */
    createdAt: time,
    deletedAt: deletion,
    prompt: text(),
    promptFolded: text(),
    revisedPrompt: nullable(text()),
  },
  { choices: { "model || ' ' || coalesce(width, '') || 'x' || coalesce(height, '')": 50_000 } },
)

export const storedImages = imageTable.without('promptFolded')

/** A gallery image as stored. */
export type StoredImage = RowOf<typeof storedImages>

const summaryRowSchema = z.object({
  image_id: z.string(),
  thumbnail_id: z.string().nullable(),
  prompt_start: z.string(),
  model: z.string(),
  image_created_at: z.number(),
  favourite: z.number(),
  edited: z.number(),
})

const summaryColumns = `images.id AS image_id, images.thumbnail_id, substr(images.prompt, 1, 200) AS prompt_start,
  images.model, images.created_at AS image_created_at, images.favourite, images.edited,
  media.id, media.mime, media.bytes, media.width, media.height`
const newestFirst = 'images.created_at DESC, images.job_id, images.position'
const orders: Readonly<Record<ImageOrder, string>> = {
  newest: newestFirst,
  // exactly the reverse, which the same index has
  oldest: 'images.created_at, images.job_id DESC, images.position DESC',
  largest: `images.width * images.height DESC, ${newestFirst}`,
}

/** The table of gallery images. Deleted ones stay hidden until they are purged. */
export class Images {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns a range of matching images in the order of the filter, with the number of all matches. */
  imagePage(
    filter: ImageFilter,
    offset: number,
    limit: number,
  ): { readonly images: readonly ImageSummary[]; readonly total: number } {
    const { where, values } = conditions(filter)
    const order = orders[filter.order ?? 'newest']
    // the ids are looked up first, so that skipped rows are read only from the index
    const images = this.database
      .prepare(
        `SELECT ${summaryColumns} FROM images JOIN media ON media.id = images.media_id
         WHERE images.rowid IN (SELECT images.rowid FROM images WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?)
         ORDER BY ${order}`,
      )
      .all(...values, limit, offset)
      .map(summaryFromRow)
    // a partly filled window reaches the end, so no count is needed
    const reachesEnd = images.length < limit && (images.length > 0 || offset === 0)
    return { images, total: reachesEnd ? offset + images.length : this.countImages(where, values) }
  }

  /** Returns the ids of all matching images, in the order of the filter. */
  ids(filter: ImageFilter): readonly string[] {
    const { where, values } = conditions(filter)
    return this.database
      .prepare(`SELECT id FROM images WHERE ${where} ORDER BY ${orders[filter.order ?? 'newest']} LIMIT ?`)
      .all(...values, keysMax)
      .map(({ id }) => String(id))
  }

  /** Returns the width divided by the height of all matching images, in order, to three decimals; 1 if unknown. */
  ratios(filter: ImageFilter): readonly number[] {
    const { where, values } = conditions(filter)
    return this.database
      .prepare(`SELECT width, height FROM images WHERE ${where} ORDER BY ${orders[filter.order ?? 'newest']} LIMIT ?`)
      .all(...values, keysMax)
      .map(({ width, height }) => {
        const ratio = Math.round((Number(width) / Number(height)) * 1000) / 1000
        return Number.isFinite(ratio) && ratio > 0 ? ratio : 1
      })
  }

  facets(): ImageFacets {
    const groups = this.database
      .prepare(
        `SELECT model, width, height, favourite, count(*) AS n FROM images WHERE deleted_at IS NULL
         GROUP BY model, width, height, favourite`,
      )
      .all()
      .map((row) => ({
        model: String(row.model),
        size: sizeText(row),
        favourite: row.favourite === 1,
        n: Number(row.n),
      }))
    const favourites = groups.reduce((sum, group) => sum + (group.favourite ? group.n : 0), 0)
    return {
      models: counted(groups.map(({ model, n }) => ({ value: model, n }))),
      sizes: counted(groups.flatMap(({ size, n }) => (size === null ? [] : [{ value: size, n }]))),
      favourites,
    }
  }

  /** Returns an image; null for an unknown or deleted id. */
  findImage(id: string): StoredImage | null {
    const image = this.findEvenDeleted(id)
    return image?.deletedAt === null ? image : null
  }

  /** Returns an image, even a deleted one until it is purged. */
  findEvenDeleted(id: string): StoredImage | null {
    const row = this.database.prepare('SELECT * FROM images WHERE id = ?').get(id)
    return row ? storedImages.readRow(row) : null
  }

  /** Returns summaries of undeleted images, in the order of the ids. */
  summaries(ids: readonly string[]): readonly ImageSummary[] {
    const found = this.database
      .prepare(
        `SELECT ${summaryColumns} FROM images JOIN media ON media.id = images.media_id
         WHERE images.deleted_at IS NULL AND images.id IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(ids))
      .map(summaryFromRow)
    const byId = new Map(found.map((summary) => [summary.id, summary]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** Returns the ids of a job's undeleted images, in order. */
  idsOfJob(jobId: string): readonly string[] {
    return this.database
      .prepare('SELECT id FROM images WHERE job_id = ? AND deleted_at IS NULL ORDER BY position')
      .all(jobId)
      .map(({ id }) => String(id))
  }

  /** Returns the ids of all undeleted images made from an image, directly or not, oldest first. */
  descendants(id: string, limit: number): readonly string[] {
    return this.database
      .prepare(
        `WITH RECURSIVE made (id) AS (
           SELECT ?
           UNION SELECT images.id FROM images JOIN made ON images.source_image_id = made.id
           UNION SELECT images.id FROM made JOIN image_job_references AS used ON used.image_id = made.id
             JOIN images ON images.job_id = used.job_id
         )
         SELECT images.id FROM made JOIN images ON images.id = made.id
         WHERE images.deleted_at IS NULL AND images.id <> ?
         ORDER BY images.created_at, images.job_id, images.position LIMIT ?`,
      )
      .all(id, id, limit)
      .map((row) => String(row.id))
  }

  insertImage(image: StoredImage): void {
    imageTable.insert(this.database, { ...image, promptFolded: folded(image.prompt) })
  }

  setFavourite(ids: readonly string[], favourite: boolean): void {
    this.database
      .prepare('UPDATE images SET favourite = ? WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL')
      .run(favourite ? 1 : 0, JSON.stringify(ids))
  }

  /** Hides images; returns their number. */
  delete(ids: readonly string[], now: number): number {
    return this.database
      .prepare('UPDATE images SET deleted_at = ? WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL')
      .run(now, JSON.stringify(ids))
  }

  /** Restores hidden images; returns their number. */
  restore(ids: readonly string[]): number {
    return this.database
      .prepare(
        'UPDATE images SET deleted_at = NULL WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT NULL',
      )
      .run(JSON.stringify(ids))
  }

  /** Returns the deletion time of the oldest hidden image, ms since 1970; null if there is none. */
  oldestDeletion(): number | null {
    const row = this.database.prepare('SELECT min(deleted_at) AS first FROM images WHERE deleted_at IS NOT NULL').get()
    return typeof row?.first === 'number' ? row.first : null
  }

  /**
   * Purges images deleted at or before `before` (ms since 1970). Descendants are attached to the purged image's own
   * source. Returns the media ids they referenced.
   */
  purgeImages(before: number): readonly string[] {
    const gone = this.database
      .prepare('SELECT * FROM images WHERE deleted_at <= ? ORDER BY created_at')
      .all(before)
      .map((row) => storedImages.readRow(row))
    const inherit = this.database.prepare(
      'UPDATE images SET source_image_id = (SELECT source_image_id FROM images WHERE id = ?) WHERE source_image_id = ?',
    )
    const remove = this.database.prepare('DELETE FROM images WHERE id = ?')
    for (const { id } of gone) {
      inherit.run(id, id)
      remove.run(id)
    }
    return gone.flatMap((image) =>
      [image.mediaId, image.thumbnailId, image.rawMediaId].filter((id): id is string => id !== null),
    )
  }

  private countImages(where: string, values: readonly SqlValue[]): number {
    const row = this.database.prepare(`SELECT count(*) AS n FROM images WHERE ${where}`).get(...values)
    return Number(row?.n ?? 0)
  }
}

function sizeText(row: Row): string | null {
  return typeof row.width === 'number' && typeof row.height === 'number' ? `${row.width}x${row.height}` : null
}

/** Sums up equal values, most frequent first. */
function counted(values: readonly { readonly value: string; readonly n: number }[]): ImageFacets['models'] {
  const sums = new Map<string, number>()
  for (const { value, n } of values) sums.set(value, (sums.get(value) ?? 0) + n)
  return [...sums]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

function summaryFromRow(row: Row): ImageSummary {
  const parsed = summaryRowSchema.parse(row)
  return {
    id: parsed.image_id,
    media: mediaFromRow(row),
    thumbnailId: parsed.thumbnail_id,
    // SQLite counts code points, so the cut must not leave half a surrogate pair
    promptStart: parsed.prompt_start.slice(0, 200).replace(/[\ud800-\udbff]$/, ''),
    model: parsed.model,
    createdAt: parsed.image_created_at,
    favourite: parsed.favourite !== 0,
    edited: parsed.edited !== 0,
  }
}
