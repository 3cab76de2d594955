import { z } from 'zod'
import { appErrorSchema } from '../../shared/error-schema.ts'
import { type AppError, appError } from '../../shared/errors.ts'
import { type NoteRequest, noteRequestSchema, translatedLineSchema } from '../../shared/transcript-note.ts'
import type { Database, Row } from './database.ts'
import { parsed } from './stored-json.ts'

/** A note as stored, without its parts. */
export interface StoredNote {
  readonly id: string
  readonly transcriptId: string
  readonly request: NoteRequest
  /** The transcript's revision when the note was begun. */
  readonly revision: number
  /** ms since 1970. */
  readonly createdAt: number
}

const sourceSchema = z.array(
  z
    .object({ id: z.string(), from: z.number().nullable(), speaker: z.string().nullable(), text: z.string() })
    .readonly(),
)
/** A segment as it was when the note was begun. */
export type NoteSource = z.infer<typeof sourceSchema>[number]

export const notePartStates = ['waiting', 'sending', 'done', 'failed', 'unknown'] as const

const answerSchema = z.union([z.string(), z.array(translatedLineSchema).readonly()])
/** The text, or the translated lines. */
export type NoteAnswer = z.infer<typeof answerSchema>

/** One part of a note: the segments of one request, and what came back. */
export interface NotePart {
  readonly part: number
  readonly state: (typeof notePartStates)[number]
  readonly source: readonly NoteSource[]
  /** Null before the first answer. */
  readonly answer: NoteAnswer | null
  readonly error: AppError | null
  /** Number of answers so far. */
  readonly answers: number
}

const rowSchema = z.object({
  id: z.string(),
  transcript_id: z.string(),
  request: z.string(),
  revision: z.number(),
  created_at: z.number(),
})
const partSchema = z.object({
  part: z.number(),
  state: z.enum(notePartStates),
  source: z.string(),
  answer: z.string().nullable(),
  error: z.string().nullable(),
  answers: z.number(),
})

/** The tables of notes on transcripts, and of their parts. Deleted notes stay hidden until they are purged. */
export class TranscriptNotes {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the notes of a transcript, oldest first. */
  of(transcriptId: string): readonly StoredNote[] {
    return this.database
      .prepare('SELECT * FROM transcript_notes WHERE transcript_id = ? AND deleted_at IS NULL ORDER BY created_at, id')
      .all(transcriptId)
      .flatMap((row) => fromRow(row) ?? [])
  }

  /** Returns a note; null for an unknown or deleted id. */
  find(id: string): StoredNote | null {
    const row = this.database.prepare('SELECT * FROM transcript_notes WHERE id = ? AND deleted_at IS NULL').get(id)
    return row ? fromRow(row) : null
  }

  /** Returns true for the id of any note, even a deleted one. */
  isTaken(id: string): boolean {
    return this.database.prepare('SELECT 1 FROM transcript_notes WHERE id = ?').get(id) !== undefined
  }

  insert(note: StoredNote, parts: readonly (readonly NoteSource[])[]): void {
    this.database
      .prepare(
        `INSERT INTO transcript_notes (id, transcript_id, kind, request, revision, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[note.id, note.transcriptId, note.request.kind],
        ...[JSON.stringify(note.request), note.revision, note.createdAt],
      )
    const insert = this.database.prepare(
      "INSERT INTO transcript_note_parts (note_id, part, state, source, answers) VALUES (?, ?, 'waiting', ?, 0)",
    )
    for (const [index, source] of parts.entries()) insert.run(note.id, index, JSON.stringify(source))
  }

  /** Returns the parts of a note in order. */
  partsOf(noteId: string): readonly NotePart[] {
    return this.database
      .prepare('SELECT * FROM transcript_note_parts WHERE note_id = ? ORDER BY part')
      .all(noteId)
      .map(partFromRow)
  }

  updatePart(noteId: string, { answer, answers, error, part, state }: NotePart): void {
    this.database
      .prepare(
        'UPDATE transcript_note_parts SET state = ?, answer = ?, error = ?, answers = ? WHERE note_id = ? AND part = ?',
      )
      .run(
        state,
        answer === null ? null : JSON.stringify(answer),
        error === null ? null : JSON.stringify(error),
        ...[answers, noteId, part],
      )
  }

  /** Marks every part that was being sent as lost: its answer may have been charged. */
  lose(error: AppError): void {
    this.database
      .prepare("UPDATE transcript_note_parts SET state = 'unknown', error = ? WHERE state = 'sending'")
      .run(JSON.stringify(error))
  }

  /** Hides a note, or shows it again with null. `at` is in ms since 1970. Returns its transcript; null for no change. */
  setDeleted(id: string, at: number | null): string | null {
    const row = this.database
      .prepare(
        `UPDATE transcript_notes SET deleted_at = ? WHERE id = ? AND (deleted_at IS NULL) = ? RETURNING transcript_id`,
      )
      .get(at, id, at === null ? 0 : 1)
    return row ? String(row.transcript_id) : null
  }

  /** Removes notes deleted at or before `before` (ms since 1970). */
  purge(before: number): void {
    this.database.prepare('DELETE FROM transcript_notes WHERE deleted_at <= ?').run(before)
  }
}

function fromRow(row: Row): StoredNote | null {
  const { created_at, id, request, revision, transcript_id } = rowSchema.parse(row)
  const read = noteRequestSchema.safeParse(parsed(request)).data
  return read === undefined ? null : { id, transcriptId: transcript_id, request: read, revision, createdAt: created_at }
}

function partFromRow(row: Row): NotePart {
  const { answer, answers, error, part, source, state } = partSchema.parse(row)
  const readError = error === null ? undefined : appErrorSchema.safeParse(parsed(error)).data
  return {
    ...{ part, state, answers },
    source: sourceSchema.safeParse(parsed(source)).data ?? [],
    answer: answer === null ? null : (answerSchema.safeParse(parsed(answer)).data ?? null),
    error: readError ?? (error === null ? null : appError('internal', 'an unreadable reason')),
  }
}
