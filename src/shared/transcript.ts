import { z } from 'zod'
import { appErrorSchema } from './errors.ts'
import { mediaItemSchema } from './media.ts'

const id = z.string().min(1).max(100)
/** Times of sound are in ms from the beginning of the recording. */
const time = z.number().min(0)

/** ISO 639-1, or null to let the model find out. */
const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/)
  .nullable()

/** Who transcribes: a model of a connection. */
export const transcriptionTargetSchema = z
  .strictObject({ connectionId: id, model: z.string().min(1).max(300) })
  .readonly()
export type TranscriptionTarget = z.infer<typeof transcriptionTargetSchema>

/** What is asked of the gateway for one recording. */
export const transcriptionRequestSchema = z
  .object({
    connectionId: id,
    model: z.string().min(1).max(300),
    language,
    /** Names and words to expect; null sends none. */
    prompt: z.string().max(4000).nullable(),
    temperature: z.number().min(0).max(1).nullable(),
  })
  .readonly()
export type TranscriptionRequest = z.infer<typeof transcriptionRequestSchema>

/**
 * - `receiving`: the file is being copied into the library
 * - `preparing`: a page listens through it: length, silences, waveform, and pieces where it must be cut
 * - `queued`: waits for its turn; `sending`: a piece is out; `waiting`: refused for now, sent again at `retryAt`
 * - `paused`: by the person, before the next piece
 * - `done`, `failed`, `unknown` (an answer was lost; it may have been charged), `cancelled` (by the person)
 */
export const transcriptionStatuses = [
  'receiving',
  'preparing',
  'queued',
  'sending',
  'waiting',
  'paused',
  'done',
  'failed',
  'unknown',
  'cancelled',
] as const
export type TranscriptionStatus = (typeof transcriptionStatuses)[number]

/** One part of a recording that is sent by itself; without cuts there is one, the whole. */
export const soundPieceSchema = z
  .object({
    index: z.number().int(),
    /** The part of the recording that it holds; neighbours overlap a little. */
    from: time,
    to: time,
    state: z.enum(['waiting', 'sending', 'done']),
  })
  .readonly()
export type SoundPiece = z.infer<typeof soundPieceSchema>

export const transcriptionJobSchema = z
  .object({
    id: z.string(),
    /** The file's own name. */
    name: z.string(),
    /** Of the file, in bytes, and how many of them are in the library. */
    bytes: z.number(),
    received: z.number(),
    source: mediaItemSchema.nullable(),
    request: transcriptionRequestSchema,
    status: z.enum(transcriptionStatuses),
    error: appErrorSchema.nullable(),
    /** ms of sound; null until it was listened through. */
    duration: z.number().nullable(),
    /** Progress of the preparation, or of the piece being uploaded: 0 to 1, null if unknown. */
    progress: z.number().nullable(),
    pieces: z.array(soundPieceSchema).readonly(),
    attempts: z.number().int(),
    /** ms since 1970. */
    createdAt: z.number(),
    sentAt: z.number().nullable(),
    retryAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    /** The transcript it became, also while pieces are still out. */
    transcriptId: z.string().nullable(),
    /** Whether bodies of its answers are kept (`answers.kept`), and may be read again (`answers.readAgain`). */
    kept: z.boolean().optional(),
    canReadAgain: z.boolean().optional(),
  })
  .readonly()
/** One recording on its way to a transcript. */
export type TranscriptionJob = z.infer<typeof transcriptionJobSchema>

export const transcriptWordSchema = z.object({ from: time, to: time, text: z.string() }).readonly()

export const transcriptSegmentSchema = z
  .object({
    id: z.string(),
    /** Null where the model gave no times. */
    from: time.nullable(),
    to: time.nullable(),
    text: z.string().max(100_000),
    speaker: z.string().max(100).nullable(),
    /** Empty where the model gave none, and once the text was changed. */
    words: z.array(transcriptWordSchema).max(20_000).readonly(),
    /** Whether the gateway's times were invalid (overlapping, backwards or too long) and were reordered here. */
    mended: z.boolean(),
  })
  .readonly()
export type TranscriptSegment = z.infer<typeof transcriptSegmentSchema>

