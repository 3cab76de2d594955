import type { HistoryFilter, HistoryItem, HistoryKey } from '../../shared/history.ts'
import { historyKinds, historyStates, keysMax } from '../../shared/history-limits.ts'
import { type Database, numberOrNull, type Row } from './database.ts'
import { historyConditions, stateOfItem } from './history-conditions.ts'
import { copying } from './items-under-way.ts'
import { mediaFromRow } from './media-items.ts'
import { kindOf } from './search-index.ts'
import { parsed } from './stored-json.ts'
import { choice, deletion, flag, id, media, nullable, real, shortText, table, text, time } from './table.ts'

export const historyTable = table(
  'history_items',
  {
    kind: choice(historyKinds),
    itemId: id,
    title: shortText(),
    preview: shortText(),
    model: shortText(),
    connectionId: nullable(id),
    at: time,
    createdAt: time,
    pinned: flag,
    archivedAt: nullable(time),
    size: nullable(real),
    hasMedia: flag,
    pictureId: nullable(media(null)),
    state: choice(historyStates),
    deletedAt: deletion,
  },
  { choices: { model: 10_000 } },
)

export const tagTable = table(
  'history_tags',
  { kind: text(), itemId: id, tag: shortText() },
  { lists: { 'kind, item_id': 1000 }, choices: { tag: 10_000 } },
)

interface Facet {
  readonly value: string
  readonly count: number
}

const columns = `items.kind, items.item_id, items.title, items.preview, items.model, items.connection_id, items.at,
  items.created_at AS item_created_at, items.pinned, items.archived_at, items.size, items.deleted_at,
  ${stateOfItem} AS item_state,
  (SELECT json_group_array(tag) FROM history_tags
   WHERE history_tags.kind = items.kind AND history_tags.item_id = items.item_id) AS tags,
  media.id, media.mime, media.bytes, media.width, media.height`
const order = 'items.pinned DESC, items.at DESC, items.kind, items.item_id'

/** All items of the history, one row each. */
export class HistoryItems {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns a range of matching items, pinned first, then by last activity, and their total number. */
  itemPage(
    filter: HistoryFilter,
    offset: number,
    limit: number,
  ): { readonly items: readonly HistoryItem[]; readonly total: number } {
    const { where, values } = conditions(filter)
    // the index alone finds the keys; skipped rows are not read
    const items = this.database
      .prepare(
        `SELECT ${columns}
         FROM (SELECT kind, item_id FROM history_items AS items WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?) AS page
         JOIN history_items AS items ON items.kind = page.kind AND items.item_id = page.item_id
         LEFT JOIN media ON media.id = items.picture_id ORDER BY ${order}`,
      )
      .all(...values, limit, offset)
      .flatMap((row) => itemFromRow(row) ?? [])
    const total = this.database
      .prepare(`SELECT count(*) AS n FROM history_items AS items WHERE ${where}`)
      .get(...values)
    return { items, total: Number(total?.n ?? 0) }
  }

  /** Returns the keys of all matching items, in the same order. */
  keysOf(filter: HistoryFilter): readonly HistoryKey[] {
    const { where, values } = conditions(filter)
    return this.database
      .prepare(`SELECT kind, item_id FROM history_items AS items WHERE ${where} ORDER BY ${order} LIMIT ?`)
      .all(...values, keysMax)
      .map((row) => ({ kind: kindOf(row.kind), id: String(row.item_id) }))
  }

  /** Returns the months of the matching items that are not pinned, newest first, in local time. */
  monthsOf(
    filter: HistoryFilter,
  ): readonly { readonly year: number; readonly month: number; readonly count: number }[] {
    const { where, values } = conditions(filter)
    const before = this.database.prepare(
      `SELECT max(items.at) AS at FROM history_items AS items WHERE ${where} AND items.pinned = 0 AND items.at < ?`,
    )
    const within = this.database.prepare(
      `SELECT count(*) AS n FROM history_items AS items
       WHERE ${where} AND items.pinned = 0 AND items.at >= ? AND items.at < ?`,
    )
    const months: { readonly year: number; readonly month: number; readonly count: number }[] = []
    let until = monthStart(lastYear + 1, 0)
    for (;;) {
      const at = numberOrNull(before.get(...values, until)?.at)
      if (at === null || at < monthStart(0, 0)) return months
      const day = new Date(at)
      const [year, month] = [day.getFullYear(), day.getMonth()]
      const from = monthStart(year, month)
      const count = Number(within.get(...values, from, Math.min(until, monthStart(year, month + 1)))?.n ?? 0)
      months.push({ year, month: month + 1, count })
      until = from
    }
  }

