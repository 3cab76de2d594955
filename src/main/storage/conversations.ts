import { parametersSchema } from '../../shared/chat.ts'
import { defaultParameters } from '../../shared/chat-limits.ts'
import { folded } from '../../shared/folded-text.ts'
import type { Database, Row } from './database.ts'
import { purging } from './items-under-way.ts'
import { mediaOf } from './message-attachments.ts'
import { newestMessages, removeMessages } from './removed-messages.ts'
import { parsed } from './stored-json.ts'
import { deletion, flag, id, json, named, nullable, optional, type RowOf, shortText, table, time } from './table.ts'

export const conversationTable = table('conversations', {
  id,
  title: shortText(2000),
  connectionId: nullable(id),
  model: shortText(300),
  // unreadable ones fall back to defaults, so that the conversation stays readable
  parameters: {
    ...json(parametersSchema, defaultParameters),
    read: (stored) => parametersSchema.safeParse(parsed(stored)).data ?? defaultParameters,
  },
  pinned: flag,
  createdAt: time,
  activeAt: time,
  snippet: shortText(2000),
  leafId: nullable(id),
  /** Id of its folder; absent for none. */
  folderId: optional(id),
  deletedAt: deletion,
  isUntrusted: named('untrusted', flag),
})

const conversations = conversationTable.without('deletedAt', 'isUntrusted')
const changing = conversations.without('id', 'createdAt', 'folderId')

/** A conversation as stored, without running answers. */
export interface StoredConversation extends RowOf<typeof conversations> {
  /** True for an archived conversation. The history stores it: `setArchived`. */
  readonly archived?: true
}

const archivedAt = "(SELECT archived_at FROM history_items WHERE kind = 'chat' AND item_id = conversations.id)"
const folder = '(SELECT id FROM chat_folders WHERE chat_folders.id = conversations.folder_id)'
const columns = `${conversations.without('folderId').list}, ${archivedAt} AS archived_at, ${folder} AS folder_id`

/** The conversations to list: active ones, archived ones, or all. */
export type ConversationPlace = 'here' | 'archive' | 'all'
/** The archived chats, from the index of the history: the primary key would read every chat. */
const archivedIds =
  "SELECT item_id FROM history_items WHERE +kind = 'chat' AND deleted_at IS NULL AND archived_at IS NOT NULL"
const inPlace: Readonly<Record<ConversationPlace, string>> = {
  here: `AND id NOT IN (${archivedIds})`,
  archive: `AND id IN (${archivedIds})`,
  all: '',
}
/** Pinned conversations first, then the most recently active. */
const listOrder = 'conversations.pinned DESC, conversations.active_at DESC, conversations.id'

/**
 * Titles in which folding may change more than the case of plain letters. All others have only ASCII, kana, common CJK
 * and Korean syllables, and are compared within SQLite. A title of ASCII has as many bytes as characters, which is
 * checked faster than its characters.
 */
const mayFold =
  "octet_length(title) <> length(title) AND title GLOB '*[^\u0001-\u007f\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u9fff\uac00-\ud7a3]*'"

const purgedAtOnce = 1_000

/** The table of conversations. Deleted ones stay hidden until they are purged. */
export class Conversations {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns a page of conversations, pinned first, then by activity. `query` matches anywhere in the title, folded. */
  conversationPage(
    query: string,
    offset: number,
    limit: number,
    place: ConversationPlace = 'here',
    folderId?: string | null,
  ): { readonly conversations: readonly StoredConversation[]; readonly hasMore: boolean } {
    // equality finds a folder's chats by their index
    const inFolder =
      folderId === undefined
        ? ''
        : folderId === null
          ? `AND (folder_id IS ? OR ${folder} IS NULL)`
          : 'AND folder_id = ?'
    const sought = folded(query)
    const inTitle =
      sought === '' ? '' : `AND (instr(lower(title), ?) > 0 OR (${mayFold} AND instr(folded(title), ?) > 0))`
    // the ids are looked up first, so that skipped rows are read only from the index
    const rows = this.database
      .prepare(
        `SELECT ${columns} FROM conversations WHERE id IN
           (SELECT id FROM conversations WHERE deleted_at IS NULL ${inPlace[place]} ${inFolder} ${inTitle}
            ORDER BY ${listOrder} LIMIT ? OFFSET ?)
         ORDER BY ${listOrder}`,
      )
      .all(...(folderId === undefined ? [] : [folderId]), ...(sought === '' ? [] : [sought, sought]), limit + 1, offset)
    return { conversations: rows.slice(0, limit).map(fromRow), hasMore: rows.length > limit }
  }

