import type { HistoryFilter, HistoryKey } from '../../shared/history.ts'
import type { HistoryKind } from '../../shared/history-limits.ts'
import type { HistoryQuery } from '../../shared/history-query.ts'
import type { Database, Row, SqlValue } from './database.ts'
import { type Condition, historyConditions, inStates } from './history-conditions.ts'
import { gramOf } from './search-grams.ts'
import { idsPerMs, kindOf, searchPartOf } from './search-index.ts'

/** A document that matches a search. */
export interface FoundDocument {
  /** Id of the document; newer documents have greater ids. */
  readonly id: number
  readonly kind: HistoryKind
  readonly itemId: string
  readonly part: ReturnType<typeof searchPartOf>
  readonly partId: string
}

/** Finds documents by text: every word may occur anywhere, as in a plain scan of all texts. */
export class SearchQuery {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns matches, newest first, before the id `next` (null: from the newest on). */
  findDocuments(
    query: HistoryQuery,
    filter: HistoryFilter,
    next: number | null,
    limit: number,
  ): readonly FoundDocument[] {
    const { from, where, values, order } = search(query, historyConditions(filter))
    const before = next === null ? { sql: '', values: [] } : { sql: ` AND ${order} < ?`, values: [next] }
    return this.database
      .prepare(
        `SELECT documents.id, documents.kind, documents.item_id, documents.part, documents.part_id
         FROM ${from} WHERE ${where}${before.sql} ORDER BY ${order} DESC LIMIT ?`,
      )
      .all(...values, ...before.values, limit)
      .map(documentFromRow)
  }

