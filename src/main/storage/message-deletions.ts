import { ChatPictures, type PicturedMessage } from './chat-pictures.ts'
import type { Database } from './database.ts'
import { purging, unsettled } from './items-under-way.ts'
import { type DeletedRest, MarkedMessages } from './marked-messages.ts'
import { mediaOf } from './message-attachments.ts'
import { atOnce } from './steps.ts'
import { id, markedTime, nullable, type RowOf, table } from './table.ts'
import { timeInOrder } from './time-in-order.ts'
import { visible } from './visible-messages.ts'

const purgedAtOnce = 1_000

export const deletionTable = table(
  'message_deletions',
  {
    id,
    conversationId: id,
    /** ms since 1970. */
    at: markedTime,
    /** The end of the shown branch before and after. */
    leafBefore: nullable(id),
    leafAfter: nullable(id),
  },
  { lists: { conversation_id: 200_000 } },
)

/** A deletion of messages that can be undone. */
export type MessageDeletion = RowOf<typeof deletionTable>

/** The picture of a chat in the history after a change: null for none, undefined if the change does not affect it. */
export type ChatPicture = string | null | undefined

/**
 * Deleted messages. They stay in their table, hidden, until they are purged. When a single message is deleted, its
 * replies attach to the message before it, and keep the deleted one's id as their home.
 * Homes and deletions fully determine the tree, so deletions can be undone in any order. Call the changing methods
 * within a transaction.
 */
export class MessageDeletions {
  private readonly database: Database
  private readonly marks: MarkedMessages
  private readonly pictures: ChatPictures

  constructor(database: Database) {
    this.database = database
    this.marks = new MarkedMessages(database)
    this.pictures = new ChatPictures(database)
  }

  /** Stores a deletion whose messages are already marked. Looks up the picture if it is not given. */
  insertDeletion(deletion: MessageDeletion, picture: ChatPicture = this.pictureWithout(deletion)): void {
    const at = this.timeOf(deletion)
    deletionTable.insert(this.database, { ...deletion, at })
    if (picture !== undefined) this.pictures.setPicture(deletion.conversationId, picture)
  }

  /** Puts an unsettled deletion into effect. Returns the number of its messages. */
  settle(deletion: MessageDeletion, picture: ChatPicture): number {
    const { conversationId, id, leafAfter, leafBefore } = deletion
    this.database
      .prepare('UPDATE message_deletions SET at = ?, leaf_before = ?, leaf_after = ? WHERE id = ? AND at = ?')
      .run(this.timeOf(deletion), leafBefore, leafAfter, id, unsettled)
    if (picture !== undefined) this.pictures.setPicture(conversationId, picture)
    return this.marks.countMarked(id)
  }

  /**
   * Reverts a deletion: its messages are visible and in their positions. `unmark` must clear their marks. Returns the
   * number of messages.
   */
  unsettle({ conversationId, id }: MessageDeletion, { first }: DeletedRest, picture: ChatPicture): number {
    this.database.prepare('UPDATE message_deletions SET at = ? WHERE id = ?').run(unsettled, id)
    const displaced = this.database
      .prepare(`SELECT id FROM messages WHERE conversation_id = ? AND home_id IS NOT NULL AND ${visible}`)
      .all(conversationId)
    // the first ones may return before the message that they are attached to
    for (const message of [...first, ...displaced.map((row) => String(row.id))]) this.place(message)
    if (picture !== undefined) this.pictures.setPicture(conversationId, picture)
    return this.marks.countMarked(id)
  }

  /** Returns a deletion; null if it is unknown, unsettled or expired. */
  findDeletion(id: string): MessageDeletion | null {
    const row = this.database
      .prepare('SELECT * FROM message_deletions WHERE id = ? AND at NOT IN (?, ?)')
      .get(id, purging, unsettled)
    return row === undefined ? null : deletionTable.readRow(row)
  }

  /** Returns the newest deletion in a conversation; null if there is none. */
  newestOf(conversationId: string): string | null {
    const row = this.database
      .prepare(
        `SELECT id FROM message_deletions WHERE conversation_id = ? AND at NOT IN (?, ?)
         ORDER BY at DESC, id DESC LIMIT 1`,
      )
      .get(conversationId, purging, unsettled)
    return typeof row?.id === 'string' ? row.id : null
  }

  /**
   * Returns a stamp that changes whenever the effective deletions in a conversation change; empty if there are none.
   */
  stampOf(conversationId: string): string {
    const row = this.database
      .prepare(
        "SELECT count(*) || ' ' || max(at) AS stamp FROM message_deletions WHERE conversation_id = ? AND at <> ?",
      )
      .get(conversationId, unsettled)
    return typeof row?.stamp === 'string' ? row.stamp : ''
  }

  /** Deletes a single message: its replies attach to the message before it. */
  deleteOne(deletionId: string, id: string): void {
    const replies = this.database.prepare(`SELECT id, home_id FROM messages WHERE parent_id = ? AND ${visible}`).all(id)
    const parentId = this.parentOf(id)
    const hang = this.database.prepare('UPDATE messages SET parent_id = ?, home_id = ? WHERE id = ?')
    for (const reply of replies) {
      const home = typeof reply.home_id === 'string' ? reply.home_id : id
      hang.run(parentId, home === parentId ? null : home, String(reply.id))
    }
    this.database.prepare('UPDATE messages SET deletion_id = ? WHERE id = ?').run(deletionId, id)
  }

  /** Marks a message and everything after it, in all branches, without steps. Returns the number of messages. */
  deleteRest(deletionId: string, id: string): number {
    atOnce(this.marks.mark(deletionId, id))
    return this.marks.countMarked(deletionId)
  }

