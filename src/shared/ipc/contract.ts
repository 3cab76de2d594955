import { z } from 'zod'
import { conversationSchema, messagePageSchema, messageSchema, messageStatusSchema, parametersSchema } from '../chat.ts'
import { messageLengthMax, picturesMax } from '../chat-limits.ts'
import { connectionListSchema, connectionSchema, testReportSchema } from '../connection.ts'
import {
  imageCollectionSchema,
  imageDetailSchema,
  imageDraftSchema,
  imageFacetsSchema,
  imageFilterSchema,
  imageJobSchema,
  imageRequestSchema,
  imageSummarySchema,
  namedMediaSchema,
  savedFileSchema,
} from '../image.ts'
import { mediaItemSchema } from '../media.ts'
import { catalogueSchema } from '../model.ts'
import { noticeSchema } from '../notice.ts'
import { settingsPatchSchema, settingsSchema } from '../settings.ts'
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
import { backupCalls, backupEvents } from './backup-calls.ts'
import { carryCalls, carryEvents } from './carry-calls.ts'
import { historyCalls, historyEvents } from './history-calls.ts'
import { videoCalls, videoEvents } from './video-calls.ts'

const id = z.string().min(1).max(100)
const nothing = z.strictObject({})
const done = z.null()
const newId = z.uuid()
const mediaId = z.string().regex(/^[0-9a-f]{64}$/)
const imageIds = z.array(id).min(1).max(20_000)
const messageText = z.string().max(messageLengthMax)
const conversationPage = z
  .object({ conversations: z.array(conversationSchema).readonly(), hasMore: z.boolean() })
  .readonly()
const exchange = z
  .object({
    conversation: conversationSchema,
    /** The messages that are new, oldest first: the person's (if any) and the answer, which is now streaming. */
    messages: z.array(messageSchema).readonly(),
  })
  .readonly()
const opened = z
  .object({
    conversation: conversationSchema,
    page: messagePageSchema,
    /** What the person had typed and not sent. */
    draft: z.string(),
  })
  .readonly()

/**
 * Every call the page can make: what goes in, what comes out. Types are inferred from here; main parses every input
 * against it before a handler sees it. Ids of new things are made by the caller, so that a call that is repeated
 * (double click, reconnect) is the same call and never a second one.
 */
