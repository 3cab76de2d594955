import { z } from 'zod'
import type { AttachedFile } from '../../shared/attached-file.ts'
import type { HistoryKey } from '../../shared/history.ts'
import { historyKinds } from '../../shared/history-limits.ts'
import type { MediaItem } from '../../shared/media.ts'
import type { Database, Row } from './database.ts'
import { mediaFromRow } from './media-items.ts'
import { branchIds, branchMax } from './message-branch.ts'
import { parentsFirst } from './parents-first.ts'
import { visible } from './visible-messages.ts'

const keySchema = z.enum(historyKinds)
const rowSchema = z.object({
  kind: keySchema,
  item_id: z.string(),
  pinned: z.number(),
  archived_at: z.number().nullable(),
  size: z.number().nullable(),
  tags: z.string(),
})
const tagsSchema = z.array(z.string())

/** An item with its history data, such as tags. */
export interface PortableItem {
  readonly key: HistoryKey
  readonly pinned: boolean
  /** ms since 1970. */
  readonly archivedAt: number | null
  readonly tags: readonly string[]
  /** Number of messages of a conversation; ms of audio or video. */
  readonly size: number
}

const columns = `kind, item_id, pinned, archived_at, size,
  (SELECT json_group_array(tag) FROM history_tags
   WHERE history_tags.kind = items.kind AND history_tags.item_id = items.item_id) AS tags`

/** Reads the data for an export. Never reads a whole conversation at once, because one can be very long. */
export class PortableItems {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the keys of all items outside the bin, oldest first. */
  keys(): readonly HistoryKey[] {
    return this.database
      .prepare('SELECT kind, item_id FROM history_items WHERE deleted_at IS NULL ORDER BY created_at, kind, item_id')
      .all()
      .map((row) => ({ kind: keySchema.parse(row.kind), id: String(row.item_id) }))
  }

  /** Returns an item; null for an unknown one and for one in the bin. */
  findPortable({ kind, id }: HistoryKey): PortableItem | null {
    const row = this.database
      .prepare(`SELECT ${columns} FROM history_items AS items WHERE kind = ? AND item_id = ? AND deleted_at IS NULL`)
      .get(kind, id)
    return row ? itemFromRow(row) : null
  }

  /** Returns the ids of a conversation's messages, oldest first; each follows its parent. */
  messageIds(conversationId: string): readonly string[] {
    const rows = this.database
      .prepare(`SELECT id, parent_id FROM messages WHERE conversation_id = ? AND ${visible} ORDER BY created_at, id`)
      .all(conversationId)
    return parentsFirst(
      rows.map((row) => ({ id: String(row.id), parentId: row.parent_id === null ? null : String(row.parent_id) })),
    )
  }

  /** Returns the ids of the branch that ends with a message, oldest first. */
  branchIds(leafId: string): readonly string[] {
    return branchIds(this.database, leafId, branchMax)
  }

  /** Returns the files of a conversation's messages with their names, oldest first. */
  filesOf(conversationId: string): readonly Pick<AttachedFile, 'mediaId' | 'textId' | 'name'>[] {
    return this.database
      .prepare(
        `SELECT media_id, text_id, name FROM messages JOIN message_files ON message_id = messages.id
         WHERE conversation_id = ? AND ${visible} ORDER BY messages.created_at, messages.id, message_files.position`,
      )
      .all(conversationId)
      .map((row) => ({ mediaId: String(row.media_id), textId: String(row.text_id), name: String(row.name) }))
  }

  /** Returns the media of a conversation's messages and calls, without duplicates. */
  mediaOf(conversationId: string): readonly MediaItem[] {
    return this.database
      .prepare(
        `WITH used (media_id) AS (
           SELECT media_id FROM messages JOIN message_attachments ON message_id = messages.id WHERE conversation_id = ? AND ${visible}
           UNION
           SELECT media_id FROM messages JOIN message_files ON message_id = messages.id WHERE conversation_id = ? AND ${visible}
           UNION
           SELECT text_id FROM messages JOIN message_files ON message_id = messages.id WHERE conversation_id = ? AND ${visible}
           UNION
           SELECT result_media_id FROM messages JOIN tool_calls ON message_id = messages.id WHERE conversation_id = ? AND ${visible}
           UNION
           SELECT media_id FROM messages JOIN tool_calls ON message_id = messages.id
             JOIN tool_call_media ON tool_call_media.call_id = tool_calls.id
             WHERE conversation_id = ? AND ${visible}
         )
         SELECT media.* FROM used JOIN media ON media.id = media_id`,
      )
      .all(conversationId, conversationId, conversationId, conversationId, conversationId)
      .map(mediaFromRow)
  }
}

function itemFromRow(row: Row): PortableItem {
  const parsed = rowSchema.parse(row)
  return {
    key: { kind: parsed.kind, id: parsed.item_id },
    pinned: parsed.pinned !== 0,
    archivedAt: parsed.archived_at,
    tags: tagsSchema.parse(JSON.parse(parsed.tags)),
    size: parsed.size ?? 0,
  }
}
