import type { HistoryHit } from '../../shared/history.ts'
import type { HistoryKind } from '../../shared/history-limits.ts'
import type { Database } from './database.ts'
import { kindOf, searchPartOf } from './search-index.ts'
import { visible } from './visible-messages.ts'

/** A text of the history that can get a vector. */
export interface MeaningText {
  readonly kind: HistoryKind
  readonly itemId: string
  readonly part: HistoryHit['part']
  readonly partId: string
  readonly text: string
  /** ms since 1970. */
  readonly at: number
  /** True if its item is in the bin. */
  readonly isBinned: boolean
}

/**
 * SQL for the text of a document, by the ids of its item and its part: the words of the user and the model. Tool calls
 * and their results are left out, because they may hold data that another connection must not see.
 */
const sources: Readonly<Record<HistoryHit['part'], Readonly<Partial<Record<HistoryKind, string>>>>> = {
  title: {
    chat: 'SELECT title AS text, active_at AS at FROM conversations WHERE id = ? AND id = ?',
    transcript: 'SELECT title AS text, created_at AS at FROM transcripts WHERE id = ? AND id = ?',
  },
  message: {
    chat: `SELECT text, created_at AS at FROM messages
           WHERE conversation_id = ? AND id = ? AND state <> 'streaming' AND ${visible}`,
  },
  prompt: {
    image: 'SELECT prompt AS text, created_at AS at FROM images WHERE id = ? AND id = ?',
    video: `SELECT json_extract(request, '$.prompt') AS text, created_at AS at FROM video_jobs
            WHERE id = ? AND id = ?`,
  },
  segment: {
    transcript: `SELECT text, created_at AS at FROM transcript_segments JOIN transcripts ON transcripts.id = transcript_id
                 WHERE transcript_id = ? AND transcript_segments.id = ?`,
  },
}

/** Rows of one transaction. */
const step = 1_000

/** Changes of the history that semantic search has not processed yet, and the changed texts. */
export class MeaningChanges {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the stamp of the vector file that follows the history; null for none. */
  stamp(): string | null {
    const row = this.database.prepare('SELECT stamp FROM search_meaning').get()
    return typeof row?.stamp === 'string' ? row.stamp : null
  }

  /**
   * Starts following for a vector file; every document counts as changed. Uses short transactions, because others write
   * meanwhile. Writes the stamp last, so that a killed start begins again.
   */
  follow(stamp: string): void {
    const { database } = this
    const put = database.prepare('INSERT OR REPLACE INTO search_meaning (only, stamp) VALUES (1, ?)')
    put.run('')
    const add = database.prepare(
      `INSERT OR IGNORE INTO search_meaning_pending (document_id)
       SELECT id FROM search_documents WHERE id > ? ORDER BY id LIMIT ?`,
    )
    const last = database.prepare(
      'SELECT max(id) AS id FROM (SELECT id FROM search_documents WHERE id > ? ORDER BY id LIMIT ?)',
    )
    for (let from = -1; ; ) {
      const end = last.get(from, step)?.id
      if (typeof end !== 'number') break
      database.transaction(() => add.run(from, step))
      from = end
    }
    put.run(stamp)
  }

  /** Stops following the history. */
  unfollow(): void {
    const { database } = this
    database.prepare('DELETE FROM search_meaning').run()
    const drop = database.prepare(
      'DELETE FROM search_meaning_pending WHERE document_id IN (SELECT document_id FROM search_meaning_pending LIMIT ?)',
    )
    while (database.transaction(() => drop.run(step)) > 0);
  }

  /** Returns the ids of changed documents, newest first. */
  pending(limit: number): readonly number[] {
    return this.database
      .prepare('SELECT document_id FROM search_meaning_pending ORDER BY document_id DESC LIMIT ?')
      .all(limit)
      .map((row) => Number(row.document_id))
  }

  countChanges(): number {
    return Number(this.database.prepare('SELECT count(*) AS n FROM search_meaning_pending').get()?.n ?? 0)
  }

  /** Returns the number of changes that the word index has not processed yet. */
  unindexed(): number {
    return Number(this.database.prepare('SELECT count(*) AS n FROM search_pending').get()?.n ?? 0)
  }

  markProcessed(ids: readonly number[]): void {
    this.database.transaction(() => {
      const forget = this.database.prepare('DELETE FROM search_meaning_pending WHERE document_id = ?')
      for (const id of ids) forget.run(id)
    })
  }

  /** Returns the ids of all documents. */
  documentIds(): readonly number[] {
    return this.database
      .prepare('SELECT id FROM search_documents')
      .all()
      .map((row) => Number(row.id))
  }

  /** Returns the current text of a document; null if it is gone, empty, or still being written. */
  currentText(documentId: number): MeaningText | null {
    const row = this.database
      .prepare(
        `SELECT documents.kind, documents.item_id, part, part_id, deleted_at IS NOT NULL AS binned
         FROM search_documents AS documents LEFT JOIN history_items AS items
           ON items.kind = documents.kind AND items.item_id = documents.item_id WHERE documents.id = ?`,
      )
      .get(documentId)
    if (row === undefined) return null
    const [kind, part] = [kindOf(row.kind), searchPartOf(row.part)]
    const [itemId, partId] = [String(row.item_id), String(row.part_id)]
    const source = sources[part][kind]
    const found = source === undefined ? undefined : this.database.prepare(source).get(itemId, partId)
    if (typeof found?.text !== 'string') return null
    return { kind, itemId, part, partId, text: found.text, at: Number(found.at), isBinned: row.binned === 1 }
  }
}
