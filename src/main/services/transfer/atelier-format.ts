import { z } from 'zod'
import { assistantSchema, portableAssistant } from '../../../shared/assistants.ts'
import { attachedFileSchema } from '../../../shared/attached-file.ts'
import { messageStates } from '../../../shared/chat.ts'
import { appErrorSchema } from '../../../shared/error-schema.ts'
import { folderAttachedMax, folderNameMax, folderSystemMax } from '../../../shared/folder-limits.ts'
import { folderParametersSchema, portableFolderParameters } from '../../../shared/folders.ts'
import { mediaItemSchema } from '../../../shared/media.ts'
import { memorySchema } from '../../../shared/memories.ts'
import { columnsMax } from '../../../shared/parameter-limits.ts'
import { modelNameMax } from '../../../shared/prompt-limits.ts'
import { promptSchema } from '../../../shared/prompts.ts'
import { recipeSchema } from '../../../shared/recipe.ts'
import { storyboardNameMax } from '../../../shared/storyboard-limits.ts'
import { isTemporaryChat } from '../../../shared/temporary-chat.ts'
import { toolCallStates } from '../../../shared/tools.ts'
import { transcriptionRequestSchema, transcriptSegmentSchema } from '../../../shared/transcript.ts'
import { conversationTable } from '../../storage/conversations.ts'
import { imageJobTable, imagePieceTable } from '../../storage/image-jobs.ts'
import { imageTable } from '../../storage/images.ts'
import { passageTable } from '../../storage/message-passages.ts'
import { messageTable } from '../../storage/messages.ts'
import { callTable, roundTable } from '../../storage/tool-calls.ts'
import { notePartTable, noteTable } from '../../storage/transcript-notes.ts'
import { transcriptionTable } from '../../storage/transcription-jobs.ts'
import { transcriptTable } from '../../storage/transcripts.ts'
import { videoTable } from '../../storage/video-jobs.ts'
import { mediaId, portableFields, portableId, portableTime, textMax } from './portable-fields.ts'

/**
 * The format of `atelier.json`, version 1:
 *
 *     { "format": "atelier", "version": 1, "app": "…", "exportedAt": 0,
 *       "media":         [ media, … ],
 *       "prompts":       [ prompt, … ],
 *       "assistants":    [ assistant, … ],
 *       "memories":      [ memory, … ],
 *       "recipes":       [ recipe, … ],
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

const text = z.string().max(textMax)
const error = appErrorSchema.nullable().catch(null)
const marks = {
  /** When it was archived. */
  archivedAt: portableTime.nullable(),
  tags: z.array(z.string().min(1).max(60)).max(1000),
}

/** A prompt of the library. */
export const portablePromptSchema = promptSchema

/** A fact of the memory. An import does not send it until the user wants it. */
export const portableMemorySchema = memorySchema

/** Connection of the steps of an imported recipe. There is none of this id, so that the user chooses one. */
const unchosenConnection = 'imported'

/** A recipe. Connections apply to one computer only, and an import must not use them. */
export const portableRecipeSchema = recipeSchema.transform((recipe) => ({
  ...recipe,
  steps: recipe.steps.map((step) => ({ ...step, connectionId: unchosenConnection })),
}))

/**
 * An assistant. Connections, tools and collections apply to one computer only, and an import must not enable them. They
 * are therefore neither written nor read.
 */
export const portableAssistantSchema = assistantSchema
  .unwrap()
  .omit({ connectionId: true })
  .transform(portableAssistant)
export type PortableAssistant = z.output<typeof portableAssistantSchema>

/** A file with its path in the archive; null when it was missing at export. */
export const mediaEntrySchema = mediaItemSchema.unwrap().extend({ path: z.string().max(1000).nullable() })
export type MediaEntry = z.infer<typeof mediaEntrySchema>

/**
 * A folder of chats. What is damaged of its model, parameters and files is left out, because it must not cost the chat.
 * Connections, tools and collections are neither written nor read, as in assistants.
 */
export const portableFolderSchema = z.object({
  id: portableId,
  name: z.string().trim().min(1).max(folderNameMax),
  /** Instructions that the chats in it begin with. */
  system: z.string().max(folderSystemMax),
  model: z.string().min(1).max(modelNameMax).optional().catch(undefined),
  parameters: folderParametersSchema.transform(portableFolderParameters).optional().catch(undefined),
  /** Files that its new chats begin with. Only an export of everything has them. */
  files: z.array(attachedFileSchema).max(folderAttachedMax).optional().catch(undefined),
})
export type PortableFolder = z.output<typeof portableFolderSchema>

export const portableConversationSchema = z.object({
  ...portableFields(conversationTable.without('folderId', 'deletedAt', 'isUntrusted')),
  // an export never has such an id, which would lead past the chat on the disk
  id: portableId.refine((value) => !isTemporaryChat(value)),
  /** The folder that contains it, with that folder's parent. Absent if there is none. */
  folder: portableFolderSchema.extend({ parent: portableFolderSchema.nullable() }).optional(),
  ...marks,
})
export type PortableConversation = z.infer<typeof portableConversationSchema>

const fields = z.record(z.string().max(1000), z.unknown())

/** A call of a tool. It is never run again: an open one is not exported as such. */
export const portableCallSchema = z.object({
  ...portableFields(callTable.without('messageId', 'round', 'position', 'resultMediaId')),
  extra: fields,
  state: z.enum(toolCallStates).exclude(['waiting', 'asking', 'running']),
  resultFileId: mediaId.nullable(),
  mediaIds: z.array(mediaId).max(1000),
})
export type PortableCall = z.infer<typeof portableCallSchema>

