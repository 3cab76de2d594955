import { folded } from '../../shared/folded-text.ts'
import type { Database, SqlValue } from './database.ts'
import { holdsWords } from './folded-conditions.ts'
import { deletion, flag, id, integer, nullable, type RowOf, shortText, table, text, time } from './table.ts'

export const transcriptTable = table('transcripts', {
  id,
  jobId: id,
  title: shortText(2000),
  titleFolded: shortText(),
  /** Models that transcribed it, separated by commas. */
  model: shortText(2000),
  language: nullable(text(100)),
  /** The beginning of its text. */
  start: text(2000),
  /** False while some pieces are not transcribed yet, or if an answer was cut off. */
  complete: flag,
  /** Increases with every change. */
  revision: integer,
  /** Number of the last applied edit; 0 for none. */
  edit: integer,
  /** ms since 1970. */
  createdAt: time,
  editedAt: nullable(time),
  deletedAt: deletion,
})

export const storedTranscripts = transcriptTable.without('titleFolded')
const changing = transcriptTable.without('id', 'jobId', 'createdAt', 'deletedAt')

/** A transcript as stored, without its segments. */
export type StoredTranscript = RowOf<typeof storedTranscripts>

/** The table of transcripts, without their text. Deleted ones stay hidden until they are purged. */
export class Transcripts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /**
   * Returns a range of transcripts whose title or text contains every word of `query`, newest first, with their number.
   */
  transcriptPage(
    query: string,
    offset: number,
    limit: number,
  ): { readonly transcripts: readonly StoredTranscript[]; readonly total: number } {
    const words = holdsWords(query, (word) => ({
      sql: `instr(title_folded, ?) > 0 OR EXISTS (SELECT 1 FROM transcript_segments
        WHERE transcript_id = transcripts.id AND instr(text_folded, ?) > 0)`,
      values: [word, word],
    }))
    const where = ['deleted_at IS NULL', ...words.map(({ sql }) => sql)].join(' AND ')
    const values: readonly SqlValue[] = words.flatMap((word) => word.values)
    const transcripts = this.database
      .prepare(`SELECT * FROM transcripts WHERE ${where} ORDER BY created_at DESC, id LIMIT ? OFFSET ?`)
      .all(...values, limit, offset)
      .map((row) => storedTranscripts.readRow(row))
    // a partly filled window reaches the end, so no count is needed
    if (transcripts.length < limit && (transcripts.length > 0 || offset === 0))
      return { transcripts, total: offset + transcripts.length }
    const row = this.database.prepare(`SELECT count(*) AS n FROM transcripts WHERE ${where}`).get(...values)
    return { transcripts, total: Number(row?.n ?? 0) }
  }

  /** Returns a transcript; null for an unknown or deleted id. */
  findTranscript(id: string): StoredTranscript | null {
    const row = this.database.prepare('SELECT * FROM transcripts WHERE id = ? AND deleted_at IS NULL').get(id)
    return row ? storedTranscripts.readRow(row) : null
  }

  /** Returns the transcript of a job, even a deleted one until it is purged. */
  ofJob(jobId: string): StoredTranscript | null {
    const row = this.database.prepare('SELECT * FROM transcripts WHERE job_id = ?').get(jobId)
    return row ? storedTranscripts.readRow(row) : null
  }

  insertTranscript(transcript: StoredTranscript): void {
    transcriptTable.insert(this.database, { ...transcript, titleFolded: folded(transcript.title) })
  }

  /** Updates every changeable column except the deletion. */
  updateTranscript(transcript: StoredTranscript): void {
    changing.update(this.database, transcript.id, { ...transcript, titleFolded: folded(transcript.title) })
  }

  /** Hides transcripts; returns the ids of the previously visible ones. */
  delete(ids: readonly string[], now: number): readonly string[] {
    return this.database
      .prepare(
        `UPDATE transcripts SET deleted_at = ? WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
         RETURNING id`,
      )
      .all(now, JSON.stringify(ids))
      .map(({ id }) => String(id))
  }

  /** Restores hidden transcripts; returns their ids. */
  restore(ids: readonly string[]): readonly string[] {
    return this.database
      .prepare(
        `UPDATE transcripts SET deleted_at = NULL WHERE id IN (SELECT value FROM json_each(?))
           AND deleted_at IS NOT NULL RETURNING id`,
      )
      .all(JSON.stringify(ids))
      .map(({ id }) => String(id))
  }

  /** Returns the deletion time of the oldest hidden transcript, ms since 1970; null if there is none. */
  oldestDeletion(): number | null {
    const row = this.database
      .prepare('SELECT min(deleted_at) AS first FROM transcripts WHERE deleted_at IS NOT NULL')
      .get()
    return typeof row?.first === 'number' ? row.first : null
  }

  /**
   * Removes transcripts deleted at or before `before` (ms since 1970), with their text. Returns the ids of their jobs.
   */
  purgeTranscripts(before: number): readonly string[] {
    return this.database
      .prepare('DELETE FROM transcripts WHERE deleted_at <= ? RETURNING job_id')
      .all(before)
      .map((row) => String(row.job_id))
  }
}