  /** Restores the messages of a deletion to their positions, without steps. Returns their number. */
  restoreDeletion(deletion: MessageDeletion): number {
    const { conversationId, id } = deletion
    const rest = atOnce(this.marks.rest(id))
    const isShown = ({ deletionId, isVisible }: PicturedMessage): boolean => isVisible || deletionId === id
    const picture = rest.hasPictures ? atOnce(this.pictures.first(conversationId, isShown)) : undefined
    const count = this.unsettle(deletion, rest, picture)
    atOnce(this.marks.unmark(id))
    return count
  }

  /** Returns the number of deleted messages in undeleted conversations. */
  countDeletions(): number {
    const row = this.database
      .prepare(
        `SELECT sum((SELECT count(*) FROM messages WHERE deletion_id = message_deletions.id)) AS n
         FROM message_deletions JOIN conversations ON conversations.id = conversation_id
         WHERE at <> ? AND deleted_at IS NULL`,
      )
      .get(unsettled)
    return Number(row?.n ?? 0)
  }

  /** Returns the time of the oldest deletion, ms since 1970; null if there is none. */
  oldest(): number | null {
    const row = this.database
      .prepare('SELECT min(at) AS first FROM message_deletions WHERE at > ? AND at < ?')
      .get(purging, unsettled)
    return typeof row?.first === 'number' ? row.first : null
  }

  /** Marks the deletions at or before `before` (ms since 1970) for `purgeNext`. They can no longer be undone. */
  expire(before: number): void {
    this.database
      .prepare('UPDATE message_deletions SET at = ? WHERE at <= ? AND at NOT IN (?, ?)')
      .run(purging, before, purging, unsettled)
  }

  /**
   * Removes up to `limit` messages of an expired deletion, and the deletion when none are left. Returns the ids of
   * their pictures and files; null if nothing is expired. One transaction.
   */
  purgeNext(limit: number): readonly string[] | null {
    return this.database.transaction(() => {
      const found = this.database.prepare('SELECT id FROM message_deletions WHERE at = ? LIMIT 1').get(purging)
      if (found === undefined) return null
      // last first: then most messages are removed after their replies
      const messages = this.database
        .prepare('SELECT id FROM messages WHERE deletion_id = ? ORDER BY created_at DESC, id DESC LIMIT ?')
        .all(String(found.id), limit)
        .map(({ id }) => String(id))
      const media = mediaOf(this.database, messages)
      for (const id of messages) this.removeDeletion(id)
      if (messages.length < limit)
        this.database.prepare('DELETE FROM message_deletions WHERE id = ?').run(String(found.id))
      return media
    })
  }

  /** Removes the messages deleted at or before `before`, without steps. Returns the ids of their pictures and files. */
  purgeDeletions(before: number): readonly string[] {
    this.expire(before)
    const media: string[] = []
    for (let step = this.purgeNext(purgedAtOnce); step !== null; step = this.purgeNext(purgedAtOnce))
      media.push(...step)
    return [...new Set(media)]
  }

  /** Removes a deleted message. Messages attached to it, including deleted ones, move to its own parent. */
  private removeDeletion(id: string): void {
    const home = this.homeOf(id)
    this.database.prepare('UPDATE messages SET home_id = nullif(?, parent_id) WHERE home_id = ?').run(home, id)
    this.database.prepare('UPDATE messages SET parent_id = ? WHERE parent_id = ?').run(home, id)
    this.database.prepare('DELETE FROM messages WHERE id = ?').run(id)
  }

  /** Attaches a message to the nearest undeleted message before it. */
  private place(id: string): void {
    const row = this.database.prepare('SELECT parent_id, home_id FROM messages WHERE id = ?').get(id)
    const before = typeof row?.parent_id === 'string' ? row.parent_id : null
    const home = typeof row?.home_id === 'string' ? row.home_id : before
    const parentId = this.nearest(home, id)
    const displaced = home === parentId ? null : home
    if (parentId !== before || displaced !== (row?.home_id ?? null))
      this.database.prepare('UPDATE messages SET parent_id = ?, home_id = ? WHERE id = ?').run(parentId, displaced, id)
  }

  /** Returns the time of a deletion, later than those of the conversation's earlier ones. */
  private timeOf({ at, conversationId }: MessageDeletion): number {
    const owner = { column: 'conversation_id', id: conversationId }
    return timeInOrder(this.database, { table: 'message_deletions', time: 'at', owner }, at)
  }

  private pictureWithout({ conversationId, id }: MessageDeletion): ChatPicture {
    if (!atOnce(this.marks.rest(id)).hasPictures) return undefined
    return atOnce(this.pictures.first(conversationId, ({ deletionId, isVisible }) => isVisible && deletionId !== id))
  }

  private nearest(home: string | null, of: string): string | null {
    // the tree of a foreign database may contain a cycle
    const seen = new Set([of])
    let at = home
    while (at !== null && !seen.has(at)) {
      seen.add(at)
      const row = this.database.prepare(`SELECT ${visible} AS visible FROM messages WHERE id = ?`).get(at)
      if (row === undefined) return null
      if (row.visible === 1) return at
      at = this.homeOf(at)
    }
    return null
  }

  private homeOf(id: string): string | null {
    const row = this.database.prepare('SELECT coalesce(home_id, parent_id) AS home FROM messages WHERE id = ?').get(id)
    return typeof row?.home === 'string' ? row.home : null
  }

  private parentOf(id: string): string | null {
    const row = this.database.prepare('SELECT parent_id FROM messages WHERE id = ?').get(id)
    return typeof row?.parent_id === 'string' ? row.parent_id : null
  }
}
