import { z } from 'zod'
import { appErrorSchema } from './error-schema.ts'
import { mediaItemSchema } from './media.ts'
import { noteInstructionMax, noteKinds } from './note-kinds.ts'
import { exportFormats } from './transcript-formats.ts'

const id = z.string().min(1).max(100)
/** Times in a recording are in ms from its beginning. */
const time = z.number().min(0)

/** ISO 639-1, or null to let the model detect the language. */
const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/)
  .nullable()

/** The connection and model for a transcription. */
export const transcriptionTargetSchema = z
  .strictObject({ connectionId: id, model: z.string().min(1).max(300) })
  .readonly()
export type TranscriptionTarget = z.infer<typeof transcriptionTargetSchema>

/** Parameters of the transcription of one recording. */
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
 * - `preparing`: a page analyses the recording: length, silences, waveform, and pieces if it must be cut
 * - `queued`: waits for its turn; `sending`: a piece was sent; `waiting`: refused for now, retried at `retryAt`
 * - `paused`: by the user, before the next piece
 * - `done`, `failed`, `unknown` (an answer was lost; it may have been charged), `cancelled` (by the user)
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

/** An audio track by its index, or all of them mixed. */
export const soundTrackChoiceSchema = z.union([z.number().int().min(0).max(63), z.literal('all')])
export type SoundTrackChoice = z.infer<typeof soundTrackChoiceSchema>

/** The audio tracks of a recording with several, and the one that is transcribed. */
export const soundTracksSchema = z
  .object({
    tracks: z
      .array(
        z
          .object({
            /** Name and language stated in the file; null for none. */
            name: z.string().max(100).nullable(),
            language: z.string().max(20).nullable(),
            /** Loudness in dB of full scale, at most 0; -100 is silence. Measured only at some positions. */
            loudness: z.number().min(-100).max(0),
          })
          .readonly(),
      )
      .max(64)
      .readonly(),
    taken: soundTrackChoiceSchema,
    /** True if the user chose it. Otherwise it is the loudest track, or all of them if none had sound. */
    chosen: z.boolean().optional(),
  })
  .readonly()
export type SoundTracks = z.infer<typeof soundTracksSchema>

/** A part of a recording that is sent separately; an uncut recording is one piece. */
export const soundPieceSchema = z
  .object({
    index: z.number().int(),
    /** The range of the recording in this piece; neighbours overlap a little. */
    from: time,
    to: time,
    state: z.enum(['waiting', 'sending', 'done']),
  })
  .readonly()
export type SoundPiece = z.infer<typeof soundPieceSchema>

export const transcriptionJobSchema = z
  .object({
    id: z.string(),
    /** Original file name. */
    name: z.string(),
    /** Size of the file in bytes, and the number of bytes copied so far. */
    bytes: z.number(),
    received: z.number(),
    source: mediaItemSchema.nullable(),
    request: transcriptionRequestSchema,
    status: z.enum(transcriptionStatuses),
    error: appErrorSchema.nullable(),
    /** ms of audio; null until the recording is analysed. */
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
    /** Transcript of the job; set as soon as the first piece is transcribed. */
    transcriptId: z.string().nullable(),
    /** True if bodies of its answers are stored (`answers.kept`), and can be read again (`answers.readAgain`). */
    kept: z.boolean().optional(),
    canReadAgain: z.boolean().optional(),
    /** True if the file is sent unchanged because no page can open it. */
    asIs: z.boolean().optional(),
    /** The audio tracks; absent for a recording with one. */
    sound: soundTracksSchema.optional(),
  })
  .readonly()
/** One recording with the state of its transcription. */
export type TranscriptionJob = z.infer<typeof transcriptionJobSchema>

export const transcriptWordSchema = z.object({ from: time, to: time, text: z.string() }).readonly()

export const transcriptSegmentSchema = z
  .object({
    id: z.string(),
    /** Start of the segment in ms; null when the model gave no times. */
    from: time.nullable(),
    to: time.nullable(),
    text: z.string().max(100_000),
    speaker: z.string().max(100).nullable(),
    /** Words with their times; empty when the model gave none, or after the text was edited. */
    words: z.array(transcriptWordSchema).max(20_000).readonly(),
    /** True if the gateway's times were invalid (overlapping, backwards or too long) and were reordered here. */
    mended: z.boolean(),
  })
  .readonly()
export type TranscriptSegment = z.infer<typeof transcriptSegmentSchema>

