import type { Database } from './database.ts'
import { newestMessages, removeMessages } from './removed-messages.ts'
import { timeInOrder } from './time-in-order.ts'

/**
 * `deleted_at` of rows that an import has written but not shown yet. It is later than any real time: hidden like
 * deleted rows, but never listed in the bin or purged.
 */
export const underWay = Number.MAX_SAFE_INTEGER

/** `deleted_at` of an incomplete copy of a conversation. Treated in the same way. */
export const copying = underWay - 1

/**
 * Deletion time of chats and messages that are being removed permanently, in steps. It is older than any real time: a
 * start removes the rest after a crash, and nothing restores a part.
 */
export const purging = 1

/**
 * Time of a message deletion that is not in effect: its messages are being marked or unmarked, in steps, and are
 * visible. It is later than any real time. A start removes the marks left by a crash.
 */
export const unsettled = underWay

/** `created_at` of imported files that no visible item refers to. */
export const mediaUnderWay = 0

const tables = ['conversations', 'images', 'transcripts', 'video_jobs'] as const
/** Tables without a deletion time: `created_at` is the mark. */
const libraries = ['prompts', 'assistants', 'memories', 'recipes'] as const

/**
 * Rows that an import has written but not shown yet. The mark is in the rows, so that it survives backups and crashes.
 * Marked rows are shown or removed, a few at a time.
 */
export class ItemsUnderWay {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  any(): boolean {
    return tables.some((table) => this.first(table) !== null) || libraries.some((table) => this.hasIn(table))
  }

  /** Returns the ids of the imported files. */
  mediaIds(): readonly string[] {
    return this.database
      .prepare('SELECT id FROM media WHERE created_at = ?')
      .all(mediaUnderWay)
      .map(({ id }) => String(id))
  }

  /**
   * Shows up to `limit` items and sets the time of their files to `now`. Returns their number. Call it within a
   * transaction.
   */
  showItems(limit: number, now: number): number {
    let done = 0
    for (const table of tables)
      if (done < limit)
        done += this.database
          .prepare(
            `UPDATE ${table} SET deleted_at = NULL WHERE id IN (SELECT id FROM ${table} WHERE deleted_at = ? LIMIT ?)`,
          )
          .run(underWay, limit - done)
    for (const table of libraries)
      if (done < limit)
        done += this.database
          .prepare(
            // until now the rows have one time, so the order of insertion decides
            `UPDATE ${table} SET created_at = ? + place FROM (
               SELECT id AS shown, row_number() OVER (ORDER BY rowid) - 1 AS place FROM ${table} WHERE created_at = ?
               ORDER BY rowid LIMIT ?)
             WHERE id = shown`,
          )
          .run(timeInOrder(this.database, { table }, now), underWay, limit - done)
    if (done < limit)
      done += this.database
        .prepare(
          'UPDATE media SET created_at = ? WHERE id IN (SELECT id FROM media WHERE created_at = ? LIMIT ?) AND created_at = ?',
        )
        .run(Math.max(1, now), mediaUnderWay, limit - done, mediaUnderWay)
    return done
  }

  /** Removes up to `limit` rows: items and their parts. Returns their number. Call it within a transaction. */
  removeItems(limit: number): number {
    let done = 0
    for (const removeSome of [this.removeChat, this.removeTranscript, this.removeImage, this.removeVideo])
      for (let removed = 1; removed > 0 && done < limit; done += removed) removed = removeSome.call(this, limit - done)
    for (const table of libraries)
      if (done < limit)
        done += this.database
          .prepare(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE created_at = ? LIMIT ?)`)
          .run(underWay, limit - done)
    return done
  }

  private removeChat(limit: number): number {
    const id = this.first('conversations')
    if (id === null) return 0
    const newest = newestMessages(this.database, id, limit)
    removeMessages(this.database, newest)
    if (newest.length > 0) return newest.length
    this.database.prepare('DELETE FROM drafts WHERE conversation_id = ?').run(id)
    return this.database.prepare('DELETE FROM conversations WHERE id = ?').run(id)
  }

  private removeTranscript(limit: number): number {
    const id = this.first('transcripts')
    if (id === null) return 0
    const removed = this.removeEach(
      'SELECT rowid AS id FROM transcript_segments WHERE transcript_id = ? ORDER BY place LIMIT ?',
      'DELETE FROM transcript_segments WHERE rowid = ?',
      id,
      limit,
    )
    if (removed > 0) return removed
    const [row] = this.database.prepare('DELETE FROM transcripts WHERE id = ? RETURNING job_id').all(id)
    this.database.prepare('DELETE FROM transcription_jobs WHERE id = ?').run(String(row?.job_id))
    return 1
  }

  private removeImage(): number {
    const id = this.first('images')
    if (id === null) return 0
    const [row] = this.database.prepare('DELETE FROM images WHERE id = ? RETURNING job_id').all(id)
    // an older job has its own images, or was sent to a gateway
    this.database
      .prepare(
        `DELETE FROM image_jobs WHERE id = ? AND status = 'done' AND gateway_url IS NULL
           AND NOT EXISTS (SELECT 1 FROM images WHERE job_id = image_jobs.id)`,
      )
      .run(String(row?.job_id))
    return 1
  }

  private removeVideo(): number {
    const id = this.first('video_jobs')
    return id === null ? 0 : this.database.prepare('DELETE FROM video_jobs WHERE id = ?').run(id)
  }

  private first(table: (typeof tables)[number]): string | null {
    const row = this.database.prepare(`SELECT id FROM ${table} WHERE deleted_at = ? LIMIT 1`).get(underWay)
    return typeof row?.id === 'string' ? row.id : null
  }

  private hasIn(table: (typeof libraries)[number]): boolean {
    return this.database.prepare(`SELECT 1 FROM ${table} WHERE created_at = ? LIMIT 1`).get(underWay) !== undefined
  }

  private removeEach(which: string, remove: string, owner: string, limit: number): number {
    const found = this.database.prepare(which).all(owner, limit)
    const drop = this.database.prepare(remove)
    for (const { id } of found) drop.run(typeof id === 'number' ? id : String(id))
    return found.length
  }
}