const summaryFields = {
  id: z.string(),
  jobId: z.string(),
  title: z.string(),
  /** The recording; null where it was removed. */
  source: mediaItemSchema.nullable(),
  duration: z.number().nullable(),
  model: z.string(),
  language: z.string().nullable(),
  /** The beginning of its text, at most 200 UTF-16 units. */
  start: z.string(),
  /** False while pieces of the recording are still out. */
  complete: z.boolean(),
  createdAt: z.number(),
  editedAt: z.number().nullable(),
  /** Whether the gateway sent more than is in the transcript (`answers.kept`). */
  kept: z.boolean().optional(),
} as const

export const transcriptSummarySchema = z.object(summaryFields).readonly()
export type TranscriptSummary = z.infer<typeof transcriptSummarySchema>

export const transcriptHitSchema = z
  .object({
    segmentId: z.string(),
    /** The segment's text around the hit, at most 200 UTF-16 units; what is cut off is shown by an ellipsis. */
    text: z.string(),
  })
  .readonly()
/** Where the words of a search are first in a transcript's text. */
export type TranscriptHit = z.infer<typeof transcriptHitSchema>

export const listedTranscriptSchema = z.object({ ...summaryFields, hit: transcriptHitSchema.nullable() }).readonly()
/** A transcript in the list; `hit` is null without a search, and where only the title has its words. */
export type ListedTranscript = z.infer<typeof listedTranscriptSchema>

export const transcriptSchema = z
  .object({
    summary: transcriptSummarySchema,
    segments: z.array(transcriptSegmentSchema).readonly(),
    /** The loudness of the recording as base64 of bytes, 10 a second; null where it was not listened through. */
    waveform: z.string().nullable(),
    /** Grows with every change: a save names the one it began with, and is refused where another came between. */
    revision: z.number().int(),
    /** Whether there is an edit to undo, and one to redo. */
    canUndo: z.boolean(),
    canRedo: z.boolean(),
  })
  .readonly()
export type Transcript = z.infer<typeof transcriptSchema>

export const transcriptChangeSchema = z
  .object({
    summary: transcriptSummarySchema,
    revision: z.number().int(),
    canUndo: z.boolean(),
    canRedo: z.boolean(),
    /** The segments that came in the place of `removed` ones, from the `at`-th on. */
    change: z.object({
      at: z.number().int(),
      removed: z.number().int(),
      inserted: z.array(transcriptSegmentSchema).readonly(),
    }),
  })
  .readonly()
/** What an edit made of a transcript: only what is different, as three hours of text are megabytes. */
export type TranscriptChange = z.infer<typeof transcriptChangeSchema>

export const exportFormats = ['txt', 'md', 'srt', 'vtt', 'json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** How subtitles are broken; characters count by width: a CJK character is two. */
export const subtitleRulesSchema = z
  .object({
    /** Width of a line, in half-width characters. */
    lineWidth: z.number().int().min(10).max(200),
    lines: z.number().int().min(1).max(4),
    /** Least time between two cues, in ms. */
    gap: z.number().int().min(0).max(1000),
  })
  .readonly()
export type SubtitleRules = z.infer<typeof subtitleRulesSchema>

/** What is chosen in the panel for the recordings and the exports that come next. */
export const transcriptionDraftSchema = z
  .object({
    /** Null leaves it to the default connection. */
    connectionId: id.nullable(),
    /** Empty leaves it to the first model for sound. */
    model: z.string().max(300),
    language,
    /** Names and words to expect. */
    prompt: z.string().max(4000),
    formats: z.array(z.enum(exportFormats)).max(exportFormats.length).readonly(),
    rules: subtitleRulesSchema,
  })
  .readonly()
export type TranscriptionDraft = z.infer<typeof transcriptionDraftSchema>

/** What a page heard when it listened through a recording. */
export const listenedSchema = z.strictObject({
  /** ms. */
  duration: z.number().min(0).max(1_000_000_000),
  /** Whether anything is to be heard at all. */
  silent: z.boolean(),
  /** Base64 of one byte for every tenth of a second: 0 is silence, 255 full. */
  waveform: z.string().max(20_000_000),
  /** Number of pieces; 0 if the file is sent whole. */
  pieces: z.number().int().min(0).max(2000),
})
export type Listened = z.infer<typeof listenedSchema>
