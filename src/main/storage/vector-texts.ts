import type { Database, Row } from './database.ts'

/** A part of a document's text, in UTF-16 units, with the hash of that part. */
export interface HashedChunk {
  readonly start: number
  readonly end: number
  readonly hash: Uint8Array
  /** Estimated tokens, and the part of them for Chinese, Japanese and Korean characters. */
  readonly tokens: number
  readonly wide: number
}

export interface VectorDocument {
  readonly collection: string
  readonly key: string
  /** ms since 1970; newer ones get their vectors first. */
  readonly at: number
  readonly chunks: readonly HashedChunk[]
}

/** Location of a text. */
export interface TextPlace {
  readonly collection: string
  readonly key: string
  readonly start: number
  readonly end: number
}

/** Documents and their texts, stored only as hashes. Call every method within a transaction. */
export class VectorTexts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /**
   * Stores the current chunks of a document. Texts without a vector in the set `setId` become wanted; a null set has
   * none yet. Returns whether anything changed.
   */
  putDocument(document: VectorDocument, setId: number | null): boolean {
    const collectionId = this.collectionId(document.collection)
    const known = this.idOf(collectionId, document.key)
    const before = known === null ? [] : this.textsOf(known)
    const textIds = document.chunks.map((chunk) => this.textId(chunk))
    const places = document.chunks.map(({ start, end }, index) => `${start} ${end} ${textIds[index]}`)
    // also for a known document, because an unreadable text was dropped from the wanted ones
    for (const textId of textIds) this.want(textId, document.at, setId)
    if (known !== null && before.map(({ place }) => place).join() === places.join()) return false
    const id = known ?? this.insertDocument(collectionId, document)
    this.database.prepare('DELETE FROM chunks WHERE document_id = ?').run(id)
    const add = this.database.prepare('INSERT INTO chunks (document_id, start, end, text_id) VALUES (?, ?, ?, ?)')
    for (const [index, { start, end }] of document.chunks.entries()) add.run(id, start, end, textIds[index] ?? 0)
    for (const textId of new Set(textIds)) this.shareSigns(textId, collectionId)
    for (const textId of new Set(before.map((chunk) => chunk.textId))) this.dropUnused(textId, collectionId)
    return true
  }

  /** Removes a document, and vectors that no other document uses. Returns whether it was known. */
  removeDocument(collection: string, key: string): boolean {
    const collectionId = this.collectionId(collection)
    const id = this.idOf(collectionId, key)
    if (id === null) return false
    const texts = new Set(this.textsOf(id).map(({ textId }) => textId))
    this.database.prepare('DELETE FROM documents WHERE id = ?').run(id)
    for (const textId of texts) this.dropUnused(textId, collectionId)
    return true
  }

  /** Returns the keys of a collection's documents. */
  keys(collection: string): readonly string[] {
    return this.database
      .prepare('SELECT key FROM documents WHERE collection_id = (SELECT id FROM collections WHERE name = ?)')
      .all(collection)
      .map((row) => String(row.key))
  }

  /** Returns the names of all collections with documents. */
  collections(): readonly string[] {
    return this.database
      .prepare(
        'SELECT name FROM collections WHERE EXISTS (SELECT 1 FROM documents WHERE collection_id = collections.id)',
      )
      .all()
      .map((row) => String(row.name))
  }

  /** Returns true if every text of a document has a vector in a set. */
  isComplete(collection: string, key: string, setId: number | null): boolean {
    const id = this.idOf(this.collectionId(collection), key)
    if (id === null) return false
    const row = this.database
      .prepare(
        `SELECT count(*) AS n FROM chunks WHERE document_id = ?
         AND NOT EXISTS (SELECT 1 FROM vectors WHERE set_id = ? AND text_id = chunks.text_id)`,
      )
      .get(id, setId ?? 0)
    return row?.n === 0
  }

  /** Returns the number of texts in some collections, and of those with a vector in a set. */
  progress(
    collections: readonly string[],
    setId: number | null,
  ): { readonly texts: number; readonly embedded: number } {
    const row = this.database
      .prepare(
        `SELECT count(*) AS texts,
           count(*) FILTER (WHERE EXISTS (SELECT 1 FROM vectors WHERE set_id = ? AND text_id = found.text_id)) AS embedded
         FROM (SELECT DISTINCT text_id FROM chunks JOIN documents ON documents.id = document_id
               WHERE collection_id IN (SELECT id FROM collections WHERE name IN (SELECT value FROM json_each(?)))) AS found`,
      )
      .get(setId ?? 0, JSON.stringify(collections))
    return { texts: Number(row?.texts ?? 0), embedded: Number(row?.embedded ?? 0) }
  }

  /** Returns true if a text has this hash. */
  hasHash(textId: number, hash: Uint8Array): boolean {
    return this.database.prepare('SELECT 1 FROM texts WHERE id = ? AND hash = ?').get(textId, hash) !== undefined
  }

  /**
   * Returns some of the locations of each text, newest first: at most `limit` per text, in these collections, null for
   * all. Uses one statement for all texts, because one per text took ten times as long.
   */
  places(
    textIds: readonly number[],
    collections: readonly string[] | null,
    limit: number,
  ): ReadonlyMap<number, readonly TextPlace[]> {
    const rows = this.database
      .prepare(
        `SELECT text_id, name, key, start, end FROM (
           SELECT chunks.text_id, collections.name, documents.key, chunks.start, chunks.end,
             row_number() OVER (PARTITION BY chunks.text_id ORDER BY documents.at DESC) AS nth
           FROM json_each(?) AS wanted CROSS JOIN chunks ON chunks.text_id = wanted.value
             JOIN documents ON documents.id = chunks.document_id
             JOIN collections ON collections.id = documents.collection_id
           WHERE ? IS NULL OR collections.name IN (SELECT value FROM json_each(?)))
         WHERE nth <= ? ORDER BY text_id, nth`,
      )
      .all(JSON.stringify([...new Set(textIds)]), ...names(collections), limit)
    const places = Map.groupBy(rows, (row) => Number(row.text_id))
    return new Map([...places].map(([textId, found]) => [textId, found.map(placeFromRow)]))
  }

  private collectionId(name: string): number {
    this.database.prepare('INSERT OR IGNORE INTO collections (name) VALUES (?)').run(name)
    return Number(this.database.prepare('SELECT id FROM collections WHERE name = ?').get(name)?.id)
  }

  private idOf(collectionId: number, key: string): number | null {
    const row = this.database
      .prepare('SELECT id FROM documents WHERE collection_id = ? AND key = ?')
      .get(collectionId, key)
    return row === undefined ? null : Number(row.id)
  }

  private insertDocument(collectionId: number, { key, at }: VectorDocument): number {
    this.database
      .prepare('INSERT INTO documents (collection_id, key, at) VALUES (?, ?, ?)')
      .run(collectionId, key, Math.floor(at))
    return this.idOf(collectionId, key) ?? 0
  }

  private textsOf(documentId: number): readonly { readonly place: string; readonly textId: number }[] {
    return this.database
      .prepare('SELECT start, end, text_id FROM chunks WHERE document_id = ? ORDER BY start, end')
      .all(documentId)
      .map((row) => ({ place: `${row.start} ${row.end} ${row.text_id}`, textId: Number(row.text_id) }))
  }

  private textId({ hash, tokens, wide }: HashedChunk): number {
    this.database.prepare('INSERT OR IGNORE INTO texts (hash, tokens, wide) VALUES (?, ?, ?)').run(hash, tokens, wide)
    return Number(this.database.prepare('SELECT id FROM texts WHERE hash = ?').get(hash)?.id)
  }

  /** Makes a text findable in a collection, with the vector that another collection paid for. */
  private shareSigns(textId: number, collectionId: number): void {
    this.database
      .prepare(
        `INSERT OR IGNORE INTO signs (set_id, collection_id, text_id, signs)
         SELECT set_id, ?, text_id, signs FROM signs WHERE text_id = ? GROUP BY set_id`,
      )
      .run(collectionId, textId)
  }

  private want(textId: number, at: number, setId: number | null): void {
    this.database
      .prepare(
        `INSERT INTO wanted (text_id, at, tokens, wide)
         SELECT id, ?, tokens, wide FROM texts
         WHERE id = ? AND NOT EXISTS (SELECT 1 FROM vectors WHERE set_id = ? AND text_id = texts.id)
         ON CONFLICT (text_id) DO UPDATE SET at = max(at, excluded.at)`,
      )
      .run(Math.floor(at), textId, setId ?? 0)
  }

  private dropUnused(textId: number, collectionId: number): void {
    const isIn = this.database.prepare(
      'SELECT 1 FROM chunks JOIN documents ON documents.id = document_id WHERE text_id = ? AND collection_id = ? LIMIT 1',
    )
    if (isIn.get(textId, collectionId) !== undefined) return
    this.database.prepare('DELETE FROM signs WHERE text_id = ? AND collection_id = ?').run(textId, collectionId)
    if (this.database.prepare('SELECT 1 FROM chunks WHERE text_id = ? LIMIT 1').get(textId) !== undefined) return
    for (const table of ['vectors', 'signs', 'wanted'])
      this.database.prepare(`DELETE FROM ${table} WHERE text_id = ?`).run(textId)
    this.database.prepare('DELETE FROM texts WHERE id = ?').run(textId)
  }
}

function placeFromRow(row: Row): TextPlace {
  return {
    collection: String(row.name),
    key: String(row.key),
    start: Number(row.start),
    end: Number(row.end),
  }
}

function names(collections: readonly string[] | null): [string | null, string | null] {
  const value = collections === null ? null : JSON.stringify(collections)
  return [value, value]
}