export const calls = {
  /** What the page needs to know once, at its start. */
  'app.info': {
    input: nothing,
    output: z
      .object({
        version: z.string(),
        shell: z.enum(['electron', 'browser']),
        platform: z.enum(['mac', 'windows', 'linux']),
        /** Where media is served: an id appended to it is a URL the page may show. */
        mediaBase: z.string(),
        dataFolder: z.string(),
        notices: z.array(noticeSchema).readonly(),
        /** The operating system's preferred language (BCP 47), for `language: 'system'`. */
        locale: z.string(),
      })
      .readonly(),
  },
  /** Forgets a notice. */
  'app.dismissNotice': { input: z.strictObject({ code: z.string().max(100) }), output: done },
  /** Opens the data folder in the file manager. */
  'app.openDataFolder': { input: nothing, output: done },
  /** Puts a checked backup in the place of the database (which is set aside, never overwritten) and starts anew. */
  'app.restoreBackup': { input: z.strictObject({ name: z.string().max(200) }), output: done },

  /** Whether the page's system says that there is a network: what is polled rests without one, and goes on at once with it. */
  'app.network': { input: z.strictObject({ online: z.boolean() }), output: done },
  /**
   * Tells the person something through the operating system; the same `key` again takes the place of the first. `page`
   * means that the page must show it itself. A click brings the window to the front and emits `app.notified`.
   */
  'app.notify': {
    input: z.strictObject({ key: id, title: z.string().max(200), body: z.string().max(1000) }),
    output: z.object({ by: z.enum(['main', 'page']) }).readonly(),
  },
  /** How much is on its way, shown on the app's icon where the system can (Electron); 0 shows nothing. */
  'app.badge': { input: z.strictObject({ count: z.number().int().min(0).max(100_000) }), output: done },

  'settings.get': { input: nothing, output: settingsSchema },
  'settings.update': { input: settingsPatchSchema, output: settingsSchema },

  'connections.list': { input: nothing, output: connectionListSchema },
  /**
   * Adds or changes a connection; with `key` it also keeps the key. A key never comes back. Moving a connection to
   * another host without typing the key again forgets the key, so that it cannot be sent to a stranger.
   */
  'connections.save': {
    input: z.strictObject({
      id: newId,
      name: z.string().trim().min(1).max(80),
      baseUrl: z.string().max(2000),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
    }),
    output: connectionSchema,
  },
  'connections.clearKey': { input: z.strictObject({ id }), output: connectionSchema },
  'connections.remove': { input: z.strictObject({ id }), output: done },
  'connections.setDefault': { input: z.strictObject({ id }), output: done },
  /** Asks for the model list, saving nothing. Without `key`, the key kept for `id` is used, and only for its own host. */
  'connections.test': {
    input: z.strictObject({
      id: id.optional(),
      baseUrl: z.string().max(2000),
      allowInsecure: z.boolean(),
      key: z.string().trim().min(1).max(2000).optional(),
    }),
    output: testReportSchema,
  },
  /** Starts the built-in demo gateway and connects to it. */
  'connections.tryDemo': { input: nothing, output: connectionSchema },

  /** The catalogue as last seen; `refresh` asks the gateway first. */
  'models.list': { input: z.strictObject({ connectionId: id, refresh: z.boolean() }), output: catalogueSchema },

  /** A page of conversations: pinned first, then by activity; `query` filters by title. */
  'chat.list': {
    input: z.strictObject({
      query: z.string().max(500),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: conversationPage,
  },
  /** The newest messages of a conversation, with what is needed to go on. */
  'chat.open': {
    input: z.strictObject({ conversationId: id, limit: z.number().int().min(1).max(500) }),
    output: opened,
  },
  /** The messages just before `beforeId`. */
  'chat.earlier': {
    input: z.strictObject({ beforeId: id, limit: z.number().int().min(1).max(500) }),
    output: messagePageSchema,
  },
  /** The messages just after `afterId`, in the branch that is shown; none where it is not in that one. */
  'chat.later': {
    input: z.strictObject({ afterId: id, limit: z.number().int().min(1).max(500) }),
    output: messagePageSchema,
  },
  /** The conversation at a message: about half of the messages come before it. Where it is in another branch, that one is shown from now on. */
  'chat.around': { input: z.strictObject({ messageId: id, limit: z.number().int().min(1).max(500) }), output: opened },
  /** Says something: the message is committed, then the request is sent. A `conversationId` that is not known yet begins a conversation. */
  'chat.send': {
    input: z.strictObject({
      conversationId: newId,
      messageId: newId,
      connectionId: id,
      model: z.string().min(1).max(300),
      /** For a new conversation; an existing one keeps its own. */
      parameters: parametersSchema,
      text: messageText,
      attachments: z.array(mediaId).max(picturesMax),
    }),
    output: exchange,
  },
  /** Asks again for an answer; the old one stays as another version. */
  'chat.retry': { input: z.strictObject({ messageId: id, newMessageId: newId }), output: exchange },
  /** Says something else instead of an earlier message; the old branch stays as another version. */
  'chat.edit': { input: z.strictObject({ messageId: id, newMessageId: newId, text: messageText }), output: exchange },
  /** Goes on with an answer that was stopped or interrupted, from where it ended. */
  'chat.continue': { input: z.strictObject({ messageId: id }), output: exchange },
  /** Stops a running answer, or the wait for its next attempt. */
  'chat.stop': { input: z.strictObject({ messageId: id }), output: done },
  /** Shows another version of a message and what followed it. */
  'chat.select': { input: z.strictObject({ messageId: id, limit: z.number().int().min(1).max(500) }), output: opened },
  'chat.update': {
    input: z.strictObject({
      conversationId: id,
      title: z.string().trim().min(1).max(200).optional(),
      pinned: z.boolean().optional(),
      connectionId: id.optional(),
      model: z.string().min(1).max(300).optional(),
      parameters: parametersSchema.optional(),
    }),
    output: conversationSchema,
  },
  /** Hides a conversation; it can be restored for 30 days. A running answer is stopped. */
  'chat.delete': { input: z.strictObject({ conversationId: id }), output: done },
  'chat.restore': { input: z.strictObject({ conversationId: id }), output: conversationSchema },
  /** Keeps what is typed and not sent; null is the conversation that does not exist yet. */
  'chat.saveDraft': { input: z.strictObject({ conversationId: id.nullable(), text: messageText }), output: done },
  'chat.draft': {
    input: z.strictObject({ conversationId: id.nullable() }),
    output: z.object({ text: z.string() }).readonly(),
  },

  /** Takes an imported file (a token of `bridge.importDropped`) into the library. */
  'media.addPicture': { input: z.strictObject({ token: z.string().max(200) }), output: mediaItemSchema },

  /** Fetches a picture that an answer links to into the library; only ever called because the person clicked. */
  'media.addRemotePicture': { input: z.strictObject({ url: z.string().max(8000) }), output: mediaItemSchema },

  /** Whether an item's file is there: one that is only referred to may be moved, removed or changed by anybody. */
  'media.present': { input: z.strictObject({ mediaId }), output: z.object({ present: z.boolean() }).readonly() },
  /** Hands a file of the library to the person, under a name. */
  'media.save': { input: namedMediaSchema, output: savedFileSchema },
  /** Hands many as one ZIP; names that occur twice are numbered. */
  'media.saveArchive': {
    input: z.strictObject({
      items: z.array(namedMediaSchema).min(1).max(20_000),
      name: z.string().trim().min(1).max(200),
    }),
    output: savedFileSchema,
  },
  /** Begins to drag a file out of the window (Electron, within the page's `dragstart`). */
  'media.startDrag': { input: namedMediaSchema, output: done },

  /** Takes a request into the queue: a durable row, then, in its turn, the request. The same `jobId` again is the same job. */
  'images.submit': { input: z.strictObject({ jobId: newId, request: imageRequestSchema }), output: imageJobSchema },
  /** Every job that runs, and those that ended otherwise than well and were not dismissed; newest first. */
  'images.jobs': { input: nothing, output: z.array(imageJobSchema).readonly() },
  /** Stops a job wherever it is; what was already sent may still be charged. */
  'images.stop': { input: z.strictObject({ jobId: id }), output: imageJobSchema },
  /** The person's choice to send a job that ended otherwise than well once more: a new job, the old one is dismissed. */
  'images.sendAgain': { input: z.strictObject({ jobId: id, newJobId: newId }), output: imageJobSchema },
  /** Fetches again what could not be stored of an answer; nothing is generated, nothing charged. */
  'images.fetchAgain': { input: z.strictObject({ jobId: id }), output: imageJobSchema },
  /** Takes an ended job off the list. */
  'images.dismiss': { input: z.strictObject({ jobId: id }), output: done },

  /** A window on the gallery, newest first, with the number of all that fit. */
  'images.list': {
    input: z.strictObject({
      filter: imageFilterSchema,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ images: z.array(imageSummarySchema).readonly(), total: z.number().int() }).readonly(),
  },
  /** The ids of all that fit, newest first: to select or save them all. */
  'images.ids': { input: z.strictObject({ filter: imageFilterSchema }), output: z.array(z.string()).readonly() },
  'images.facets': { input: nothing, output: imageFacetsSchema },
  'images.get': { input: z.strictObject({ imageId: id }), output: imageDetailSchema },
  'images.setFavourite': { input: z.strictObject({ imageIds, favourite: z.boolean() }), output: done },
  /** Takes images out of the gallery. For thirty days they can be restored; then the files that nothing refers to are removed. */
  'images.delete': { input: z.strictObject({ imageIds }), output: done },
  'images.restore': { input: z.strictObject({ imageIds }), output: done },
  /** Names for the files of images, in the given order, ready for `media.save` and `media.saveArchive`. */
  'images.names': { input: z.strictObject({ imageIds }), output: z.array(namedMediaSchema).readonly() },

  'images.collections': { input: nothing, output: z.array(imageCollectionSchema).readonly() },
  /** Makes or renames a collection. */
  'images.saveCollection': {
    input: z.strictObject({ id: newId, name: z.string().trim().min(1).max(80) }),
    output: imageCollectionSchema,
  },
  /** Removes a collection; its images stay in the gallery. */
  'images.removeCollection': { input: z.strictObject({ id }), output: done },
  'images.setInCollection': {
    input: z.strictObject({ imageIds, collectionId: id, inside: z.boolean() }),
    output: done,
  },

  /** Makes a picture fit to be edited: turned upright and converted to PNG where it is none; refused over the person's bound. */
  'images.prepareSource': {
    input: z.strictObject({
      from: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('file'), token: z.string().max(200) }),
        z.strictObject({ kind: z.literal('media'), mediaId }),
      ]),
    }),
    output: mediaItemSchema,
  },
  /** The mask that was last drawn on a source. */
  'images.mask': { input: z.strictObject({ sourceId: mediaId }), output: mediaItemSchema.nullable() },
  /** Keeps a mask, a PNG of exactly the source's size (else `mask_mismatch`) that is transparent where it marks. Null forgets it. */
  'images.saveMask': {
    input: z.strictObject({ sourceId: mediaId, token: z.string().max(200).nullable() }),
    output: mediaItemSchema.nullable(),
  },
  /** What was last typed and chosen in the studio; null before anything was. */
  'images.draft': { input: nothing, output: imageDraftSchema.nullable() },
  'images.saveDraft': { input: z.strictObject({ draft: imageDraftSchema }), output: done },

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
  /** Every job that runs, and those that ended otherwise than well and were not dismissed; in the order of the queue. */
  'transcription.jobs': { input: nothing, output: z.array(transcriptionJobSchema).readonly() },
  'transcription.pause': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  'transcription.resume': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
  'transcription.stop': { input: z.strictObject({ jobId: id }), output: transcriptionJobSchema },
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
      why: z.enum(['not_sound', 'no_sound_track', 'damaged', 'unknown_format']),
    }),
    output: done,
  },

  /** Begins a recording from the microphone: an empty file in the data folder, to which `recordings.append` adds. */
  'recordings.begin': {
    input: z.strictObject({ recordingId: newId, name: z.string().trim().min(1).max(255) }),
    output: done,
  },
  /**
   * Adds the next stretch of a recording (a token), on the disk when this is answered. `at` is where it goes, in bytes:
   * the same call again changes nothing, and a gap is refused with `invalid_input`. Null instead of a token is a sign of
   * life of a recording that is paused. Refused with `not_found` once it was discarded, `too_large` beyond the bounds, `cancelled` for a
   * token that names nothing any more.
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

  ...videoCalls,
  ...historyCalls,
  ...backupCalls,
  ...carryCalls,

  /** The one door for links: parsed, `https:` or `http:`, no credentials. `page` means that the page must open it in a new tab itself. */
  'links.open': {
    input: z.strictObject({ url: z.string().max(8000) }),
    output: z.object({ by: z.enum(['main', 'page']), url: z.string() }).readonly(),
  },
} as const

