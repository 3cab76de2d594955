import type { Database } from './database.ts'
import { visible } from './visible-messages.ts'

/** Marks everything for indexing; the index must be empty. Call it within a transaction. */
export function refillPending(database: Database): void {
  database.execute(`
    DELETE FROM search_pending;
    INSERT INTO search_pending (kind, item_id, part_id) SELECT 'chat', id, '' FROM conversations;
    INSERT OR IGNORE INTO search_pending (kind, item_id, part_id)
      SELECT 'chat', conversation_id, id FROM messages
      WHERE ${visible} AND (text <> '' OR EXISTS (SELECT 1 FROM tool_calls WHERE message_id = messages.id));
    INSERT INTO search_pending (kind, item_id, part_id) SELECT 'image', id, '' FROM images;
    INSERT INTO search_pending (kind, item_id, part_id) SELECT 'transcript', id, '' FROM transcripts;
    INSERT OR IGNORE INTO search_pending (kind, item_id, part_id)
      SELECT 'transcript', transcript_id, id FROM transcript_segments;
    INSERT INTO search_pending (kind, item_id, part_id) SELECT 'video', id, '' FROM video_jobs;
  `)
}

/** Greater than every row id. */
const top = Number.MAX_SAFE_INTEGER

/** A column of searchable texts, with the SQL of its source text. */
export interface FoldedColumn {
  readonly table: 'images' | 'video_jobs' | 'transcripts' | 'transcript_segments'
  readonly text: string
  readonly folded: string
}

export const foldedColumns: readonly FoldedColumn[] = [
  { table: 'images', text: 'prompt', folded: 'prompt_folded' },
  { table: 'video_jobs', text: "json_extract(request, '$.prompt')", folded: 'prompt_folded' },
  { table: 'transcripts', text: 'title', folded: 'title_folded' },
  { table: 'transcript_segments', text: 'text', folded: 'text_folded' },
]

/** Marks all folded columns for refolding, without the search index. Call it within a transaction. */
export function beginRefolding(database: Database): void {
  const begin = database.prepare('INSERT OR REPLACE INTO search_refolding (what, below) VALUES (?, ?)')
  for (const { table } of foldedColumns) begin.run(table, top)
}

/** Returns the fraction of the search index that is folded like current searches, by time. */
export function refoldedShare(database: Database): number {
  const below = database.prepare("SELECT below FROM search_refolding WHERE what = 'search_documents'").get()?.below
  if (below === undefined) return 1
  const { first, last } = database.prepare('SELECT min(id) AS first, max(id) AS last FROM search_documents').get() ?? {
    first: null,
    last: null,
  }
  if (first === null || last === null || Number(below) <= Number(first)) return 1
  const rest = (Math.min(Number(below), Number(last)) - Number(first)) / Math.max(1, Number(last) - Number(first))
  return Math.min(0.99, 1 - rest)
}
