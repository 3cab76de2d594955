import { z } from 'zod'
import { searchable } from '../../shared/history-query.ts'
import { type UnreadParts, unreadPartsSchema } from '../../shared/unread-parts.ts'
import type { Database, Row } from './database.ts'
import { gramOf } from './search-grams.ts'
import { parsed } from './stored-json.ts'

/** A read document without its text. */
export interface IndexedDocument {
  readonly id: number
  readonly sourceId: string
  /** Path of a file in its folder; empty for a source that is one document. */
  readonly key: string
  readonly title: string
  /** Changes when the document must be read again. */
  readonly fingerprint: string
  /** Why it could not be read; null if it was read. */
  readonly problem: string | null
  readonly passages: number
  /** Content of its file that is not in its text. */
  readonly unread: UnreadParts
}

/** A document that was just read, with its passages in order. */
export interface ReadDocument {
  readonly sourceId: string
  readonly collectionId: string
  readonly key: string
  readonly title: string
  readonly fingerprint: string
  readonly problem: string | null
  readonly text: string
  readonly passages: readonly NewPassage[]
  readonly unread: UnreadParts
}

export interface NewPassage {
  readonly start: number
  readonly end: number
  readonly partId: string | null
  readonly atMs: number | null
  readonly headings: readonly string[]
  /** First row of the table that it continues; null if it continues none. */
  readonly tableHead: string | null
}

/** A passage with its document. */
export interface IndexedPassage extends NewPassage {
  readonly id: number
  readonly documentId: number
  /** Index of the passage in its document. */
  readonly position: number
  readonly collectionId: string
  readonly sourceId: string
  readonly key: string
  readonly title: string
  readonly text: string
}

/**
 * Increased when a new version of the readers finds more in a file. Documents of older readers are read again, one by
 * one.
 */
const readerVersion = 2

const passageSchema = z.object({
  id: z.number(),
  document_id: z.number(),
  position: z.number(),
  start_at: z.number(),
  end_at: z.number(),
  part: z.string().nullable(),
  at_ms: z.number().nullable(),
  headings: z.string(),
  table_head: z.string().nullable(),
  text: z.string(),
  collection_id: z.string(),
  source_id: z.string(),
  key: z.string(),
  title: z.string(),
})
const headingsSchema = z.array(z.string()).catch([])
const unreadSchema = unreadPartsSchema.catch([])
const passageColumns = `SELECT passages.*, collection_id, source_id, key, title
  FROM passages JOIN documents ON documents.id = document_id`

/** Words of a query in the forms of the two indexes. */
export interface PassageTerms {
  /** Folded words of three characters and more. */
  readonly words: readonly string[]
  /** Folded single characters and pairs. */
  readonly grams: readonly string[]
}

/** Texts read from sources, divided into passages. All of it can be read again. */
export class KnowledgeIndex {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the documents of a source. A document of an older reader has no fingerprint, so that it is read again. */
  documents(sourceId: string): readonly IndexedDocument[] {
    return this.database
      .prepare(
        `SELECT id, source_id, key, title, iif(reader = ${readerVersion}, fingerprint, '') AS fingerprint, problem, unread,
           (SELECT count(*) FROM passages WHERE document_id = documents.id) AS passages
         FROM documents WHERE source_id = ? ORDER BY key`,
      )
      .all(sourceId)
      .map((row) => ({
        id: Number(row.id),
        sourceId: String(row.source_id),
        key: String(row.key),
        title: String(row.title),
        fingerprint: String(row.fingerprint),
        problem: row.problem === null ? null : String(row.problem),
        passages: Number(row.passages),
        unread: unreadSchema.parse(parsed(row.unread)),
      }))
  }

  /** Returns all sources with documents, and their collections. */
  sources(): readonly { readonly id: string; readonly collectionId: string }[] {
    return this.database
      .prepare('SELECT DISTINCT source_id, collection_id FROM documents')
      .all()
      .map((row) => ({ id: String(row.source_id), collectionId: String(row.collection_id) }))
  }

  /** Returns the text of a document; null if there is none. */
  documentText(sourceId: string, key: string): string | null {
    const row = this.database.prepare('SELECT text FROM documents WHERE source_id = ? AND key = ?').get(sourceId, key)
    return typeof row?.text === 'string' ? row.text : null
  }

