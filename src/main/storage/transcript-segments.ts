import { z } from 'zod'
import { folded } from '../../shared/folded-text.ts'
import { type TranscriptSegment, transcriptSegmentSchema } from '../../shared/transcript.ts'
import type { Database } from './database.ts'
import { parsed } from './stored-json.ts'
import { type Column, flag, id, integer, json, named, nullable, real, table, text } from './table.ts'

/** Distance between the positions of two consecutive segments, so that others can be inserted. */
const gap = 2 ** 20

const flatWords = z.array(z.union([z.number(), z.string()]))

/** Words with their times, as a flat list. Unreadable ones must not hide the text. */
const wordList: Column<TranscriptSegment['words']> = {
  ...json(transcriptSegmentSchema.unwrap().shape.words, []),
  read: (stored) => {
    const flat = flatWords.safeParse(parsed(stored)).data ?? []
    return Array.from({ length: Math.floor(flat.length / 3) }, (_, index) => ({
      from: Number(flat[index * 3]),
      to: Number(flat[index * 3 + 1]),
      text: String(flat[index * 3 + 2]),
    }))
  },
  write: (words) => JSON.stringify(words.flatMap(({ from, to, text: word }) => [from, to, word])),
}

export const segmentTable = table(
  'transcript_segments',
  {
    transcriptId: id,
    place: integer,
    id,
    from: named('from_ms', nullable(real)),
    to: named('to_ms', nullable(real)),
    text: text(),
    textFolded: text(),
    speaker: nullable(text()),
    words: wordList,
    mended: flag,
  },
  { lists: { transcript_id: 1_000_000 } },
)

const segments = segmentTable.without('transcriptId', 'place', 'textFolded')

/** The text of transcripts, one row per segment, so that an edit writes only its changes. */
export class TranscriptSegments {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the segments of a transcript in order, from index `offset` on. */
  segmentsOf(transcriptId: string, offset = 0, limit = -1): readonly TranscriptSegment[] {
    return this.database
      .prepare('SELECT * FROM transcript_segments WHERE transcript_id = ? ORDER BY place LIMIT ? OFFSET ?')
      .all(transcriptId, limit, offset)
      .map((row) => segments.readRow(row))
  }

  /** Returns the first segment that contains one of the folded words; null if none does, or without words. */
  firstWith(transcriptId: string, words: readonly string[]): Pick<TranscriptSegment, 'id' | 'text'> | null {
    if (words.length === 0) return null
    const row = this.database
      .prepare(
        `SELECT id, text FROM transcript_segments
         WHERE transcript_id = ? AND (${words.map(() => 'instr(text_folded, ?) > 0').join(' OR ')})
         ORDER BY place LIMIT 1`,
      )
      .get(transcriptId, ...words)
    return row ? { id: String(row.id), text: String(row.text) } : null
  }

  countSegments(transcriptId: string): number {
    const row = this.database
      .prepare('SELECT count(*) AS n FROM transcript_segments WHERE transcript_id = ?')
      .get(transcriptId)
    return Number(row?.n ?? 0)
  }

  /** Returns true if some text of a transcript has no time. */
  areUntimed(transcriptId: string): boolean {
    const row = this.database
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM transcript_segments
           WHERE transcript_id = ? AND from_ms IS NULL AND trim(text) <> '') AS untimed`,
      )
      .get(transcriptId)
    return row?.untimed === 1
  }

  /** Replaces `remove` segments from index `at` on. Call it within a transaction. */
  replace(transcriptId: string, at: number, remove: number, insert: readonly TranscriptSegment[]): void {
    const removed = this.database
      .prepare('SELECT place FROM transcript_segments WHERE transcript_id = ? ORDER BY place LIMIT ? OFFSET ?')
      .all(transcriptId, remove, at)
      .map(({ place }) => Number(place))
    const drop = this.database.prepare('DELETE FROM transcript_segments WHERE transcript_id = ? AND place = ?')
    for (const place of removed) drop.run(transcriptId, place)
    const places = removed.length === insert.length ? removed : this.places(transcriptId, at, insert.length)
    for (const [index, segment] of insert.entries())
      segmentTable.insert(this.database, {
        ...segment,
        transcriptId,
        place: places[index] ?? 0,
        textFolded: folded(segment.text),
      })
  }

  /** Returns free positions before the segment at index `at`; renumbers if there are too few. */
  private places(transcriptId: string, at: number, count: number): readonly number[] {
    const before = at === 0 ? 0 : this.placeOf(transcriptId, at - 1)
    const after = this.placeOf(transcriptId, at)
    if (after === null) return Array.from({ length: count }, (_, index) => (before ?? 0) + (index + 1) * gap)
    const step = Math.floor((after - (before ?? 0)) / (count + 1))
    if (step >= 1) return Array.from({ length: count }, (_, index) => (before ?? 0) + (index + 1) * step)
    this.spread(transcriptId, count)
    return this.places(transcriptId, at, count)
  }

  private placeOf(transcriptId: string, index: number): number | null {
    const row = this.database
      .prepare('SELECT place FROM transcript_segments WHERE transcript_id = ? ORDER BY place LIMIT 1 OFFSET ?')
      .get(transcriptId, index)
    return typeof row?.place === 'number' ? row.place : null
  }

  /**
   * Renumbers all segments with space for `count` before each. Uses negative positions in between, because positions
   * are unique.
   */
  private spread(transcriptId: string, count: number): void {
    this.database
      .prepare(
        `UPDATE transcript_segments SET place = -spread.n FROM (
           SELECT place AS old, row_number() OVER (ORDER BY place) AS n FROM transcript_segments WHERE transcript_id = ?
         ) AS spread WHERE transcript_id = ? AND place = spread.old`,
      )
      .run(transcriptId, transcriptId)
    this.database
      .prepare('UPDATE transcript_segments SET place = -place * ? WHERE transcript_id = ?')
      .run(Math.max(gap, count + 1), transcriptId)
  }
}
