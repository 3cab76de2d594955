import { z } from 'zod'
import { burntCueSchema } from '../burnt-cue.ts'
import { savedFileSchema } from '../image.ts'
import { mediaItemSchema } from '../media.ts'
import { soundRecordingBytesMax, soundRecordingSchema } from '../sound-recording.ts'
import {
  listedTranscriptSchema,
  listenedSchema,
  soundTrackChoiceSchema,
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
import { exportFormats } from '../transcript-formats.ts'
import { noteRequestSchema, transcriptNoteSchema } from '../transcript-note.ts'
import { done, id, listWindow, newId, nothing } from './call-parts.ts'

/** Calls for transcriptions, recordings and transcripts. */
export const transcriptionCalls = {
  /**
   * Queues a recording (a token of `bridge.importDropped`): stores the job, then copies the file into the library. A
   * repeated `jobId` returns the existing job. Refuses an empty file with `file_refused`.
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
  /** Returns a range of the running jobs and of undismissed jobs that did not succeed, in queue order. */
  'transcription.jobs': {
    input: z.strictObject(listWindow(50)),
    output: z.object({ jobs: z.array(transcriptionJobSchema).max(50).readonly(), total: z.number().int() }).readonly(),
  },
  'transcription.pause': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  'transcription.resume': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  'transcription.cancel': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  /** Continues an unsuccessful job, only at the user's request; sends only the parts not yet transcribed. */
  'transcription.retry': {
    input: z.strictObject({
      jobId: id,
      /** The model for the rest; absent keeps the previous model. */
      target: transcriptionTargetSchema.optional(),
    }),
    output: transcriptionJobSchema,
  },
  /** Uses a kept answer that could not be parsed as the text of the transcript; costs nothing. */
  'transcription.keepAsText': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  /** Selects another audio track of a recording, before any of it was sent. */
  'transcription.chooseTrack': {
    input: z.strictObject({ jobId: id, track: soundTrackChoiceSchema }),
    output: transcriptionJobSchema,
  },
  /**
   * Transcribes the recording of a transcript again, as a new job and transcript; the old one stays. It is charged
   * again. A repeated `jobId` returns the existing job.
   */
  'transcription.again': {
    input: z.strictObject({
      jobId: newId,
      transcriptId: id,
      target: transcriptionTargetSchema,
      /** The language of the recording; absent keeps the previous language or audio track. */
      language: transcriptionRequestSchema.unwrap().shape.language.optional(),
      track: soundTrackChoiceSchema.optional(),
    }),
    output: transcriptionJobSchema,
  },
  /** Moves a waiting job before another one; null moves it to the end. */
  'transcription.move': { input: z.strictObject({ jobId: id, beforeId: id.nullable() }), output: done },
  'transcription.dismiss': { input: z.strictObject({ jobId: id }), output: done },
  /** Returns what a model is known not to take. */
  'transcription.modelNotes': {
    input: z.strictObject({ connectionId: id, model: z.string().max(300) }),
    output: z.object({ takesPrompt: z.boolean() }).readonly(),
  },
  /** Returns the last choices in the panel; null if there were none yet. */
  'transcription.draft': { input: nothing, output: transcriptionDraftSchema.nullable() },
  'transcription.saveDraft': { input: z.strictObject({ draft: transcriptionDraftSchema }), output: done },
  /**
   * Claims a recording in `preparing` for the page to decode and analyse. Null if another page has it or nothing is
   * left to do. The page must report within a minute, and must use a new `pageId` for each claim: results of a released
   * claim are refused with `busy`.
   */
  'transcription.claim': {
    input: z.strictObject({ pageId: newId }),
    output: z
      .object({
        jobId: z.string(),
        source: mediaItemSchema,
        /** Largest piece, in bytes of 16 kHz mono 16-bit WAV; a file within it is sent unchanged. */
        pieceBytes: z.number().int(),
        /**
         * True if the file must be cut even if it is small enough: the gateway refused it whole, or does not accept its
         * format.
         */
        mustCut: z.boolean(),
        /** Indexes of pieces already in the library. */
        have: z.array(z.number().int()).readonly(),
        /** The chosen audio track; null selects the loudest. */
        track: soundTrackChoiceSchema.nullable(),
      })
      .readonly()
      .nullable(),
  },
  /** Reports the page's progress, 0 to 1, and keeps the claim alive. */
  'transcription.heard': {
    input: z.strictObject({
      jobId: id,
      pageId: newId,
      progress: z.number().min(0).max(1),
      /** True if any sound was found so far; a recording that needs no cut is then sent immediately. */
      audible: z.boolean().optional(),
    }),
    output: done,
  },
  /** Stores a piece as WAV (a token). It is on disk when the call returns. */
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
  /** Reports that the page could not decode the recording: no audio, damaged, or an unknown format. */
  'transcription.notHeard': {
    input: z.strictObject({
      jobId: id,
      pageId: newId,
      why: z.enum(['not_sound', 'no_sound_track', 'damaged', 'not_read', 'unknown_format']),
    }),
    output: done,
  },

  /** Begins a microphone recording: an empty file in the data folder, to which `recordings.append` adds. */
  'recordings.begin': {
    input: z.strictObject({ recordingId: newId, name: z.string().trim().min(1).max(255) }),
    output: done,
  },
  /**
   * Appends a chunk of a recording (a token); it is on disk before the call returns. `at` is its position in bytes:
   * repeating a call changes nothing, and a gap is refused with `invalid_input`. Null instead of a token keeps a paused
   * recording alive.
   */
  'recordings.append': {
    input: z.strictObject({
      recordingId: newId,
      at: z.number().int().min(0).max(soundRecordingBytesMax),
      /** ms of audio up to the end of this chunk. */
      duration: z.number().min(0).max(1_000_000_000),
      token: z.string().max(200).nullable(),
    }),
    output: done,
  },
  /** Ends a recording: by the user (`complete`), or because the page is closing. The recorded audio is kept. */
  'recordings.end': { input: z.strictObject({ recordingId: newId, complete: z.boolean() }), output: done },
  /** Returns recordings that no page is making and that were neither transcribed nor discarded; oldest first. */
  'recordings.left': { input: nothing, output: z.array(soundRecordingSchema).readonly() },
  /**
   * Queues a recording like `transcription.add`. Removes its file from the recordings only once it is in the library.
   */
  'recordings.transcribe': {
    input: z.strictObject({ recordingId: newId, jobId: newId, request: transcriptionRequestSchema }),
    output: transcriptionJobSchema,
  },
  /** Discards a recording. It can be restored for ten minutes; then it is deleted. */
  'recordings.discard': { input: z.strictObject({ recordingId: newId }), output: done },
  'recordings.restore': { input: z.strictObject({ recordingId: newId }), output: done },

  /** Returns transcripts, newest first; `query` searches titles and texts. */
  'transcripts.list': {
    input: z.strictObject({
      query: z.string().max(500),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ transcripts: z.array(listedTranscriptSchema).readonly(), total: z.number().int() }).readonly(),
  },
  'transcripts.get': { input: z.strictObject({ transcriptId: id }), output: transcriptSchema },
  /**
   * Returns the ids of the given transcripts that contain text without times. Their subtitles would have estimated
   * times.
   */
  'transcripts.untimed': {
    input: z.strictObject({ transcriptIds: z.array(id).min(1).max(10_000) }),
    output: z.object({ transcriptIds: z.array(z.string()).readonly() }).readonly(),
  },
  'transcripts.rename': {
    input: z.strictObject({ transcriptId: id, title: z.string().trim().min(1).max(200) }),
    output: transcriptSummarySchema,
  },
  /** Saves an edit: replaces `remove` segments from `at` on. Refuses an outdated revision with `busy`. */
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
  /** Hides transcripts. They can be restored for thirty days; then they and their recordings are deleted. */
  'transcripts.delete': { input: z.strictObject({ transcriptIds: z.array(id).min(1).max(10_000) }), output: done },
  'transcripts.restore': { input: z.strictObject({ transcriptIds: z.array(id).min(1).max(10_000) }), output: done },
  /** Saves one file, or one ZIP for several transcripts or formats. */
  'transcripts.export': {
    input: z.strictObject({
      transcriptIds: z.array(id).min(1).max(10_000),
      formats: z.array(z.enum(exportFormats)).min(1),
      rules: subtitleRulesSchema,
    }),
    output: savedFileSchema,
  },
  /** Returns a transcript as text with its file name, for the preview and the clipboard; Word as its words alone. */
  'transcripts.text': {
    input: z.strictObject({ transcriptId: id, format: z.enum(exportFormats), rules: subtitleRulesSchema }),
    output: z.object({ name: z.string(), text: z.string() }).readonly(),
  },
  /** Returns the notes on a transcript, oldest first. */
  'transcripts.notes': {
    input: z.strictObject({ transcriptId: id }),
    output: z.array(transcriptNoteSchema).max(1000).readonly(),
  },
  /**
   * Lets a chat model make a summary, chapters, tasks or a translation of a transcript. Each part is one request that is
   * charged. A repeated `noteId` returns the existing note.
   */
  'transcripts.makeNote': {
    input: z.strictObject({ noteId: newId, transcriptId: id, request: noteRequestSchema }),
    output: transcriptNoteSchema,
  },
  /**
   * Continues a note with the parts that have no answer or miss lines, only at the user's request. `again` also sends
   * parts whose answer was lost, which may be charged twice.
   */
  'transcripts.resumeNote': {
    input: z.strictObject({ noteId: id, again: z.boolean() }),
    output: transcriptNoteSchema,
  },
  /** Ends the running request of a note. The finished parts stay. */
  'transcripts.stopNote': { input: z.strictObject({ noteId: id }), output: done },
  /** Hides a note. It can be restored for thirty days; then it is deleted. */
  'transcripts.deleteNote': { input: z.strictObject({ noteId: id }), output: done },
  'transcripts.restoreNote': { input: z.strictObject({ noteId: id }), output: done },
  /** Returns a translation as text with its file name; `bilingual` adds the original below each line. */
  'transcripts.translated': {
    input: z.strictObject({
      noteId: id,
      format: z.enum(exportFormats),
      rules: subtitleRulesSchema,
      bilingual: z.boolean(),
    }),
    output: z.object({ name: z.string(), text: z.string() }).readonly(),
  },
  /** Saves the file of `transcripts.translated`. */
  'transcripts.saveTranslated': {
    input: z.strictObject({
      noteId: id,
      format: z.enum(exportFormats),
      rules: subtitleRulesSchema,
      bilingual: z.boolean(),
    }),
    output: savedFileSchema,
  },
  /**
   * Returns the cues of a transcript for drawing on pictures. With `noteId` they are those of a translation, and
   * `bilingual` adds the original below. `room` is the number of half-width characters that fit into a line.
   */
  'transcripts.burntCues': {
    input: z.strictObject({
      transcriptId: id,
      noteId: id.nullable(),
      bilingual: z.boolean(),
      room: z.number().int().min(10).max(200),
    }),
    output: z
      .object({
        cues: z.array(burntCueSchema).readonly(),
        /** True if some times are estimated, because the model gave none. */
        estimated: z.boolean(),
      })
      .readonly(),
  },
  /** Starts dragging the file of a format out of the window, if the shell must do that (Electron). */
  'transcripts.startDrag': {
    input: z.strictObject({ transcriptId: id, format: z.enum(exportFormats), rules: subtitleRulesSchema }),
    output: done,
  },
} as const

/** Events about transcriptions and transcripts. */
export const transcriptionEvents = {
  'transcription.job': transcriptionJobSchema,
  'transcription.jobRemoved': z.object({ jobId: z.string() }).readonly(),
  /** Fires when a recording waits to be analysed; any page may claim it. */
  'transcription.wanted': nothing,
  /** Fires when the notes on a model may have changed, because it refused the form of a request. */
  'transcription.modelNoted': nothing,
  /** Fires when the list of `recordings.left` may have changed. */
  'recordings.changed': nothing,
  /** Fires when a transcript was added, extended, changed or removed. */
  'transcripts.changed': z.object({ transcriptId: z.string() }).readonly(),
  /** Fires when a note on a transcript began, progressed, ended, or was removed. */
  'transcripts.notesChanged': z.object({ transcriptId: z.string() }).readonly(),
} as const

export const transcriptionContract = { calls: transcriptionCalls, events: transcriptionEvents }