  /** Adds a document, or replaces it: its passages get new ids. One transaction. */
  putDocument(document: ReadDocument): void {
    this.database.transaction(() => {
      this.drop(document.sourceId, document.key)
      this.database
        .prepare(
          `INSERT INTO documents (source_id, collection_id, key, title, fingerprint, problem, text, unread, reader)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          document.sourceId,
          document.collectionId,
          document.key,
          document.title,
          document.fingerprint,
          document.problem,
          document.text,
          JSON.stringify(document.unread),
          readerVersion,
        )
      const documentId = this.lastId()
      for (const [position, passage] of document.passages.entries())
        this.addPassage(documentId, position, passage, document)
    })
  }

  /** Removes a document. */
  removeDocument(sourceId: string, key: string): void {
    this.database.transaction(() => this.drop(sourceId, key))
  }

  /** Rewrites the index, so that it no longer contains deleted words. Slow for large collections. */
  eraseTraces(): void {
    for (const table of ['passage_trigrams', 'passage_grams'])
      this.database.execute(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)
    this.database.emptyLog()
  }

  /** Returns passages by id, in the order of the ids; leaves out removed ones. */
  passages(ids: readonly number[]): readonly IndexedPassage[] {
    const rows = this.database
      .prepare(`${passageColumns} WHERE passages.id IN (SELECT value FROM json_each(?))`)
      .all(JSON.stringify(ids))
      .map(passageFromRow)
    const byId = new Map(rows.map((passage) => [passage.id, passage]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  /** Returns the ids of all passages of a collection, oldest first. */
  passageIds(collectionId: string): readonly number[] {
    return this.database
      .prepare(
        'SELECT passages.id FROM passages JOIN documents ON documents.id = document_id WHERE collection_id = ? ORDER BY passages.id',
      )
      .all(collectionId)
      .map(({ id }) => Number(id))
  }

  /** Returns the passages of some collections that contain any of the terms, best first, by BM25 over both indexes. */
  search({ grams, words }: PassageTerms, collectionIds: readonly string[], limit: number): readonly number[] {
    const scores = new Map<number, number>()
    const add = (table: string, terms: readonly string[]): void => {
      if (terms.length === 0) return
      const found = this.database
        .prepare(
          `SELECT ${table}.rowid AS id, bm25(${table}) AS score FROM ${table}
           JOIN passages ON passages.id = ${table}.rowid JOIN documents ON documents.id = document_id
           WHERE ${table} MATCH ? AND collection_id IN (SELECT value FROM json_each(?))
           ORDER BY score LIMIT ?`,
        )
        .all(terms.map(phrase).join(' OR '), JSON.stringify(collectionIds), limit * 4)
      // lower is better
      for (const row of found) scores.set(Number(row.id), (scores.get(Number(row.id)) ?? 0) - Number(row.score))
    }
    add('passage_trigrams', words)
    add('passage_grams', grams.map(gramOf))
    return [...scores]
      .toSorted(([a, one], [b, other]) => other - one || a - b)
      .slice(0, limit)
      .map(([id]) => id)
  }

  private addPassage(documentId: number, position: number, passage: NewPassage, { text, title }: ReadDocument): void {
    const own = text.slice(passage.start, passage.end).toWellFormed()
    this.database
      .prepare(
        `INSERT INTO passages (document_id, position, start_at, end_at, part, at_ms, headings, table_head, text)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        documentId,
        position,
        passage.start,
        passage.end,
        passage.partId,
        passage.atMs,
        JSON.stringify(passage.headings),
        passage.tableHead,
        own,
      )
    const id = this.lastId()
    // the topic of a passage is often named only in the headings above it
    const searched = searchable([title, ...passage.headings, passage.tableHead ?? '', own].join('\n'))
    this.database.prepare('INSERT INTO passage_trigrams (rowid, text) VALUES (?, ?)').run(id, searched)
    this.database.prepare('INSERT INTO passage_grams (rowid, grams) VALUES (?, ?)').run(id, allGramsOf(searched))
  }

  private drop(sourceId: string, key: string): void {
    const ids = this.database
      .prepare(
        'SELECT passages.id FROM passages JOIN documents ON documents.id = document_id WHERE source_id = ? AND key = ?',
      )
      .all(sourceId, key)
    for (const { id } of ids) {
      this.database.prepare('DELETE FROM passage_trigrams WHERE rowid = ?').run(Number(id))
      this.database.prepare('DELETE FROM passage_grams WHERE rowid = ?').run(Number(id))
    }
    this.database.prepare('DELETE FROM documents WHERE source_id = ? AND key = ?').run(sourceId, key)
  }

  private lastId(): number {
    return Number(this.database.prepare('SELECT last_insert_rowid() AS id').get()?.id)
  }
}

/** Returns all characters and pairs of a text, with repetitions, which affect the rank. */
function allGramsOf(text: string): string {
  const grams: string[] = []
  let before = ''
  for (const character of text) {
    if (/[\p{L}\p{N}]/u.test(character)) {
      grams.push(gramOf(character))
      if (before !== '') grams.push(gramOf(before + character))
      before = character
    } else before = ''
  }
  return grams.join(' ')
}

/** Quotes a string for FTS5; inside quotes only the quote itself is special. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

function passageFromRow(row: Row): IndexedPassage {
  const parsedRow = passageSchema.parse(row)
  return {
    id: parsedRow.id,
    documentId: parsedRow.document_id,
    position: parsedRow.position,
    start: parsedRow.start_at,
    end: parsedRow.end_at,
    partId: parsedRow.part,
    atMs: parsedRow.at_ms,
    headings: headingsSchema.parse(parsed(parsedRow.headings)),
    tableHead: parsedRow.table_head,
    text: parsedRow.text,
    collectionId: parsedRow.collection_id,
    sourceId: parsedRow.source_id,
    key: parsedRow.key,
    title: parsedRow.title,
  }
}
