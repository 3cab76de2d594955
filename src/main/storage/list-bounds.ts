import { fail } from '../../shared/errors.ts'
import type { Database } from './database.ts'
import type { ListBounds } from './table.ts'
import { tables } from './tables.ts'

type Bound = readonly [table: string, of: string, max: number]

const undefinedLists: readonly Bound[] = [
  ['messages', 'conversation_id', 200_000],
  ['messages', 'conversation_id, parent_id', 10_000],
  ['message_attachments', 'message_id', 1000],
  ['image_pieces', 'job_id', 2000],
  ['image_collection_items', 'image_id', 10_000],
  ['image_collections', 'NULL', 10_000],
  ['transcription_pieces', 'job_id', 20_000],
  ['transcript_segments', 'transcript_id', 1_000_000],
  ['transcript_notes', 'transcript_id', 1000],
  ['transcript_note_parts', 'note_id', 100_000],
  ['kept_answers', 'kind, owner_id', 1000],
  ['history_tags', 'kind, item_id', 1000],
  ['answer_rounds', 'message_id', 10_000],
  ['tool_calls', 'message_id', 20_000],
  ['mcp_servers', 'NULL', 500],
  ['tool_call_media', 'call_id', 1000],
  ['knowledge_collections', 'NULL', 10_000],
  ['knowledge_sources', 'NULL', 200_000],
  ['message_passages', 'message_id', 1000],
  ['prices', 'NULL', 2000],
  ['message_files', 'message_id', 1000],
  ['prompts', 'NULL', 1000],
  ['assistants', 'NULL', 300],
  ['chat_folders', 'NULL', 500],
  ['message_deletions', 'conversation_id', 200_000],
]
const undefinedChoices: readonly Bound[] = [
  ['history_tags', 'tag', 10_000],
  ['history_items', 'model', 10_000],
  ['images', "model || ' ' || coalesce(width, '') || 'x' || coalesce(height, '')", 50_000],
]
const boundsIn = (kind: keyof ListBounds, others: readonly Bound[]): readonly Bound[] => [
  ...others.filter(([table]) => !tables.has(table)),
  ...[...tables.values()].flatMap(({ bounds, name }) =>
    Object.entries(bounds[kind] ?? {}).map(([of, max]): Bound => [name, of, max]),
  ),
]
/** Tables that main reads as one list. A number far beyond any real one is treated as an attempt to exhaust memory. */
const lists = boundsIn('lists', undefinedLists)
/** Columns whose values are offered as choices. */
const choices = boundsIn('choices', undefinedChoices)
/** Most failed jobs on the list; they stay there until dismissed. */
const listedMax = 1000

/** Throws an AppFailure `backup_damaged` when a list would exhaust memory. */
export function refuseEndlessLists(database: Database): void {
  for (const [table, of, max] of lists) {
    const found = database.prepare(`SELECT 1 FROM ${table} GROUP BY ${of} HAVING count(*) > ${max} LIMIT 1`).get()
    if (found !== undefined) fail('backup_damaged', `over ${max} ${table} in one list`)
  }
  for (const [table, column, max] of choices) {
    const found = database
      .prepare(`SELECT count(*) AS n FROM (SELECT DISTINCT ${column} FROM ${table} LIMIT ${max + 1})`)
      .get()
    if (Number(found?.n) > max) fail('backup_damaged', `over ${max} values to choose from in ${table}`)
  }
}

/** Dismisses ended jobs except the newest; they stay in the database. `now` is in ms since 1970. */
export function shortenJobLists(database: Database, now: number): void {
  for (const table of ['image_jobs', 'transcription_jobs'])
    database
      .prepare(
        `UPDATE ${table} SET dismissed_at = ? WHERE dismissed_at IS NULL AND (status <> 'done' OR error IS NOT NULL)
         AND rowid NOT IN (SELECT rowid FROM ${table} WHERE dismissed_at IS NULL AND (status <> 'done' OR error IS NOT NULL)
           ORDER BY created_at DESC LIMIT ?)`,
      )
      .run(now, listedMax)
}
