import type { HistoryHit } from '../../shared/history.ts'
import type { HistoryKind } from '../../shared/history-limits.ts'
import { searchable } from '../../shared/history-query.ts'
import type { Database, Row } from './database.ts'
import { unsettled } from './items-under-way.ts'
import { gramsOf } from './search-grams.ts'
import { refoldedShare } from './search-refill.ts'
import { visible } from './visible-messages.ts'

/** Document ids reserved for each millisecond. */
export const idsPerMs = 1024

type Part = HistoryHit['part']

/** A searchable text. */
export interface SearchSource {
  readonly kind: HistoryKind
  readonly itemId: string
  readonly part: Part
  readonly partId: string
  readonly text: string
  /** When it was written or created, ms since 1970. */
  readonly at: number
}

interface Pending {
  readonly sequence: number
  readonly kind: HistoryKind
  readonly itemId: string
  readonly partId: string
}

/** SQL for the texts of an item or of one of its parts; returns no row if it is gone. */
const sources: Readonly<Record<HistoryKind, { readonly item: string; readonly part: string | null }>> = {
  chat: {
    item: `SELECT 'title' AS part, id AS part_id, title AS text, active_at AS at FROM conversations WHERE id = ?`,
    part: `SELECT 'message' AS part, id AS part_id, created_at AS at, text || coalesce(
             (SELECT group_concat(
                char(10) || name || ' ' || coalesce(edited_arguments, arguments) || char(10) || result, '')
              FROM tool_calls WHERE message_id = messages.id), '') AS text FROM messages
           WHERE conversation_id = ? AND id = ? AND state <> 'streaming' AND ${visible}`,
  },
  image: {
    item: `SELECT 'prompt' AS part, id AS part_id,
             CASE WHEN revised_prompt IS NULL THEN prompt ELSE prompt || char(10) || revised_prompt END AS text,
             created_at AS at FROM images WHERE id = ?`,
    part: null,
  },
  transcript: {
    item: `SELECT 'title' AS part, id AS part_id, title AS text, created_at AS at FROM transcripts WHERE id = ?`,
    part: `SELECT 'segment' AS part, transcript_segments.id AS part_id, text, created_at AS at
           FROM transcript_segments JOIN transcripts ON transcripts.id = transcript_id
           WHERE transcript_id = ? AND transcript_segments.id = ?`,
  },
  video: {
    item: `SELECT 'prompt' AS part, id AS part_id, json_extract(request, '$.prompt') AS text, created_at AS at
           FROM video_jobs WHERE id = ?`,
    part: null,
  },
}

/** SQL that finds a message whose deletion is unsettled. */
const isSettling = `SELECT 1 FROM messages
  WHERE id = ? AND deletion_id IN (SELECT id FROM message_deletions WHERE at = ${unsettled})`

const mergedTables = ['search_trigrams', 'search_grams'] as const
/** Pages merged in one transaction; about half a millisecond. */
const mergePages = 16

/** The search index. Only one thread writes it, in short steps. */
export class SearchIndex {
  private readonly database: Database
  private mergesHereOnly = false
  /** Tables that may still contain deleted text. */
  private erasing: readonly (typeof mergedTables)[number][] = []

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the number of changes not indexed yet. */
  pending(): number {
    return Number(this.database.prepare('SELECT count(*) AS n FROM search_pending').get()?.n ?? 0)
  }

  /** Returns the fraction of texts that are indexed and folded; 1 when all are. */
  indexed(): number {
    const left = this.pending()
    const taken = left === 0 ? 1 : this.size() / (this.size() + left)
    return Math.min(taken, refoldedShare(this.database))
  }

  /** Returns the number of indexed texts. */
  private size(): number {
    return Number(this.database.prepare('SELECT count(*) AS n FROM search_documents').get()?.n ?? 0)
  }

  /**
   * Rewrites the words of a document. The document itself stays, because its text is unchanged: derived data, such as
   * its vectors, stays valid.
   */
  foldAgain(id: number, text: string): void {
    this.forgetWords(id)
    this.addWords(id, searchable(text))
  }

  /**
   * Indexes up to `limit` changes, newest first, in one transaction. It ends soon after `budget` ms, because it blocks
   * other writers. Skips messages of an unsettled deletion until it is settled. Returns the number of changes.
   */
  advance(limit: number, budget: number, now: () => number): number {
    if (this.database.prepare('SELECT 1 FROM search_pending LIMIT 1').get() === undefined) return 0
    return this.database.transaction(() => {
      const end = now() + budget
      const pending = this.database
        .prepare('SELECT sequence, kind, item_id, part_id FROM search_pending ORDER BY sequence DESC LIMIT ?')
        .all(limit)
        .map(pendingFromRow)
      const done = this.database.prepare('DELETE FROM search_pending WHERE sequence = ?')
      const waits = this.database.prepare(isSettling)
      let taken = 0
      for (const change of pending) {
        if (waits.get(change.partId) !== undefined) continue
        this.indexPending(change)
        done.run(change.sequence)
        taken += 1
        if (now() >= end) break
      }
      return taken
    })
  }

