import { z } from 'zod'
import { savedFileSchema } from '../image.ts'
import { mediaItemSchema } from '../media.ts'
import { soundRecordingBytesMax, soundRecordingSchema } from '../sound-recording.ts'
import {
  exportFormats,
  listedTranscriptSchema,
  listenedSchema,
  subtitleRulesSchema,
  transcriptChangeSchema,
  transcriptionDraftSchema,
  transcriptionJobSchema,
  transcriptionRequestSchema,
  transcriptionTargetSchema,
  transcriptSchema,
  transcriptSegmentSchema,
  transcriptSummarySchema,
} from '../transcript.ts'
import { done, id, listWindow, newId, nothing } from './call-parts.ts'

/** What a page can ask of transcriptions, of what is recorded, and of transcripts. */
export const transcriptionCalls = {
  /**
   * Takes a recording (a token of `bridge.importDropped`) into the queue: a durable row, then its copy in the library.
   * The same `jobId` again is the same job. Refused with `file_refused` for zero bytes.
   */
  'transcription.add': {
    input: z.strictObject({
      jobId: newId,
      token: z.string().max(200),
      name: z.string().max(255),
      request: transcriptionRequestSchema,
    }),
    output: transcriptionJobSchema,
  },
  /** A window on the jobs that run, and those that ended otherwise than well and were not dismissed; in the order of the queue. */
  'transcription.jobs': {
    input: z.strictObject(listWindow(50)),
    output: z.object({ jobs: z.array(transcriptionJobSchema).max(50).readonly(), total: z.number().int() }).readonly(),
  },
  'transcription.pause': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  'transcription.resume': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  'transcription.cancel': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  /** The person's choice to go on with a job that ended otherwise than well: only what is not transcribed yet is sent. */
  'transcription.retry': {
    input: z.strictObject({
      jobId: id,
      /** Who transcribes the rest of it; left out, who did so far. */
      target: transcriptionTargetSchema.optional(),
    }),
    output: transcriptionJobSchema,
  },
  /** Puts a job that waits before another one; null puts it last. */
  'transcription.move': { input: z.strictObject({ jobId: id, beforeId: id.nullable() }), output: done },
  'transcription.dismiss': { input: z.strictObject({ jobId: id }), output: done },
  /** What was chosen in the panel last; null where nothing was yet. */
  'transcription.draft': { input: nothing, output: transcriptionDraftSchema.nullable() },
  'transcription.saveDraft': { input: z.strictObject({ draft: transcriptionDraftSchema }), output: done },
  /** A page takes on listening through a recording (`preparing`); null where another page has, or nothing is to be done. It must report within a minute. */
  'transcription.claim': {
    input: z.strictObject({ pageId: newId }),
    output: z
      .object({
        jobId: z.string(),
        source: mediaItemSchema,
        /** A piece must not be larger than this, in bytes of 16 kHz mono 16-bit WAV; a file within it is sent as it is. */
        pieceBytes: z.number().int(),
        /** The file must be cut although it is small enough: the gateway refused it whole, or does not take its format. */
        mustCut: z.boolean(),
        /** Pieces that are in the library already. */
        have: z.array(z.number().int()).readonly(),
      })
      .readonly()
      .nullable(),
  },
  /** How far the page has come, 0 to 1; keeps the claim alive. */
  'transcription.heard': {
    input: z.strictObject({ jobId: id, pageId: newId, progress: z.number().min(0).max(1) }),
    output: done,
  },
  /** A piece as WAV (a token), durable when this is answered. */
  'transcription.putPiece': {
    input: z.strictObject({
      jobId: id,
      pageId: newId,
      index: z.number().int().min(0).max(2000),
      from: z.number().min(0),
      to: z.number().min(0),
      token: z.string().max(200),
    }),
    output: done,
  },
  'transcription.listened': {
    input: z.strictObject({ jobId: id, pageId: newId, heard: listenedSchema }),
    output: done,
  },
  /** The page could not listen through it: no sound in it, damaged, of a kind it does not know. */
  'transcription.notHeard': {
    input: z.strictObject({
      jobId: id,
      pageId: newId,
      why: z.enum(['not_sound', 'no_sound_track', 'damaged', 'not_read', 'unknown_format']),
    }),
    output: done,
  },

  /** Begins a recording from the microphone: an empty file in the data folder, to which `recordings.append` adds. */
  'recordings.begin': {
    input: z.strictObject({ recordingId: newId, name: z.string().trim().min(1).max(255) }),
    output: done,
  },
  /**
   * Appends a chunk of a recording (a token); it is on the disk before the answer. `at` is its position in bytes:
   * repeating a call changes nothing, and a gap is refused with `invalid_input`. Null instead of a token is a sign of
   * life while paused.
   */
  'recordings.append': {
    input: z.strictObject({
      recordingId: newId,
      at: z.number().int().min(0).max(soundRecordingBytesMax),
      /** ms of sound up to the end of this stretch. */
      duration: z.number().min(0).max(1_000_000_000),
      token: z.string().max(200).nullable(),
    }),
    output: done,
  },
  /** The page records no more: by the person's wish (`complete`), or because it is being closed. What is there stays. */
  'recordings.end': { input: z.strictObject({ recordingId: newId, complete: z.boolean() }), output: done },
  /** Recordings that nobody is making any more, and that were neither transcribed nor discarded; oldest first. */
  'recordings.left': { input: nothing, output: z.array(soundRecordingSchema).readonly() },
  /** Takes a recording into the queue as `transcription.add` does a file; it leaves its place only when it is in the library. */
  'recordings.transcribe': {
    input: z.strictObject({ recordingId: newId, jobId: newId, request: transcriptionRequestSchema }),
    output: transcriptionJobSchema,
  },
  /** Throws a recording away. For ten minutes it can be restored; then it is removed. */
  'recordings.discard': { input: z.strictObject({ recordingId: newId }), output: done },
  'recordings.restore': { input: z.strictObject({ recordingId: newId }), output: done },

  /** Transcripts, newest first; `query` searches titles and texts. */
  'transcripts.list': {
    input: z.strictObject({
      query: z.string().max(500),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ transcripts: z.array(listedTranscriptSchema).readonly(), total: z.number().int() }).readonly(),
  },
  'transcripts.get': { input: z.strictObject({ transcriptId: id }), output: transcriptSchema },
  'transcripts.rename': {
    input: z.strictObject({ transcriptId: id, title: z.string().trim().min(1).max(200) }),
    output: transcriptSummarySchema,
  },
  /** Saves an edit: the segments that replace those from `at` on (`remove` of them). Refused with `busy` for an old revision. */
  'transcripts.edit': {
    input: z.strictObject({
      transcriptId: id,
      revision: z.number().int(),
      at: z.number().int().min(0),
      remove: z.number().int().min(0),
      insert: z.array(transcriptSegmentSchema).max(100_000),
    }),
    output: transcriptChangeSchema,
  },
  'transcripts.undo': { input: z.strictObject({ transcriptId: id }), output: transcriptChangeSchema },
  'transcripts.redo': { input: z.strictObject({ transcriptId: id }), output: transcriptChangeSchema },
  /** Hides transcripts; for thirty days they can be restored, then they and their recordings are gone. */
  'transcripts.delete': { input: z.strictObject({ transcriptIds: z.array(id).min(1).max(10_000) }), output: done },
  'transcripts.restore': { input: z.strictObject({ transcriptIds: z.array(id).min(1).max(10_000) }), output: done },
  /** One file, or one ZIP where several transcripts or formats are asked for. */
  'transcripts.export': {
    input: z.strictObject({
      transcriptIds: z.array(id).min(1).max(10_000),
      formats: z.array(z.enum(exportFormats)).min(1),
      rules: subtitleRulesSchema,
    }),
    output: savedFileSchema,
  },
  /** The same as text, for the preview and the clipboard. */
  'transcripts.text': {
    input: z.strictObject({ transcriptId: id, format: z.enum(exportFormats), rules: subtitleRulesSchema }),
    output: z.object({ text: z.string() }).readonly(),
  },
} as const

/** What main tells of them. */
export const transcriptionEvents = {
  'transcription.job': transcriptionJobSchema,
  'transcription.jobRemoved': z.object({ jobId: z.string() }).readonly(),
  /** There is a recording to listen through: any page may claim it. */
  'transcription.wanted': nothing,
  /** What `recordings.left` answers may have changed. */
  'recordings.changed': nothing,
  /** A transcript came, grew, changed or went. */
  'transcripts.changed': z.object({ transcriptId: z.string() }).readonly(),
} as const
