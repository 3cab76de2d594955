import { z } from 'zod'
import { type TranscriptSegment, transcriptSegmentSchema } from '../../shared/transcript.ts'
import type { Database } from './database.ts'
import { parsed } from './stored-json.ts'
import { id, integer, json, table, time } from './table.ts'

/** Limits of a transcript's undo history: edits, and characters in them. */
const editsMax = 200
const charactersMax = 40_000_000

/** One edit: the changed segments, before and after. */
export interface StoredEdit {
  readonly at: number
  readonly before: readonly TranscriptSegment[]
  readonly after: readonly TranscriptSegment[]
}

const segments = z.array(transcriptSegmentSchema).readonly()

export const editTable = table('transcript_edits', {
  transcriptId: id,
  number: integer,
  at: time,
  before: json(segments, [], 'long'),
  after: json(segments, [], 'long'),
})

/** Edits of transcripts, numbered from 1, for undo and redo. */
export class TranscriptEdits {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns an edit; null if it is unknown, dropped or unreadable. */
  findEdit(transcriptId: string, number: number): StoredEdit | null {
    const row = this.database
      .prepare('SELECT at, before, after FROM transcript_edits WHERE transcript_id = ? AND number = ?')
      .get(transcriptId, number)
    if (!row) return null
    const [before, after] = [row.before, row.after].map((text) => segments.safeParse(parsed(text)).data)
    return before && after ? { at: Number(row.at), before, after } : null
  }

  has(transcriptId: string, number: number): boolean {
    const row = this.database
      .prepare('SELECT 1 AS there FROM transcript_edits WHERE transcript_id = ? AND number = ?')
      .get(transcriptId, number)
    return row !== undefined
  }

  /**
   * Stores an edit under a number. Drops later edits, which can no longer be redone, and the oldest beyond the limits.
   */
  addEdit(transcriptId: string, number: number, edit: StoredEdit): void {
    this.database
      .prepare('DELETE FROM transcript_edits WHERE transcript_id = ? AND number >= ?')
      .run(transcriptId, number)
    editTable.insert(this.database, { ...edit, transcriptId, number })
    this.database
      .prepare(
        `DELETE FROM transcript_edits WHERE transcript_id = ? AND number < (
           SELECT coalesce(min(number), ?) FROM (
             SELECT number, sum(length(before) + length(after)) OVER (ORDER BY number DESC) AS characters
             FROM transcript_edits WHERE transcript_id = ?
           ) WHERE characters <= ? AND number > ?
         )`,
      )
      .run(transcriptId, number, transcriptId, charactersMax, number - editsMax)
  }
}