const summaryFields = {
  id: z.string(),
  jobId: z.string(),
  title: z.string(),
  /** The recording; null after it was removed. */
  source: mediaItemSchema.nullable(),
  duration: z.number().nullable(),
  model: z.string(),
  language: z.string().nullable(),
  /** The beginning of its text, at most 200 UTF-16 units. */
  start: z.string(),
  /** False while some pieces are not transcribed yet, or if an answer was cut off. */
  complete: z.boolean(),
  createdAt: z.number(),
  editedAt: z.number().nullable(),
  /** True if the gateway sent more than the transcript holds (`answers.kept`). */
  kept: z.boolean().optional(),
  /** The audio tracks; absent for a recording with one. */
  sound: soundTracksSchema.optional(),
} as const

export const transcriptSummarySchema = z.object(summaryFields).readonly()
export type TranscriptSummary = z.infer<typeof transcriptSummarySchema>

export const transcriptHitSchema = z
  .object({
    segmentId: z.string(),
    /** The segment's text around the hit, at most 200 UTF-16 units; an ellipsis marks a cut. */
    text: z.string(),
  })
  .readonly()
/** The first hit of a search in a transcript's text. */
export type TranscriptHit = z.infer<typeof transcriptHitSchema>

export const listedTranscriptSchema = z.object({ ...summaryFields, hit: transcriptHitSchema.nullable() }).readonly()
/** A transcript in the list; `hit` is null without a search, or when only the title matches. */
export type ListedTranscript = z.infer<typeof listedTranscriptSchema>

export const transcriptSchema = z
  .object({
    summary: transcriptSummarySchema,
    segments: z.array(transcriptSegmentSchema).readonly(),
    /** Loudness of the recording as base64 of bytes, 10 a second; null when it was not analysed. */
    waveform: z.string().nullable(),
    /** Grows with every change. A save names the revision it started from and is refused when that is outdated. */
    revision: z.number().int(),
    /** True if an edit can be undone and redone. */
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
    /** The segments that replace `removed` ones, starting at index `at`. */
    change: z.object({
      at: z.number().int(),
      removed: z.number().int(),
      inserted: z.array(transcriptSegmentSchema).readonly(),
    }),
  })
  .readonly()
/** The changed part of a transcript after an edit. Three hours of text would be megabytes. */
export type TranscriptChange = z.infer<typeof transcriptChangeSchema>

/** Rules for exported transcripts, most of them for breaking subtitles. A CJK character counts as two half-width characters. */
export const subtitleRulesSchema = z
  .object({
    /** Longest line, in half-width characters. */
    lineWidth: z.number().int().min(10).max(200),
    lines: z.number().int().min(1).max(4),
    /** Shortest gap between two cues, in ms. */
    gap: z.number().int().min(0).max(1000),
    /** True to leave out Chinese commas and full stops at the ends of lines. */
    bareEnds: z.boolean().optional(),
    /** True to leave times out of a Word document. */
    untimed: z.boolean().optional(),
  })
  .readonly()
export type SubtitleRules = z.infer<typeof subtitleRulesSchema>

/** The panel's choices for the next recordings and exports. */
export const transcriptionDraftSchema = z
  .object({
    /** The connection; null uses the default one. */
    connectionId: id.nullable(),
    /** Id of the model; empty uses the first speech model. */
    model: z.string().max(300),
    language,
    /** Names and words to expect. */
    prompt: z.string().max(4000),
    formats: z.array(z.enum(exportFormats)).max(exportFormats.length).readonly(),
    rules: subtitleRulesSchema,
    /** The model, language and extra instructions of the next note; absent until the first one. */
    note: z
      .object({
        connectionId: id.nullable(),
        model: z.string().max(300),
        language,
        instructions: z.partialRecord(z.enum(noteKinds), z.string().max(noteInstructionMax)).readonly().optional(),
      })
      .readonly()
      .optional(),
  })
  .readonly()
export type TranscriptionDraft = z.infer<typeof transcriptionDraftSchema>

/** Result of a page's analysis of a recording. */
export const listenedSchema = z.strictObject({
  /** Length in ms. */
  duration: z.number().min(0).max(1_000_000_000),
  /** True if the whole recording is silent. */
  silent: z.boolean(),
  /** Base64 of one byte for every tenth of a second: 0 is silence, 255 full. */
  waveform: z.string().max(20_000_000),
  /** Number of pieces; 0 if the file is sent whole. */
  pieces: z.number().int().min(0).max(2000),
  /** The audio tracks; absent for a recording with one. */
  sound: soundTracksSchema.optional(),
})
export type Listened = z.infer<typeof listenedSchema>