/** A round of an answer: the calls that one request asked for. */
export const portableRoundSchema = z.object({
  ...portableFields(roundTable.without('messageId', 'round')),
  connectionId: portableId,
  replay: fields,
  calls: z.array(portableCallSchema).max(200),
})
export type PortableRound = z.infer<typeof portableRoundSchema>

/** A passage of a collection that was sent with a message. Its source need not exist where it is imported. */
export const portablePassageSchema = z.object({
  /** Unique in its conversation; the answers cite it. */
  number: z.number().int().min(1).max(1_000_000),
  place: z.object({
    ...portableFields(passageTable.without('messageId', 'number', 'quote')),
    sourceId: portableId,
    headings: z.array(z.string().max(5000)).max(50),
    partId: portableId.nullable(),
  }),
  quote: text,
})
export type PortablePassage = z.infer<typeof portablePassageSchema>

export const portableMessageSchema = z.object({
  ...portableFields(
    // a chat may be given to others, and the facts sent with its answers are about the user
    messageTable.without(
      ...(['conversationId', 'comparisonId', 'slot', 'connectionId', 'deletionId', 'homeId', 'memories'] as const),
    ),
  ),
  state: z.enum(messageStates).exclude(['streaming']),
  error,
  attachments: z.array(mediaId).max(1000),
  /** The rounds of an answer; absent if it called no tools. */
  rounds: z.array(portableRoundSchema).max(1000).optional(),
  /** The passages of a message; absent if there are none. */
  passages: z.array(portablePassageSchema).max(1000).optional(),
  /** Files that were sent with it as text. Absent in a message without files. */
  files: z.array(attachedFileSchema).max(1000).optional(),
  /** Slot of the answer in a comparison of several models; absent if it was requested alone. */
  column: z
    .object({
      comparison: portableId,
      slot: z
        .number()
        .int()
        .min(0)
        .max(columnsMax - 1),
      connectionId: portableId,
    })
    .optional(),
})
export type PortableMessage = z.infer<typeof portableMessageSchema>

const messageTexts = messageTable.entries.filter(
  ({ column: { kind } }) => kind.kind === 'text' && kind.size !== 'short',
)

/** Returns the length of a message's own texts, in UTF-16 units. */
export function textLengthOf(message: PortableMessage): number {
  return messageTexts.reduce((sum, { key }) => {
    const value: unknown = Reflect.get(message, key)
    return sum + (typeof value === 'string' ? value.length : 0)
  }, 0)
}

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

const exportedImages = imageTable.without('promptFolded', 'deletedAt')
export const exportedImageJobs = imageJobTable.only(
  ...(['request', 'attempts', 'createdAt', 'sentAt', 'answeredAt', 'endedAt'] as const),
)
export const exportedPieces = imagePieceTable.only('imageId', 'revisedPrompt')

const collectionPlace = z.object({ id: portableId, name: z.string().min(1).max(200) })

export const portableImageSchema = z.object({
  ...portableFields(exportedImages),
  position: z.number().int().min(0).max(10_000),
  collections: z.array(collectionPlace).max(1000),
  /** The request that made it; equal for all images of a batch. */
  job: z.object({
    ...portableFields(exportedImageJobs),
    /** The pictures of the answer in order; an id is null for a picture that is not in the gallery. */
    images: z.array(z.object(portableFields(exportedPieces))).max(1000),
  }),
  ...marks,
})
export type PortableImage = z.infer<typeof portableImageSchema>

export const exportedTranscriptions = transcriptionTable.only(
  ...(['name', 'bytes', 'sourceId', 'duration', 'attempts', 'createdAt', 'sentAt', 'endedAt'] as const),
)

const portableNoteSchema = z.object({
  ...portableFields(noteTable.only('request', 'revision', 'createdAt')),
  parts: z
    .array(z.object(portableFields(notePartTable.without('noteId'))))
    .max(10_000)
    .readonly(),
})

export const portableTranscriptSchema = z.object({
  ...portableFields(transcriptTable.without('titleFolded', 'edit', 'deletedAt')),
  pinned: z.boolean(),
  /** The recording and the parameters of its transcription. */
  job: z.object({ ...portableFields(exportedTranscriptions), request: transcriptionRequestSchema }),
  /** Loudness as base64 of bytes, 10 a second. */
  waveform: z.string().max(20_000_000).nullable(),
  /** Notes of chat models on it, oldest first; absent for none, and in older exports. */
  notes: z.array(portableNoteSchema).max(1000).optional(),
  ...marks,
})
export type PortableTranscript = z.infer<typeof portableTranscriptSchema>

export const portableSegmentSchema = transcriptSegmentSchema
export type PortableSegment = z.infer<typeof portableSegmentSchema>

export const exportedVideos = videoTable.only(
  ...(['id', 'request', 'attempts', 'createdAt', 'sentAt', 'acceptedAt'] as const),
  ...(['mediaId', 'posterId', 'videoDuration', 'favourite', 'seenAt'] as const),
)

const storyboardPlace = z.object({
  /** The storyboard. */
  id: portableId,
  name: z.string().trim().min(1).max(storyboardNameMax),
  entryId: portableId,
  position: z.number().int().min(0).max(1_000_000),
})

export const portableVideoSchema = z.object({
  ...portableFields(exportedVideos),
  status: z.enum(['done', 'failed', 'cancelled', 'expired', 'unknown']),
  error,
  endedAt: portableTime,
  /** Its places in storyboards; absent for none, and in older exports. */
  storyboards: z.array(storyboardPlace).max(1000).optional(),
  /** Its collections; absent for none, and in older exports. */
  collections: z.array(collectionPlace).max(1000).optional(),
  ...marks,
})
export type PortableVideo = z.infer<typeof portableVideoSchema>
