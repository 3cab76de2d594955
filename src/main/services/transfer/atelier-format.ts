import { z } from 'zod'
import { assistantSchema, portableAssistant } from '../../../shared/assistants.ts'
import { attachedFileSchema } from '../../../shared/attached-file.ts'
import { messageStates, parametersSchema, timingSchema, usageSchema } from '../../../shared/chat.ts'
import { columnsMax } from '../../../shared/comparison-limits.ts'
import { appErrorSchema } from '../../../shared/error-schema.ts'
import { folderNameMax, folderSystemMax } from '../../../shared/folder-limits.ts'
import { imageRequestSchema } from '../../../shared/image.ts'
import { sourceKinds } from '../../../shared/knowledge-limits.ts'
import { mediaItemSchema } from '../../../shared/media.ts'
import { promptSchema } from '../../../shared/prompts.ts'
import { isTemporaryChat } from '../../../shared/temporary-chat.ts'
import { askReasonSchema, toolCallStates, toolHintsSchema } from '../../../shared/tools.ts'
import { transcriptionRequestSchema, transcriptSegmentSchema } from '../../../shared/transcript.ts'
import { videoRequestSchema } from '../../../shared/video.ts'

/**
 * The format of `atelier.json`, version 1:
 *
 *     { "format": "atelier", "version": 1, "app": "…", "exportedAt": 0,
 *       "media":         [ media, … ],
 *       "prompts":       [ prompt, … ],
 *       "assistants":    [ assistant, … ],
 *       "conversations": [ { "about": conversation, "messages": [ message, … ] }, … ],
 *       "images":        [ image, … ],
 *       "transcripts":   [ { "about": transcript, "segments": [ segment, … ] }, … ],
 *       "videos":        [ video, … ] }
 *
 * `about` precedes its messages or segments, and a message follows its parent, so that both can be read as a stream.
 * Times are in ms since 1970. Files are named by the SHA-256 of their content. The file never contains a key.
 */
export const atelierFormat = 'atelier'
export const atelierVersion = 1
export const atelierName = 'atelier.json'

const id = z.string().min(1).max(100)
const mediaId = mediaItemSchema.unwrap().shape.id
/** The years 1 to 9999, in ms since 1970; other years have no page in the calendar. */
export const timeMin = -62_135_596_800_000
export const timeMax = 253_402_300_799_999
/** Range of a `Date`; clamped to the years above. */
const time = z
  .number()
  .int()
  .min(-8_640_000_000_000_000)
  .max(8_640_000_000_000_000)
  .transform((ms) => Math.min(timeMax, Math.max(timeMin, ms)))
/** Longer than any message; a longer text is an attempt to exhaust memory. */
export const textMax = 20_000_000
const text = z.string().max(textMax)
const error = appErrorSchema.nullable().catch(null)
const marks = {
  /** When it was archived. */
  archivedAt: time.nullable(),
  tags: z.array(z.string().min(1).max(60)).max(1000),
}

/** A prompt of the library. */
export const portablePromptSchema = promptSchema

/**
 * An assistant. Connections, tools and collections mean something on one computer only, and an import must not turn
 * them on. They are therefore neither written nor read.
 */
export const portableAssistantSchema = assistantSchema
  .unwrap()
  .omit({ connectionId: true })
  .transform(portableAssistant)
export type PortableAssistant = z.output<typeof portableAssistantSchema>

/** A file with its path in the archive; null when it was missing at export. */
export const mediaEntrySchema = mediaItemSchema.unwrap().extend({ path: z.string().max(1000).nullable() })
export type MediaEntry = z.infer<typeof mediaEntrySchema>

const folder = z.object({
  id,
  name: z.string().trim().min(1).max(folderNameMax),
  /** Instructions that the chats in it begin with. */
  system: z.string().max(folderSystemMax),
})
export type PortableFolder = z.infer<typeof folder>

