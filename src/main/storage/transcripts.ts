import { z } from 'zod'
import { folded } from '../../shared/folded-text.ts'
import type { Database, Row, SqlValue } from './database.ts'
import { holdsWords } from './folded-conditions.ts'

/** A transcript as stored, without its segments. */
export interface StoredTranscript {
  readonly id: string
  readonly jobId: string
  readonly title: string
  /** Models that transcribed it, separated by commas. */
  readonly model: string
  readonly language: string | null
  /** The beginning of its text. */
  readonly start: string
  /** False while some pieces are not transcribed yet, or if an answer was cut off. */
  readonly complete: boolean
  /** Increases with every change. */
  readonly revision: number
  /** Number of the last applied edit; 0 for none. */
  readonly edit: number
  /** ms since 1970. */
  readonly createdAt: number
  readonly editedAt: number | null
  readonly deletedAt: number | null
}

const rowSchema = z.object({
  id: z.string(),
  job_id: z.string(),
  title: z.string(),
  model: z.string(),
  language: z.string().nullable(),
  start: z.string(),
  complete: z.number(),
  revision: z.number(),
  edit: z.number(),
  created_at: z.number(),
  edited_at: z.number().nullable(),
  deleted_at: z.number().nullable(),
})

/** The table of transcripts, without their text. Deleted ones stay hidden until they are purged. */
export class Transcripts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /**
   * Returns a range of transcripts whose title or text contains every word of `query`, newest first, with their number.
   */
  page(
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
      .map(fromRow)
    // a partly filled window reaches the end, so no count is needed
    if (transcripts.length < limit && (transcripts.length > 0 || offset === 0))
      return { transcripts, total: offset + transcripts.length }
    const row = this.database.prepare(`SELECT count(*) AS n FROM transcripts WHERE ${where}`).get(...values)
    return { transcripts, total: Number(row?.n ?? 0) }
  }

  /** Returns a transcript; null for an unknown or deleted id. */
  find(id: string): StoredTranscript | null {
    const row = this.database.prepare('SELECT * FROM transcripts WHERE id = ? AND deleted_at IS NULL').get(id)
    return row ? fromRow(row) : null
  }

  /** Returns the transcript of a job, even a deleted one until it is purged. */
  ofJob(jobId: string): StoredTranscript | null {
    const row = this.database.prepare('SELECT * FROM transcripts WHERE job_id = ?').get(jobId)
    return row ? fromRow(row) : null
  }

  insert(transcript: StoredTranscript): void {
    this.database
      .prepare(
        `INSERT INTO transcripts (id, job_id, title, title_folded, model, language, start, complete, revision, edit,
           created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?)`,
      )
      .run(
        transcript.id,
        transcript.jobId,
        transcript.title,
        folded(transcript.title),
        transcript.model,
        transcript.language,
        transcript.start,
        transcript.createdAt,
      )
    this.update(transcript)
  }

  /** Updates every changeable column except the deletion. */
  update(transcript: StoredTranscript): void {
    this.database
      .prepare(
        `UPDATE transcripts SET title = ?, title_folded = ?, model = ?, language = ?, start = ?, complete = ?, revision = ?,
           edit = ?, edited_at = ? WHERE id = ?`,
      )
      .run(
        transcript.title,
        folded(transcript.title),
        transcript.model,
        transcript.language,
        transcript.start,
        transcript.complete ? 1 : 0,
        transcript.revision,
        transcript.edit,
        transcript.editedAt,
        transcript.id,
      )
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
  purge(before: number): readonly string[] {
    return this.database
      .prepare('DELETE FROM transcripts WHERE deleted_at <= ? RETURNING job_id')
      .all(before)
      .map((row) => String(row.job_id))
  }
}

function fromRow(row: Row): StoredTranscript {
  const parsed = rowSchema.parse(row)
  return {
    id: parsed.id,
    jobId: parsed.job_id,
    title: parsed.title,
    model: parsed.model,
    language: parsed.language,
    start: parsed.start,
    complete: parsed.complete !== 0,
    revision: parsed.revision,
    edit: parsed.edit,
    createdAt: parsed.created_at,
    editedAt: parsed.edited_at,
    deletedAt: parsed.deleted_at,
  }
}
