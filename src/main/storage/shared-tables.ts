import type { z } from 'zod'
import { parametersSchema } from '../../shared/chat.ts'
import { assistantTable } from './assistants.ts'
import { folderTable } from './chat-folders.ts'
import { conversationTable } from './conversations.ts'
import { tagTable } from './history-items.ts'
import { attachmentTable } from './message-attachments.ts'
import { fileTable } from './message-files.ts'
import { passageTable } from './message-passages.ts'
import { messageTable } from './messages.ts'
import { promptTable } from './prompts.ts'
import type { Table, TableFacts } from './table.ts'
import { callMediaTable, callTable, roundTable } from './tool-calls.ts'

/**
 * How several computers share a column:
 * - `id`: the id of the row
 * - `item`: the chat that the row belongs to
 * - `once`: written with the row, and never changed
 * - `each version`: every value that was written without knowing the others is kept
 * - `last version`: the last value counts
 * - `each key`: JSON whose members are like columns of their own; the last value of each counts
 * - `added`: true once it was true anywhere
 * - `bin`: when the row was moved to the bin
 * - `derived`: made from other columns
 * - `here`: a matter of this computer
 * - `later`: not shared yet
 */
export type ColumnRule =
  | 'id'
  | 'item'
  | 'once'
  | 'each version'
  | 'last version'
  | 'each key'
  | 'added'
  | 'bin'
  | 'derived'
  | 'here'
  | 'later'

/** A table whose rows are shared. */
export interface SharedTable {
  /** The name of its rows in versions. */
  readonly entity: string
  readonly table: TableFacts
  /** The rule of each column, by SQL name. */
  readonly rules: ReadonlyMap<string, ColumnRule>
}

function shared<R extends object>(
  entity: string,
  table: Table<R>,
  columns: { readonly [K in keyof R]-?: ColumnRule },
): SharedTable {
  const rules = new Map(Object.entries<ColumnRule>(columns))
  return { entity, table, rules: new Map(table.entries.map(({ key, name }) => [name, rules.get(key) ?? 'later'])) }
}

export const sharedChats = shared('chat', conversationTable, {
  id: 'id',
  title: 'each version',
  connectionId: 'last version',
  model: 'last version',
  parameters: 'each key',
  pinned: 'last version',
  createdAt: 'once',
  activeAt: 'derived',
  snippet: 'derived',
  leafId: 'here',
  folderId: 'last version',
  deletedAt: 'bin',
  isUntrusted: 'added',
})

/** A message is one value, with its parts. It goes out when it has ended. */
export const sharedMessages = shared('message', messageTable, {
  id: 'id',
  conversationId: 'item',
  // before deletions: see `homeId`
  parentId: 'once',
  role: 'once',
  text: 'once',
  thinking: 'once',
  model: 'once',
  state: 'once',
  error: 'once',
  usage: 'once',
  timing: 'once',
  finishReason: 'once',
  createdAt: 'once',
  comparisonId: 'once',
  slot: 'once',
  connectionId: 'once',
  deletionId: 'later',
  homeId: 'derived',
  memories: 'once',
})

export const sharedFolders = shared('folder', folderTable, {
  id: 'id',
  name: 'each version',
  parentId: 'last version',
  system: 'each version',
  collapsed: 'here',
  createdAt: 'once',
  connectionId: 'last version',
  model: 'last version',
  parameters: 'last version',
})

export const sharedPrompts = shared('prompt', promptTable, {
  id: 'id',
  title: 'each version',
  text: 'each version',
  removed: 'last version',
  createdAt: 'once',
})

export const sharedAssistants = shared('assistant', assistantTable, {
  id: 'id',
  name: 'each version',
  sign: 'last version',
  description: 'each version',
  connectionId: 'last version',
  model: 'last version',
  parameters: 'each version',
  removed: 'last version',
  createdAt: 'once',
})

/** Tables in which each row is an item, or the row of an item. */
export const sharedTables: readonly SharedTable[] = [
  sharedChats,
  sharedMessages,
  sharedFolders,
  sharedPrompts,
  sharedAssistants,
]

/** A table whose rows are part of a message's value. */
export interface MessagePart {
  readonly table: TableFacts
  /** SQL for the rows of a message. */
  readonly ofMessage: string
}

export const messageParts: readonly MessagePart[] = [
  ...[attachmentTable, fileTable, passageTable, roundTable, callTable].map((table) => ({
    table,
    ofMessage: 'message_id = ?',
  })),
  { table: callMediaTable, ofMessage: 'call_id IN (SELECT id FROM tool_calls WHERE message_id = ?)' },
]

/** Tags: each is added or removed on its own, and adding wins. Those of chats are shared. */
export const sharedTags: TableFacts = tagTable

/** Tables that are not shared, or not yet. The archive is shared with the chat, see `archivedField`. */
export const unsharedTables: Readonly<Record<string, 'derived' | 'here' | 'later'>> = {
  catalogues: 'here',
  chat_folder_files: 'later',
  connections: 'later',
  drafts: 'here',
  history_items: 'derived',
  image_collection_items: 'later',
  image_collections: 'later',
  image_draft: 'here',
  image_draft_references: 'here',
  image_job_references: 'later',
  image_jobs: 'later',
  image_masks: 'later',
  image_pieces: 'later',
  images: 'later',
  journal: 'here',
  kept_answers: 'here',
  knowledge_collections: 'later',
  knowledge_sources: 'later',
  mcp_processes: 'here',
  mcp_servers: 'later',
  media: 'later',
  memories: 'later',
  message_deletions: 'later',
  model_formats: 'here',
  preferences: 'later',
  prices: 'later',
  recipe_run_steps: 'later',
  recipe_runs: 'later',
  recipes: 'later',
  spending: 'later',
  storyboard_entries: 'later',
  storyboards: 'later',
  tool_rules: 'here',
  transcript_edits: 'later',
  transcript_note_parts: 'later',
  transcript_notes: 'later',
  transcript_segments: 'later',
  transcription_jobs: 'later',
  transcription_pieces: 'later',
  transcription_waveforms: 'later',
  transcripts: 'later',
  video_collection_items: 'later',
  video_collections: 'later',
  video_draft_picture: 'here',
  video_jobs: 'later',
  watched_charges: 'here',
  watched_files: 'here',
  watched_folders: 'here',
  writer: 'here',
}

/** When a chat was moved to the archive; null for one that is not there. It lies in `history_items`. */
export const archivedField = 'archived_at'

/** Returns the names of a table's columns with one of these rules. */
export function columnsWith({ rules }: SharedTable, ...wanted: readonly ColumnRule[]): readonly string[] {
  return [...rules].filter(([, rule]) => wanted.includes(rule)).map(([name]) => name)
}

/** The parameters of chats, each of which is shared on its own, with their schemas. */
export const chatParameters: Readonly<Record<string, z.ZodType>> = parametersSchema.unwrap().shape
/** The parameter that is a text of the user. */
export const instructionsParameter = 'system'