/** Everything main tells the page without being asked. Events update what a call returned; they are never its only source. */
export const events = {
  /** The person clicked a notification of `app.notify`. */
  'app.notified': z.object({ key: z.string() }).readonly(),
  'settings.changed': settingsSchema,
  'connections.changed': connectionListSchema,
  'models.changed': z.object({ connectionId: z.string(), catalogue: catalogueSchema }).readonly(),
  /** New text of a running stream, at most one event a frame. `at` is where it goes, in UTF-16 units, so that doubles and gaps show. */
  'chat.delta': z.object({ s: z.number().int(), at: z.number().int(), t: z.string() }).readonly(),
  /** The state of an answer changed; `length` is that of its text, so that a page that missed something notices. */
  'chat.status': z
    .object({
      messageId: z.string(),
      conversationId: z.string(),
      stream: z.number().int().nullable(),
      length: z.number().int(),
      status: messageStatusSchema,
    })
    .readonly(),
  /** A message appeared in a conversation, or began to stream again. */
  'chat.message': messageSchema,
  'chat.conversation': conversationSchema,
  'chat.removed': z.object({ conversationId: z.string() }).readonly(),
  /** A job was made or changed. */
  'images.job': imageJobSchema,
  /** A job went off the list: dismissed, or sent again as another one. */
  'images.jobRemoved': z.object({ jobId: z.string() }).readonly(),
  /** What the gallery holds changed: an image came, went, or was marked. */
  'images.changed': z.object({ collections: z.boolean() }).readonly(),
  'transcription.job': transcriptionJobSchema,
  'transcription.jobRemoved': z.object({ jobId: z.string() }).readonly(),
  /** There is a recording to listen through: any page may claim it. */
  'transcription.wanted': nothing,
  /** What `recordings.left` answers may have changed. */
  'recordings.changed': nothing,
  /** A transcript came, grew, changed or went. */
  'transcripts.changed': z.object({ transcriptId: z.string() }).readonly(),
  ...videoEvents,
  ...historyEvents,
  ...backupEvents,
  ...carryEvents,
  'notices.changed': z.array(noticeSchema).readonly(),
} as const

export type CallName = keyof typeof calls
export type CallInput<N extends CallName> = z.infer<(typeof calls)[N]['input']>
export type CallOutput<N extends CallName> = z.infer<(typeof calls)[N]['output']>
export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = z.infer<(typeof events)[N]>