  /** Returns the documents of a list that match the query apart from its words. */
  among(ids: readonly number[], query: HistoryQuery, filter: HistoryFilter): readonly FoundDocument[] {
    const { from, where, values } = search({ ...query, words: [] }, [
      ...historyConditions(filter),
      { sql: 'documents.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(ids)] },
    ])
    return this.database
      .prepare(
        `SELECT documents.id, documents.kind, documents.item_id, documents.part, documents.part_id
         FROM ${from} WHERE ${where}`,
      )
      .all(...values)
      .map(documentFromRow)
  }

  /** Returns the number of matches, counted up to `most`: exact counts of common words are slow and useless. */
  countDocuments(query: HistoryQuery, filter: HistoryFilter, most: number): number {
    const { from, where, values } = search(query, historyConditions(filter))
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ?)`
    return Number(this.database.prepare(sql).get(...values, most)?.n ?? 0)
  }

  /** Returns items with a match, sorted by their newest matching document. */
  items(query: HistoryQuery, filter: HistoryFilter, limit: number): readonly HistoryKey[] {
    const { from, where, values, order } = search(query, historyConditions(filter))
    return this.database
      .prepare(
        `SELECT documents.kind, documents.item_id FROM ${from} WHERE ${where}
         GROUP BY documents.kind, documents.item_id ORDER BY max(${order}) DESC LIMIT ?`,
      )
      .all(...values, limit)
      .map((row) => ({ kind: kindOf(row.kind), id: String(row.item_id) }))
  }

  /** Returns the matching messages or segments of one item, in spoken order. */
  partsOf({ kind, id }: HistoryKey, query: HistoryQuery, limit: number): readonly string[] {
    const { from, where, values } = search(query, [
      { sql: 'documents.kind = ?', values: [kind] },
      { sql: 'documents.item_id = ?', values: [id] },
      { sql: "documents.part IN ('message', 'segment')", values: [] },
    ])
    const order =
      kind === 'transcript'
        ? `(SELECT place FROM transcript_segments
           WHERE transcript_id = documents.item_id AND transcript_segments.id = documents.part_id)`
        : '(SELECT created_at FROM messages WHERE messages.id = documents.part_id)'
    return this.database
      .prepare(`SELECT documents.part_id FROM ${from} WHERE ${where} ORDER BY ${order}, documents.part_id LIMIT ?`)
      .all(...values, limit)
      .map((row) => String(row.part_id))
  }
}

function documentFromRow(row: Row): FoundDocument {
  return {
    id: Number(row.id),
    kind: kindOf(row.kind),
    itemId: String(row.item_id),
    part: searchPartOf(row.part),
    partId: String(row.part_id),
  }
}

function search(
  query: HistoryQuery,
  within: readonly Condition[],
): { readonly from: string; readonly where: string; readonly values: readonly SqlValue[]; readonly order: string } {
  const [long, short] = [query.words.filter(isLong), query.words.filter((word) => !isLong(word))]
  const first = long.length > 0 ? 'search_trigrams' : short.length > 0 ? 'search_grams' : undefined
  const inGrams = short.map((word) => anyForm(word, query, gramOf)).join(' AND ')
  const conditions: readonly Condition[] = [
    ...(long.length > 0
      ? [{ sql: 'search_trigrams MATCH ?', values: [long.map((word) => anyForm(word, query)).join(' AND ')] }]
      : []),
    // Looked up once as a list. A join of the two indexes would search the second for every row of the first, and so
    // would a list that SQLite merges into the first; the plus prevents that.
    ...(short.length === 0
      ? []
      : long.length === 0
        ? [{ sql: 'search_grams MATCH ?', values: [inGrams] }]
        : [
            {
              sql: '+search_trigrams.rowid IN (SELECT rowid FROM search_grams WHERE search_grams MATCH ?)',
              values: [inGrams],
            },
          ]),
    ...query.without.map((word) => absent(word, query)),
    ...aboutDocument(query),
    ...narrowed(query),
    ...within,
  ]
  const joined = first === undefined ? '' : ` JOIN search_documents AS documents ON documents.id = ${first}.rowid`
  return {
    from: `${first === undefined ? 'search_documents AS documents' : first + joined}
      JOIN history_items AS items ON items.kind = documents.kind AND items.item_id = documents.item_id`,
    where: conditions.length === 0 ? '1' : conditions.map(({ sql }) => sql).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
    order: first === undefined ? 'documents.id' : `${first}.rowid`,
  }
}

/**
 * Returns true if a word has at least three characters and is found by trigrams; shorter words are looked up directly.
 */
function isLong(word: string): boolean {
  return [...word].length >= 3
}

/** Quotes a string for FTS5; inside quotes only the quote itself is special. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** Returns the search term for a word, or for its form in texts whose accents are not folded yet. */
function anyForm(word: string, { older }: HistoryQuery, indexed = (form: string): string => form): string {
  const other = older?.get(word)
  // a form of another length is in the other index
  if (other === undefined || isLong(other) !== isLong(word)) return phrase(indexed(word))
  return `(${phrase(indexed(word))} OR ${phrase(indexed(other))})`
}

function absent(word: string, query: HistoryQuery): Condition {
  return isLong(word)
    ? {
        sql: 'documents.id NOT IN (SELECT rowid FROM search_trigrams WHERE search_trigrams MATCH ?)',
        values: [anyForm(word, query)],
      }
    : {
        sql: 'documents.id NOT IN (SELECT rowid FROM search_grams WHERE search_grams MATCH ?)',
        values: [anyForm(word, query, gramOf)],
      }
}

function aboutDocument({ from }: HistoryQuery): readonly Condition[] {
  if (from === null) return []
  const role = 'EXISTS (SELECT 1 FROM messages WHERE messages.id = documents.part_id AND messages.role = ?)'
  // the user writes prompts; titles and segments have no author
  return from === 'user'
    ? [{ sql: `(documents.part = 'prompt' OR (documents.part = 'message' AND ${role}))`, values: ['user'] }]
    : [{ sql: `documents.part = 'message' AND ${role}`, values: ['assistant'] }]
}

/** Returns the search conditions that also restrict by filter. */
function narrowed(query: HistoryQuery): readonly Condition[] {
  return [
    ...(query.kinds.length === 0
      ? []
      : [{ sql: 'items.kind IN (SELECT value FROM json_each(?))', values: [JSON.stringify(query.kinds)] }]),
    ...(query.models.length === 0
      ? []
      : [
          {
            sql: `(${query.models.map(() => 'instr(lower(items.model), ?) > 0').join(' OR ')})`,
            values: query.models,
          },
        ]),
    ...inStates(query.states),
    ...(query.withMedia ? [{ sql: 'items.has_media = 1', values: [] }] : []),
    ...(query.pinned ? [{ sql: 'items.pinned = 1', values: [] }] : []),
    ...(query.after === null ? [] : [{ sql: 'documents.id >= ?', values: [query.after * idsPerMs] }]),
    ...(query.before === null ? [] : [{ sql: 'documents.id < ?', values: [query.before * idsPerMs] }]),
  ]
}