export const portableConversationSchema = z.object({
  // an export never has such an id, which would lead past the chat on the disk
  id: id.refine((value) => !isTemporaryChat(value)),
  title: z.string().max(2000),
  connectionId: id.nullable(),
  model: z.string().max(300),
  parameters: parametersSchema,
  pinned: z.boolean(),
  createdAt: time,
  /** Time of the last message. */
  activeAt: time,
  snippet: z.string().max(2000),
  /** The last message of the shown branch. */
  leafId: id.nullable(),
  /** The folder that contains it, with that folder's parent. Absent if there is none. */
  folder: folder.extend({ parent: folder.nullable() }).optional(),
  ...marks,
})
export type PortableConversation = z.infer<typeof portableConversationSchema>

const fields = z.record(z.string().max(1000), z.unknown())

/** A call of a tool. It is never run again: an open one is not exported as such. */
export const portableCallSchema = z.object({
  id,
  /** The gateway's id of the call. */
  callId: text,
  name: z.string().max(300),
  tool: z.string().max(300).nullable(),
  server: z.string().max(300).nullable(),
  arguments: text,
  editedArguments: text.nullable(),
  extra: fields,
  hints: toolHintsSchema.nullable(),
  state: z.enum(toolCallStates).exclude(['waiting', 'asking', 'running']),
  askReason: askReasonSchema.nullable(),
  result: text,
  resultFileId: mediaId.nullable(),
  mediaIds: z.array(mediaId).max(1000),
  isUntrusted: z.boolean(),
  createdAt: time,
  startedAt: time.nullable(),
  endedAt: time.nullable(),
})
export type PortableCall = z.infer<typeof portableCallSchema>

/** A round of an answer: the calls that one request asked for. */
export const portableRoundSchema = z.object({
  /** Where in the text the round ended, in UTF-16 units. */
  textEnd: z.number().int().min(0),
  connectionId: id,
  model: z.string().max(300),
  replay: fields,
  calls: z.array(portableCallSchema).max(200),
})
export type PortableRound = z.infer<typeof portableRoundSchema>

/** A passage of a collection that was sent with a message. Its source need not exist where it is imported. */
export const portablePassageSchema = z.object({
  /** Unique in its conversation; the answers cite it. */
  number: z.number().int().min(1).max(1_000_000),
  place: z.object({
    kind: z.enum(sourceKinds),
    sourceId: id,
    document: z.string().max(5000),
    title: z.string().max(5000),
    headings: z.array(z.string().max(5000)).max(50),
    partId: id.nullable(),
    start: z.number().int().min(0),
    end: z.number().int().min(0),
    atMs: z.number().min(0).nullable(),
  }),
  quote: text,
})

export type PortablePassage = z.infer<typeof portablePassageSchema>

export const portableMessageSchema = z.object({
  id,
  /** The previous message in the branch; null for a first one. Messages with the same parent are versions. */
  parentId: id.nullable(),
  role: z.enum(['user', 'assistant']),
  text,
  /** The model's thoughts before the answer; absent if it sent none. */
  thinking: text.optional(),
  model: z.string().max(300),
  state: z.enum(messageStates).exclude(['streaming']),
  error,
  usage: usageSchema.nullable(),
  timing: timingSchema.nullable(),
  finishReason: z.string().max(300).nullable(),
  createdAt: time,
  attachments: z.array(mediaId).max(1000),
  /** Absent in an answer that called no tools. */
  rounds: z.array(portableRoundSchema).max(1000).optional(),
  /** Absent in a message without passages. */
  passages: z.array(portablePassageSchema).max(1000).optional(),
  /** Files that were sent with it as text. Absent in a message without files. */
  files: z.array(attachedFileSchema).max(1000).optional(),
  /** Its slot in a comparison of several models. Absent in an answer that was requested alone. */
  column: z
    .object({
      comparison: id,
      slot: z
        .number()
        .int()
        .min(0)
        .max(columnsMax - 1),
      connectionId: id,
    })
    .optional(),
})
export type PortableMessage = z.infer<typeof portableMessageSchema>

