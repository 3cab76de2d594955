import type { Database } from './database.ts'
import type { Steps } from './steps.ts'
import { visible } from './visible-messages.ts'

/** Messages examined in one step. */
const stepRows = 500

/** A message with pictures or files. */
export interface PicturedMessage {
  readonly id: string
  readonly isVisible: boolean
  readonly deletionId: string | null
}

/** The picture that represents a chat in the history: the first of its visible messages. */
export class ChatPictures {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Finds the first picture among the messages of a chat for which `isShown` is true; null without any. */
  *first(conversationId: string, isShown: (message: PicturedMessage) => boolean): Steps<string | null> {
    const next = this.database.prepare(
      `SELECT id, created_at FROM messages WHERE conversation_id = ? AND (created_at, id) > (?, ?)
       ORDER BY created_at, id LIMIT ?`,
    )
    for (let at: readonly [createdAt: number, id: string] = [Number.MIN_SAFE_INTEGER, '']; ; ) {
      const step = next.all(conversationId, ...at, stepRows)
      const found = this.pictured(step.map((row) => String(row.id))).find(isShown)
      if (found !== undefined) return found.mediaId
      const last = step.at(-1)
      if (last === undefined) return null
      at = [Number(last.created_at), String(last.id)]
      yield
    }
  }

  /** Sets the picture of a chat in the history; null for none. Call it within a transaction. */
  setPicture(conversationId: string, mediaId: string | null): void {
    this.database
      .prepare(`UPDATE history_items SET picture_id = ?, has_media = ? WHERE kind = 'chat' AND item_id = ?`)
      .run(mediaId, mediaId === null ? 0 : 1, conversationId)
  }

  private pictured(ids: readonly string[]): readonly (PicturedMessage & { readonly mediaId: string })[] {
    return this.database
      .prepare(
        `SELECT messages.id, deletion_id, media_id, ${visible} AS visible FROM json_each(?)
         CROSS JOIN message_attachments ON message_id = value CROSS JOIN messages ON messages.id = message_id
         ORDER BY key, position`,
      )
      .all(JSON.stringify(ids))
      .map((row) => ({
        id: String(row.id),
        isVisible: row.visible === 1,
        deletionId: row.deletion_id === null ? null : String(row.deletion_id),
        mediaId: String(row.media_id),
      }))
  }
}
