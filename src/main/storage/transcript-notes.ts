import { z } from 'zod'
import { appErrorSchema } from '../../shared/error-schema.ts'
import type { AppError } from '../../shared/errors.ts'
import { noteKinds } from '../../shared/note-kinds.ts'
import { type NoteRequest, noteRequestSchema, translatedLineSchema } from '../../shared/transcript-note.ts'
import type { Database } from './database.ts'
import { choice, deletion, id, integer, json, jsonOrNull, type RowOf, table, time } from './table.ts'

const noRequest: NoteRequest = { kind: 'summary', connectionId: '', model: '', language: null, instruction: '' }

export const noteTable = table(
  'transcript_notes',
  {
    id,
    transcriptId: id,
    kind: choice(noteKinds),
    request: json(noteRequestSchema, noRequest),
    /** The transcript's revision when the note was begun. */
    revision: integer,
    createdAt: time,
    deletedAt: deletion,
  },
  { lists: { transcript_id: 1000 } },
)
/** A note as stored, without its parts. */
export type StoredNote = Omit<RowOf<typeof noteTable>, 'deletedAt' | 'kind'>

const sourceSchema = z.array(
  z
    .object({ id: z.string(), from: z.number().nullable(), speaker: z.string().nullable(), text: z.string() })
    .readonly(),
)
/** A segment as it was when the note was begun. */
export type NoteSource = z.infer<typeof sourceSchema>[number]

const answerSchema = z.union([z.string(), z.array(translatedLineSchema).readonly()])

export const notePartTable = table(
  'transcript_note_parts',
  {
    noteId: id,
    part: integer,
    state: choice(['waiting', 'sending', 'done', 'failed', 'unknown']),
    source: json(sourceSchema.readonly(), [], 'long'),
    /** The text, or the translated lines; null before the first answer. */
    answer: jsonOrNull(answerSchema, 'long'),
    error: jsonOrNull(appErrorSchema),
    /** Number of answers so far. */
    answers: integer,
  },
  { lists: { note_id: 100_000 } },
)
/** One part of a note: the segments of one request, and their answer. */
export type NotePart = Omit<RowOf<typeof notePartTable>, 'noteId'>

/** The tables of notes on transcripts, and of their parts. Deleted notes stay hidden until they are purged. */
export class TranscriptNotes {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the notes of a transcript, oldest first. */
  notesOf(transcriptId: string): readonly StoredNote[] {
    return this.database
      .prepare('SELECT * FROM transcript_notes WHERE transcript_id = ? AND deleted_at IS NULL ORDER BY created_at, id')
      .all(transcriptId)
      .map((row) => noteTable.readRow(row))
  }

  /** Returns a note; null for an unknown or deleted id. */
  findNote(noteId: string): StoredNote | null {
    const row = this.database.prepare('SELECT * FROM transcript_notes WHERE id = ? AND deleted_at IS NULL').get(noteId)
    return row ? noteTable.readRow(row) : null
  }

  /** Returns true for the id of any note, even a deleted one. */
  isTaken(noteId: string): boolean {
    return this.database.prepare('SELECT 1 FROM transcript_notes WHERE id = ?').get(noteId) !== undefined
  }

  /** Inserts a note of which nothing has been sent. */
  insertNote(note: StoredNote, parts: readonly (readonly NoteSource[])[]): void {
    this.insertWhole(
      note,
      parts.map((source, part) => ({ part, source, state: 'waiting', answer: null, error: null, answers: 0 })),
    )
  }

  /** Inserts a note with the answers received so far. */
  insertWhole(note: StoredNote, parts: readonly NotePart[]): void {
    noteTable.insert(this.database, { ...note, kind: note.request.kind, deletedAt: null })
    for (const part of parts) notePartTable.insert(this.database, { ...part, noteId: note.id })
  }

  /** Returns the parts of a note in order. */
  partsOf(noteId: string): readonly NotePart[] {
    return this.database
      .prepare('SELECT * FROM transcript_note_parts WHERE note_id = ? ORDER BY part')
      .all(noteId)
      .map((row) => notePartTable.readRow(row))
  }

  updatePart(noteId: string, part: NotePart): void {
    notePartTable.upsert(this.database, { ...part, noteId }, ['noteId', 'part'], ['source'])
  }

  /** Marks every part that was being sent as lost: its answer may have been charged. */
  lose(error: AppError): void {
    this.database
      .prepare("UPDATE transcript_note_parts SET state = 'unknown', error = ? WHERE state = 'sending'")
      .run(JSON.stringify(error))
  }

  /** Hides a note, or shows it again with null. `at` is in ms since 1970. Returns its transcript; null for no change. */
  setDeleted(noteId: string, at: number | null): string | null {
    const row = this.database
      .prepare(
        `UPDATE transcript_notes SET deleted_at = ? WHERE id = ? AND (deleted_at IS NULL) = ? RETURNING transcript_id`,
      )
      .get(at, noteId, at === null ? 0 : 1)
    return row ? String(row.transcript_id) : null
  }

  /** Removes notes deleted at or before `before` (ms since 1970). */
  purgeNotes(before: number): void {
    this.database.prepare('DELETE FROM transcript_notes WHERE deleted_at <= ?').run(before)
  }
}
