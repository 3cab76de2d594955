import { z } from 'zod'

const count = z.number().int().min(0)

/** Programs whose exports can be imported. */
export const transferFormats = [
  'atelier',
  'chatgpt',
  'cherry-studio',
  'chatbox',
  'open-webui',
  'claude',
  'librechat',
  'lobehub',
  'deepchat',
  'markdown',
] as const
export type TransferFormat = (typeof transferFormats)[number]

/**
 * Why something was not imported.
 * - `tool`, `other`: parts of messages that a conversation cannot hold
 * - `attachment`: a file that is not a picture
 * - `media_missing`: a file that the export mentions but does not contain
 * - `media_refused`: a file of another type than declared, or too large
 * - `without_media`: a picture or video whose file could not be imported
 * - `empty`: a conversation without messages
 * - `no_room`: a prompt, assistant or fact beyond the storage limit
 * - `damaged`: a conversation that contradicts itself
 * - `deleted`: a conversation that was deleted in the other program
 */
export const skipReasons = [
  'tool',
  'other',
  'attachment',
  'media_missing',
  'media_refused',
  'without_media',
  'empty',
  'no_room',
  'damaged',
  'deleted',
] as const
export type SkipReason = (typeof skipReasons)[number]

export const transferCountsSchema = z
  .object({
    conversations: count,
    messages: count,
    images: count,
    transcripts: count,
    videos: count,
    prompts: count,
    assistants: count,
    /** Number of facts of the memory. */
    memories: count,
    recipes: count,
    /** Number of folders of chats. */
    folders: count,
    files: count,
  })
  .readonly()
export type TransferCounts = z.infer<typeof transferCountsSchema>

const skipped = z.array(z.object({ reason: z.enum(skipReasons), count }).readonly()).readonly()

/** Maximum number of conversations that a report names. */
export const namedChatsMax = 500

const byChat = z
  .object({
    /** Conversations that were left out or lack something, in file order, at most `namedChatsMax`. */
    named: z.array(z.object({ title: z.string(), skipped }).readonly()).readonly(),
    /** Number of further conversations that were left out or lack something. */
    further: count,
  })
  .readonly()
/** Omissions of an import by conversation. */
export type SkippedByChat = z.infer<typeof byChat>

export const exportReportSchema = z
  .object({
    counts: transferCountsSchema,
    /** Number of missing files; `report.txt` in the archive lists them. */
    missing: count,
    /** Number of unfinished items, which are left out. */
    unfinished: count,
  })
  .readonly()
export type ExportReport = z.infer<typeof exportReportSchema>

export const inspectionSchema = z
  .object({
    format: z.enum(transferFormats),
    counts: transferCountsSchema,
    /** Number of items that already exist here, also in the bin; they are left unchanged. */
    present: count,
    skipped,
    byChat,
  })
  .readonly()
/** Contents of an import file, read before anything is changed. */
export type Inspection = z.infer<typeof inspectionSchema>

export const importReportSchema = z
  .object({ format: z.enum(transferFormats), added: transferCountsSchema, present: count, skipped, byChat })
  .readonly()
export type ImportReport = z.infer<typeof importReportSchema>

export const transferWorkSchema = z
  .object({
    kind: z.enum(['export', 'inspect', 'import', 'save']),
    /** `undoing`: a failed import removes the items it had written. */
    stage: z.enum(['reading', 'writing', 'undoing']),
    /** Progress of the stage, 0 to 1; null when unknown. */
    progress: z.number().min(0).max(1).nullable(),
    /** Items and messages that this stage has processed. */
    items: count,
    /** Bytes read from the file, or written to it. */
    bytes: count,
  })
  .readonly()
/** The running export, import or saving of chats; only one runs at a time. */
export type TransferWork = z.infer<typeof transferWorkSchema>

export const transferStateSchema = z.object({ work: transferWorkSchema.nullable() }).readonly()
export type TransferState = z.infer<typeof transferStateSchema>

/** Counts that are all zero. */
export const noCounts: TransferCounts = {
  conversations: 0,
  messages: 0,
  images: 0,
  transcripts: 0,
  videos: 0,
  prompts: 0,
  assistants: 0,
  memories: 0,
  recipes: 0,
  folders: 0,
  files: 0,
}
