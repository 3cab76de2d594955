import type { Database } from './database.ts'
import { SignScan } from './sign-scan.ts'
import type { VectorModel } from './vector-requests.ts'
import { signsOf } from './vector-signs.ts'

/** Properties that make vectors comparable, except the dimension, which is measured. */
export interface SetIdentity extends VectorModel {
  readonly scheme: string
  readonly chunker: number
}

export interface VectorSet extends SetIdentity {
  readonly id: number
  readonly dimension: number
}

/** A set with the number of its vectors. */
export interface CountedSet extends VectorSet {
  readonly vectors: number
}

export interface NearestText {
  readonly textId: number
  /** Cosine of the angle, from -1 to 1. */
  readonly score: number
}

/** Sets of vectors. Call the writing methods within a transaction. */
export class Vectors {
  private readonly database: Database

  /** The scan of the last searched set: one set is searched at a time. */
  private scan: SignScan | null = null

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the newest set with an identity; null if none is stored. */
  findSet({ connectionId, model, scheme, chunker }: SetIdentity): VectorSet | null {
    const row = this.database
      .prepare(
        `SELECT id, dimension FROM sets WHERE connection_id = ? AND model = ? AND scheme = ? AND chunker = ?
         ORDER BY id DESC LIMIT 1`,
      )
      .get(connectionId, model, scheme, chunker)
    if (row === undefined) return null
    return { id: Number(row.id), dimension: Number(row.dimension), connectionId, model, scheme, chunker }
  }

  create({ connectionId, model, scheme, chunker }: SetIdentity, dimension: number, now: number): VectorSet {
    const row = this.database
      .prepare(
        `INSERT INTO sets (connection_id, model, scheme, chunker, dimension, created_at) VALUES (?, ?, ?, ?, ?, ?)
         RETURNING id`,
      )
      .get(connectionId, model, scheme, chunker, dimension, now)
    return { id: Number(row?.id), dimension, connectionId, model, scheme, chunker }
  }

  allSets(): readonly CountedSet[] {
    return this.database
      .prepare(
        `SELECT id, connection_id, model, scheme, chunker, dimension,
           (SELECT count(*) FROM vectors WHERE set_id = sets.id) AS vectors FROM sets ORDER BY id DESC`,
      )
      .all()
      .map((row) => ({
        id: Number(row.id),
        connectionId: String(row.connection_id),
        model: String(row.model),
        scheme: String(row.scheme),
        chunker: Number(row.chunker),
        dimension: Number(row.dimension),
        vectors: Number(row.vectors),
      }))
  }

  countVectors(setId: number): number {
    return Number(this.database.prepare('SELECT count(*) AS n FROM vectors WHERE set_id = ?').get(setId)?.n ?? 0)
  }

  removeSet(setId: number): void {
    for (const table of ['signs', 'vectors']) this.database.prepare(`DELETE FROM ${table} WHERE set_id = ?`).run(setId)
    this.database.prepare('DELETE FROM sets WHERE id = ?').run(setId)
  }

  /** Stores vectors of length 1, in sequence. Skips texts that were removed meanwhile. */
  putVectors(set: VectorSet, textIds: readonly number[], vectors: Float32Array): void {
    const { database } = this
    const isKnown = database.prepare('SELECT 1 FROM chunks WHERE text_id = ? LIMIT 1')
    const add = database.prepare('INSERT OR REPLACE INTO vectors (set_id, text_id, vector) VALUES (?, ?, ?)')
    const addSigns = database.prepare(
      `INSERT OR REPLACE INTO signs (set_id, collection_id, text_id, signs)
       SELECT DISTINCT ?, collection_id, text_id, ? FROM chunks JOIN documents ON documents.id = document_id
       WHERE text_id = ?`,
    )
    for (const [index, textId] of textIds.entries()) {
      if (isKnown.get(textId) === undefined) continue
      const vector = vectors.subarray(index * set.dimension, (index + 1) * set.dimension)
      add.run(set.id, textId, bytesOf(vector))
      addSigns.run(set.id, signsOf(vector), textId)
    }
  }

  /**
   * Returns the texts of some collections nearest to a vector of length 1, best first. Scans the signs of all vectors,
   * then compares the best `candidates` exactly. Needs sqlite-vec.
   */
  nearest(
    setId: number,
    collections: readonly string[],
    vector: Float32Array,
    limit: number,
    candidates: number,
  ): readonly NearestText[] {
    const signs = signsOf(vector)
    const near = this.scanOf(setId).nearest(collections, signs, candidates)
    return this.database
      .prepare(
        `SELECT text_id, 1 - vec_distance_cosine(vector, ?) AS score
         FROM json_each(?) CROSS JOIN vectors ON set_id = ? AND text_id = value
         ORDER BY score DESC LIMIT ?`,
      )
      .all(bytesOf(vector), JSON.stringify(near), setId, limit)
      .map(nearestFromRow)
  }

  /** Loads the data that a search of some collections compares, so that the search is faster. */
  prepareSearch({ id, dimension }: VectorSet, collections: readonly string[]): void {
    this.scanOf(id).load(collections, signsOf(new Float32Array(dimension)).length)
  }

  /** Returns the same as `nearest` by comparing every vector: slow, used as its reference. */
  nearestExactly(
    setId: number,
    collections: readonly string[],
    vector: Float32Array,
    limit: number,
  ): readonly NearestText[] {
    return this.database
      .prepare(
        `SELECT vectors.text_id, 1 - vec_distance_cosine(vector, ?) AS score FROM vectors
         WHERE set_id = ? AND text_id IN (SELECT text_id FROM signs WHERE set_id = ? AND collection_id IN
           (SELECT id FROM collections WHERE name IN (SELECT value FROM json_each(?))))
         ORDER BY score DESC LIMIT ?`,
      )
      .all(bytesOf(vector), setId, setId, JSON.stringify(collections), limit)
      .map(nearestFromRow)
  }

  private scanOf(setId: number): SignScan {
    if (this.scan?.setId === setId) return this.scan
    this.scan?.close()
    this.scan = new SignScan(this.database, setId)
    return this.scan
  }
}

function nearestFromRow(row: Readonly<Record<string, unknown>>): NearestText {
  return { textId: Number(row.text_id), score: Number(row.score) }
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}