  /**
   * Merges new index segments, a few pages per transaction, for about `budget` ms. FTS5's own merge would occasionally
   * block writers for half a second. Returns whether more is left.
   */
  merge(budget: number, now: () => number): boolean {
    this.mergeHereOnly()
    const end = now() + budget
    for (const table of mergedTables) {
      const merge = this.database.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`)
      for (;;) {
        if (now() >= end) return true
        const before = this.database.changes()
        merge.run(mergePages)
        // FTS5's sign that there was nothing to merge: https://sqlite.org/fts5.html#the_merge_command
        if (this.database.changes() - before < 2) break
      }
    }
    return false
  }

  /** Starts erasing deleted text; later calls of `erase` do the work. */
  beginErasing(): void {
    this.erasing = [...mergedTables]
    for (const table of mergedTables)
      this.database.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(-mergePages)
  }

  /**
   * Rewrites the index without deleted words, which FTS5 keeps, a few pages per transaction, for about `budget` ms.
   * Returns whether more is left. https://sqlite.org/fts5.html#the_merge_command
   */
  erase(budget: number, now: () => number): boolean {
    const end = now() + budget
    for (let table = this.erasing[0]; table !== undefined; table = this.erasing[0]) {
      const merge = this.database.prepare(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`)
      for (let isDone = false; !isDone; ) {
        if (now() >= end) return true
        const before = this.database.changes()
        merge.run(mergePages)
        isDone = this.database.changes() - before < 2
      }
      this.erasing = this.erasing.slice(1)
    }
    return false
  }

  /** Configures the tables to merge only on `merge`; they persist this setting. */
  private mergeHereOnly(): void {
    if (this.mergesHereOnly) return
    this.mergesHereOnly = true
    for (const table of mergedTables) {
      const set = this.database.prepare(`SELECT v FROM ${table}_config WHERE k = 'automerge'`).get()
      if (set?.v === 0) continue
      // the limit on parts is far above any real number; reaching it triggers an immediate merge
      this.database.transaction(() =>
        this.database.execute(
          `INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0);
           INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 1000);`,
        ),
      )
    }
  }

  /** Returns the current text of a part; null if it is gone. */
  source(kind: HistoryKind, itemId: string, part: Part, partId: string): SearchSource | null {
    const whole = part === 'title' || part === 'prompt'
    const row = whole ? this.rowOf(kind, itemId, '') : this.rowOf(kind, itemId, partId)
    return row && sourceFromRow(kind, itemId, row)
  }

  private indexPending({ kind, itemId, partId }: Pending): void {
    const row = this.rowOf(kind, itemId, partId)
    const parts: readonly Part[] = partId === '' ? ['title', 'prompt'] : ['message', 'segment']
    const known = this.database
      .prepare(
        `SELECT id FROM search_documents
         WHERE kind = ? AND item_id = ? AND part IN (?, ?) AND part_id = ?`,
      )
      .get(kind, itemId, parts[0] ?? '', parts[1] ?? '', partId === '' ? itemId : partId)
    if (typeof known?.id === 'number') this.forgetDocument(known.id)
    if (row !== null)
      this.indexSource(sourceFromRow(kind, itemId, row), typeof known?.id === 'number' ? known.id : null)
  }

  private rowOf(kind: HistoryKind, itemId: string, partId: string): Row | null {
    const { item, part } = sources[kind]
    if (partId === '') return this.database.prepare(item).get(itemId) ?? null
    return part === null ? null : (this.database.prepare(part).get(itemId, partId) ?? null)
  }

  private indexSource(source: SearchSource, known: number | null): void {
    const text = searchable(source.text)
    if (text === '') return
    const id = known ?? this.freeId(source.at)
    this.database
      .prepare('INSERT INTO search_documents (id, kind, item_id, part, part_id) VALUES (?, ?, ?, ?, ?)')
      .run(id, source.kind, source.itemId, source.part, source.partId)
    this.addWords(id, text)
  }

  private addWords(id: number, text: string): void {
    this.database.prepare('INSERT INTO search_trigrams (rowid, text) VALUES (?, ?)').run(id, text)
    this.database.prepare('INSERT INTO search_grams (rowid, grams) VALUES (?, ?)').run(id, gramsOf(text))
  }

  private forgetDocument(id: number): void {
    this.database.prepare('DELETE FROM search_documents WHERE id = ?').run(id)
    this.forgetWords(id)
  }

  private forgetWords(id: number): void {
    this.database.prepare('DELETE FROM search_trigrams WHERE rowid = ?').run(id)
    this.database.prepare('DELETE FROM search_grams WHERE rowid = ?').run(id)
  }

  /** Returns the next free id for a time; later texts have greater ids. */
  private freeId(at: number): number {
    const first = Math.max(0, Math.floor(at)) * idsPerMs
    const row = this.database
      .prepare(
        `SELECT id FROM search_documents AS one WHERE id >= ?
           AND NOT EXISTS (SELECT 1 FROM search_documents WHERE id = one.id + 1) ORDER BY id LIMIT 1`,
      )
      .get(first)
    const taken = this.database.prepare('SELECT 1 FROM search_documents WHERE id = ?').get(first) !== undefined
    return taken && typeof row?.id === 'number' ? row.id + 1 : first
  }
}

function pendingFromRow(row: Row): Pending {
  return {
    sequence: Number(row.sequence),
    kind: kindOf(row.kind),
    itemId: String(row.item_id),
    partId: String(row.part_id),
  }
}

export function kindOf(value: unknown): HistoryKind {
  if (value === 'chat' || value === 'image' || value === 'transcript' || value === 'video') return value
  throw new Error(`no kind of the history: ${String(value)}`)
}

export function searchPartOf(value: unknown): Part {
  if (value === 'title' || value === 'message' || value === 'prompt' || value === 'segment') return value
  throw new Error(`no part of an item: ${String(value)}`)
}

function sourceFromRow(kind: HistoryKind, itemId: string, row: Row): SearchSource {
  return {
    kind,
    itemId,
    part: searchPartOf(row.part),
    partId: String(row.part_id),
    text: String(row.text),
    at: Number(row.at),
  }
}
