import type { HistoryFilter } from '../../shared/history.ts'
import type { HistoryState } from '../../shared/history-limits.ts'
import type { SqlValue } from './database.ts'
import { copying } from './items-under-way.ts'

/** A condition on rows of `history_items AS items`. */
export interface Condition {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/**
 * SQL expression for an item's HistoryState. A chat's state is that of its last answer; an incomplete transcript's is
 * that of its recording. It reads their own tables, because a copy could become outdated.
 */
export const stateOfItem = `CASE items.kind
  WHEN 'chat' THEN coalesce((SELECT CASE messages.state WHEN 'streaming' THEN 'running' WHEN 'done' THEN 'done' ELSE 'troubled' END
    FROM conversations JOIN messages ON messages.id = conversations.leaf_id WHERE conversations.id = items.item_id), 'done')
  WHEN 'transcript' THEN iif(items.state = 'running' AND NOT EXISTS (SELECT 1 FROM transcripts
    JOIN transcription_jobs ON transcription_jobs.id = transcripts.job_id
    WHERE transcripts.id = items.item_id AND transcription_jobs.ended_at IS NULL), 'troubled', items.state)
  ELSE items.state END`

/** Returns the SQL conditions of a filter. */
export function historyConditions(filter: HistoryFilter): readonly Condition[] {
  return [
    inPlace(filter.place),
    ...oneOf('items.kind', filter.kinds),
    ...oneOf('items.model', filter.models),
    ...oneOf('items.connection_id', filter.connectionIds),
    ...(filter.tags.length === 0
      ? []
      : [
          {
            sql: `EXISTS (SELECT 1 FROM history_tags WHERE history_tags.kind = items.kind
                    AND history_tags.item_id = items.item_id AND tag IN (SELECT value FROM json_each(?)))`,
            values: [JSON.stringify(filter.tags)],
          },
        ]),
    ...inStates(filter.states),
    ...(filter.from === null ? [] : [{ sql: 'items.at >= ?', values: [filter.from] }]),
    ...(filter.to === null ? [] : [{ sql: 'items.at < ?', values: [filter.to] }]),
    ...(filter.pinned ? [{ sql: 'items.pinned = 1', values: [] }] : []),
    ...(filter.withMedia ? [{ sql: 'items.has_media = 1', values: [] }] : []),
  ]
}

/** Returns a condition for items in one of these states; an empty list matches all. */
export function inStates(states: readonly HistoryState[]): readonly Condition[] {
  return oneOf(`(${stateOfItem})`, states)
}

function inPlace(place: HistoryFilter['place']): Condition {
  // items of a running import or copy are hidden too, but not in the bin
  if (place === 'bin') return { sql: 'items.deleted_at < ?', values: [copying] }
  if (place === 'kept') return { sql: 'items.deleted_at IS NULL', values: [] }
  const archived = place === 'archive' ? 'IS NOT NULL' : 'IS NULL'
  return { sql: `items.deleted_at IS NULL AND items.archived_at ${archived}`, values: [] }
}

function oneOf(column: string, values: readonly string[]): readonly Condition[] {
  if (values.length === 0) return []
  return [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }]
}