/**
 * Returns the ids of the library files that a message refers to in addition to its pictures: those of calls, and of
 * files sent as text.
 */
export function furtherMediaOf({
  files = [],
  rounds = [],
}: Pick<PortableMessage, 'files' | 'rounds'>): readonly string[] {
  const calls = rounds.flatMap((round) => round.calls)
  return [
    ...calls.flatMap(({ mediaIds, resultFileId }) => [...mediaIds, ...(resultFileId === null ? [] : [resultFileId])]),
    ...files.flatMap(({ mediaId: original, textId }) => [original, textId]),
  ]
}

export const portableImageSchema = z.object({
  id,
  jobId: id,
  /** Position in its batch, from 0. */
  position: z.number().int().min(0).max(10_000),
  mediaId,
  thumbnailId: mediaId.nullable(),
  /** The gateway's original picture, if the shown one was merged with its source. */
  rawMediaId: mediaId.nullable(),
  /** The source image of an edit. */
  sourceImageId: id.nullable(),
  edited: z.boolean(),
  model: z.string().max(300),
  askedSize: z.string().max(30).nullable(),
  width: z.number().int().min(0).nullable(),
  height: z.number().int().min(0).nullable(),
  favourite: z.boolean(),
  createdAt: time,
  prompt: text,
  revisedPrompt: text.nullable(),
  collections: z.array(z.object({ id, name: z.string().min(1).max(200) })).max(1000),
  /** The request that made it; equal for all images of a batch. */
  job: z.object({
    request: imageRequestSchema,
    attempts: z.number().int().min(0),
    createdAt: time,
    sentAt: time.nullable(),
    answeredAt: time.nullable(),
    endedAt: time.nullable(),
    /** The pictures of the answer in order; null for a picture that is not in the gallery. */
    images: z.array(z.object({ imageId: id.nullable(), revisedPrompt: text.nullable() })).max(1000),
  }),
  ...marks,
})
export type PortableImage = z.infer<typeof portableImageSchema>

export const portableTranscriptSchema = z.object({
  id,
  jobId: id,
  title: z.string().max(2000),
  model: z.string().max(2000),
  language: z.string().max(100).nullable(),
  start: z.string().max(2000),
  /** False when parts of the recording were never transcribed. */
  complete: z.boolean(),
  revision: z.number().int().min(0),
  createdAt: time,
  editedAt: time.nullable(),
  pinned: z.boolean(),
  /** The recording and the parameters of its transcription. */
  job: z.object({
    name: z.string().max(1000),
    bytes: z.number().int().min(0),
    request: transcriptionRequestSchema,
    sourceId: mediaId.nullable(),
    /** Length of the sound, in ms. */
    duration: z.number().min(0).nullable(),
    attempts: z.number().int().min(0),
    createdAt: time,
    sentAt: time.nullable(),
    endedAt: time.nullable(),
  }),
  /** Loudness as base64 of bytes, 10 a second. */
  waveform: z.string().max(20_000_000).nullable(),
  ...marks,
})
export type PortableTranscript = z.infer<typeof portableTranscriptSchema>

export const portableSegmentSchema = transcriptSegmentSchema
export type PortableSegment = z.infer<typeof portableSegmentSchema>

export const portableVideoSchema = z.object({
  id,
  request: videoRequestSchema,
  status: z.enum(['done', 'failed', 'cancelled', 'expired', 'unknown']),
  error,
  attempts: z.number().int().min(0),
  createdAt: time,
  sentAt: time.nullable(),
  acceptedAt: time.nullable(),
  endedAt: time,
  mediaId: mediaId.nullable(),
  posterId: mediaId.nullable(),
  /** Length of the video, in ms. */
  videoDuration: z.number().min(0).nullable(),
  favourite: z.boolean(),
  seenAt: time.nullable(),
  ...marks,
})
export type PortableVideo = z.infer<typeof portableVideoSchema>