  /** Returns the most recently active ones in the list. */
  recent(limit: number): readonly Pick<StoredConversation, 'id' | 'title'>[] {
    const rows = this.database
      .prepare(
        `SELECT id, title FROM conversations WHERE deleted_at IS NULL ${inPlace.here}
         ORDER BY active_at DESC, id LIMIT ?`,
      )
      .all(limit)
    return rows.map((row) => conversationTable.only('id', 'title').readRow(row))
  }

  /** Returns a conversation; null for an unknown or deleted id. */
  findConversation(id: string): StoredConversation | null {
    const row = this.database
      .prepare(`SELECT ${columns} FROM conversations WHERE id = ? AND deleted_at IS NULL`)
      .get(id)
    return row ? fromRow(row) : null
  }

  /** Returns true if a conversation is hidden and can be restored. */
  isDeleted(id: string): boolean {
    return (
      this.database.prepare('SELECT 1 FROM conversations WHERE id = ? AND deleted_at IS NOT NULL').get(id) !== undefined
    )
  }

  /** Returns true if untrusted text was ever in a conversation. Triggers of the database set the mark. */
  isUntrusted(id: string): boolean {
    return this.database.prepare('SELECT 1 FROM conversations WHERE id = ? AND untrusted <> 0').get(id) !== undefined
  }

  /** Marks a conversation as having contained untrusted text. The mark is permanent. */
  distrust(id: string): void {
    this.database.prepare('UPDATE conversations SET untrusted = 1 WHERE id = ? AND untrusted = 0').run(id)
  }

  insertConversation(conversation: StoredConversation): void {
    conversations.insert(this.database, conversation)
  }

  /** Updates every changeable column except the folder, which `ChatFolders.moveChats` changes. */
  updateConversation(conversation: StoredConversation): void {
    changing.update(this.database, conversation.id, conversation)
  }

  /** Moves a conversation to the archive at a time (ms since 1970), or with null back to the list. */
  setArchived(id: string, at: number | null): void {
    this.database
      .prepare("UPDATE history_items SET archived_at = ? WHERE kind = 'chat' AND item_id = ? AND archived_at IS NOT ?")
      .run(at, id, at)
  }

  /** Hides a conversation; returns false if there was nothing to hide. */
  deleteConversation(id: string, now: number): boolean {
    return (
      this.database
        .prepare('UPDATE conversations SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL')
        .run(now, id) > 0
    )
  }

  /** Restores a deleted conversation; returns false if there is none. */
  restoreConversation(id: string): boolean {
    return (
      this.database
        .prepare('UPDATE conversations SET deleted_at = NULL WHERE id = ? AND deleted_at > ?')
        .run(id, purging) > 0
    )
  }

  /** Returns the deletion time of the oldest deleted conversation, ms since 1970; null if there is none. */
  oldestDeletion(): number | null {
    const row = this.database
      .prepare('SELECT min(deleted_at) AS first FROM conversations WHERE deleted_at > ?')
      .get(purging)
    return typeof row?.first === 'number' ? row.first : null
  }

  /** Returns the ids of conversations deleted at or before a time. */
  deletedIds(before: number): readonly string[] {
    return this.database
      .prepare('SELECT id FROM conversations WHERE deleted_at <= ?')
      .all(before)
      .map(({ id }) => String(id))
  }

  /**
   * Marks conversations deleted at or before `before` (ms since 1970) for `purgeNext`. They can no longer be restored.
   */
  expire(before: number): void {
    this.database
      .prepare('UPDATE conversations SET deleted_at = ? WHERE deleted_at <= ? AND deleted_at <> ?')
      .run(purging, before, purging)
  }

  /**
   * Removes up to `limit` messages of an expired conversation, and the conversation with its draft when none are left.
   * Returns the ids of their pictures and files; null if nothing is expired. One transaction.
   */
  purgeNext(limit: number): readonly string[] | null {
    return this.database.transaction(() => {
      const found = this.database.prepare('SELECT id FROM conversations WHERE deleted_at = ? LIMIT 1').get(purging)
      if (found === undefined) return null
      const id = String(found.id)
      const last = newestMessages(this.database, id, limit)
      const media = mediaOf(this.database, last)
      removeMessages(this.database, last)
      if (last.length === limit) return media
      this.database.prepare('DELETE FROM drafts WHERE conversation_id = ?').run(id)
      this.database.prepare('DELETE FROM conversations WHERE id = ?').run(id)
      return media
    })
  }

  /**
   * Removes all conversations deleted at or before `before`, without steps. Returns the ids of their pictures and
   * files.
   */
  purgeConversations(before: number): readonly string[] {
    this.expire(before)
    const media: string[] = []
    for (let step = this.purgeNext(purgedAtOnce); step !== null; step = this.purgeNext(purgedAtOnce))
      media.push(...step)
    return [...new Set(media)]
  }
}

function fromRow(row: Row): StoredConversation {
  return { ...conversations.readRow(row), ...(row.archived_at === null ? {} : { archived: true }) }
}