  /** Returns an item, also from the bin; null for an unknown one. */
  findItem({ kind, id }: HistoryKey): HistoryItem | null {
    const row = this.database
      .prepare(
        `SELECT ${columns} FROM history_items AS items LEFT JOIN media ON media.id = items.picture_id
         WHERE items.kind = ? AND items.item_id = ?`,
      )
      .get(kind, id)
    return row ? itemFromRow(row) : null
  }

  /** Returns the filter values in use, most frequent first. */
  facets(): { readonly models: readonly Facet[]; readonly tags: readonly Facet[]; readonly kinds: readonly Facet[] } {
    const here = 'items.deleted_at IS NULL AND items.archived_at IS NULL'
    return {
      models: this.counted(
        `SELECT model AS value, count(*) AS n FROM history_items AS items WHERE ${here} GROUP BY model`,
      ),
      kinds: this.counted(
        `SELECT kind AS value, count(*) AS n FROM history_items AS items WHERE ${here} GROUP BY kind`,
      ),
      tags: this.counted('SELECT tag AS value, count(*) AS n FROM history_tags GROUP BY tag'),
    }
  }

  /** Returns the number of items in the bin. */
  inBin(): number {
    const row = this.database.prepare('SELECT count(*) AS n FROM history_items WHERE deleted_at < ?').get(copying)
    return Number(row?.n ?? 0)
  }

  /** Marks items as favourites, for kinds without their own column. */
  setPinned(keys: readonly HistoryKey[], pinned: boolean): void {
    this.onKeys('UPDATE history_items SET pinned = ? WHERE kind = ? AND item_id = ?', keys, pinned ? 1 : 0)
  }

  setArchived(keys: readonly HistoryKey[], at: number | null): void {
    this.onKeys('UPDATE history_items SET archived_at = ? WHERE kind = ? AND item_id = ?', keys, at)
  }

  /** Adds and removes tags; unknown items are skipped. Call it within a transaction. */
  tag(keys: readonly HistoryKey[], add: readonly string[], remove: readonly string[]): void {
    const put = this.database.prepare(
      `INSERT OR IGNORE INTO history_tags (kind, item_id, tag)
       SELECT kind, item_id, ? FROM history_items WHERE kind = ? AND item_id = ?`,
    )
    const drop = this.database.prepare('DELETE FROM history_tags WHERE tag = ? AND kind = ? AND item_id = ?')
    for (const { kind, id } of keys) {
      for (const tag of remove) drop.run(tag, kind, id)
      for (const tag of add) put.run(tag, kind, id)
    }
  }

  private onKeys(sql: string, keys: readonly HistoryKey[], value: number | null): void {
    const change = this.database.prepare(sql)
    for (const { kind, id } of keys) change.run(value, kind, id)
  }

  private counted(sql: string): readonly Facet[] {
    return this.database
      .prepare(`${sql} ORDER BY n DESC, value`)
      .all()
      .map(({ value, n }) => ({ value: String(value), count: Number(n) }))
  }
}

/** Latest year with months; years have four digits. */
const lastYear = 9999

/** Returns the beginning of a month in local time, in ms since 1970; 0 is January. */
function monthStart(year: number, month: number): number {
  const start = new Date(0)
  // the constructor reads years below 100 as those of the 20th century
  start.setFullYear(year, month, 1)
  return start.setHours(0, 0, 0, 0)
}

function conditions(filter: HistoryFilter) {
  const parts = historyConditions(filter)
  return { where: parts.map(({ sql }) => sql).join(' AND '), values: parts.flatMap(({ values }) => values) }
}

/**
 * Converts a row to an item; null for a kind or state that only a newer version knows. The table is STRICT, so that
 * types need no check.
 */
function itemFromRow(row: Row): HistoryItem | null {
  const kind = historyKinds.find((known) => known === row.kind)
  const state = historyStates.find((known) => known === row.item_state)
  if (kind === undefined || state === undefined) return null
  const tags = parsed(row.tags)
  return {
    key: { kind, id: String(row.item_id) },
    title: String(row.title),
    preview: String(row.preview),
    model: String(row.model),
    connectionId: typeof row.connection_id === 'string' ? row.connection_id : null,
    at: Number(row.at),
    createdAt: Number(row.item_created_at),
    pinned: row.pinned === 1,
    archived: row.archived_at !== null,
    tags: Array.isArray(tags) ? tags.map(String) : [],
    state,
    size: numberOrNull(row.size),
    picture: row.id === null ? null : mediaFromRow(row),
    deletedAt: numberOrNull(row.deleted_at),
  }
}
