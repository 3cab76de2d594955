import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'
import { noteInstructionMax, noteKinds } from './note-kinds.ts'

const id = z.string().min(1).max(100)

export const noteRequestSchema = z
  .object({
    kind: z.enum(noteKinds),
    connectionId: id,
    model: z.string().min(1).max(300),
    /** ISO 639-1 code of the language to write in, as `zh` or `pt-BR`; null keeps the language of the transcript. */
    language: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/)
      .nullable(),
    /** The user's instruction; it follows the fixed rules of the format. */
    instruction: z.string().max(noteInstructionMax),
  })
  .readonly()
export type NoteRequest = z.infer<typeof noteRequestSchema>

/**
 * - `running`: its parts are sent one after the other
 * - `stopped`: by the user, the pause of all queues, the budget, or the end of the app
 * - `failed`: a part was refused, or its answer could not be used
 * - `unknown`: the answer to a part was lost; it may have been charged
 * - `done`
 */
export const noteStatuses = ['running', 'stopped', 'failed', 'unknown', 'done'] as const
export type NoteStatus = (typeof noteStatuses)[number]

export const translatedLineSchema = z.object({ segmentId: z.string(), text: z.string() }).readonly()
/** The translation of one segment. */
export type TranslatedLine = z.infer<typeof translatedLineSchema>

export const transcriptNoteSchema = z
  .object({
    id: z.string(),
    transcriptId: z.string(),
    request: noteRequestSchema,
    status: z.enum(noteStatuses),
    error: appErrorSchema.nullable(),
    /** Number of parts with an answer, and of all parts. */
    done: z.number().int(),
    parts: z.number().int(),
    /** Markdown with times such as `[12:34]`; for a translation, an answer that contained no lines. */
    text: z.string(),
    /** Translated segments so far, in order; empty for other kinds. */
    lines: z.array(translatedLineSchema).readonly(),
    /** Number of segments without a translation, although each was requested twice. */
    missing: z.number().int(),
    /** True if the transcript was edited since the note was begun. */
    outdated: z.boolean(),
    /** True if bodies of its answers are stored (`answers.kept`, kind `transcription`, with the id of the note). */
    kept: z.boolean(),
    /** ms since 1970. */
    createdAt: z.number(),
  })
  .readonly()
/** A summary, chapters, tasks or a translation of a transcript. */
export type TranscriptNote = z.infer<typeof transcriptNoteSchema>
