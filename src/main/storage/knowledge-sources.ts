import { z } from 'zod'
import { type SourceKind, sourceKindSchema } from '../../shared/knowledge.ts'
import type { Database, Row } from './database.ts'

/** A collection as stored. */
export interface StoredCollection {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** A source of a collection, as stored. */
export interface StoredSource {
  readonly id: string
  readonly collectionId: string
  readonly kind: SourceKind
  readonly name: string
  /** The library file of a `file`; null for others. */
  readonly mediaId: string | null
  /** Real path of a `folder`; empty if it must be chosen again, null for others. */
  readonly folder: string | null
  /** The chat or transcript; null for others. */
  readonly itemId: string | null
  readonly createdAt: number
}

const collectionSchema = z.object({ id: z.string(), name: z.string(), created_at: z.number() })
const sourceSchema = z.object({
  id: z.string(),
  collection_id: z.string(),
  kind: sourceKindSchema,
  name: z.string(),
  media_id: z.string().nullable(),
  folder: z.string().nullable(),
  item_id: z.string().nullable(),
  created_at: z.number(),
})

/** The tables of collections and their sources. Deleted ones stay hidden until they are purged. */
export class KnowledgeSources {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the collections by name. */
  collections(): readonly StoredCollection[] {
    return this.database
      .prepare('SELECT * FROM knowledge_collections WHERE deleted_at IS NULL ORDER BY name COLLATE NOCASE, id')
      .all()
      .map(collectionFromRow)
  }

  /** Returns a collection; null for an unknown or deleted one. */
  collection(id: string): StoredCollection | null {
    const row = this.database.prepare('SELECT * FROM knowledge_collections WHERE id = ? AND deleted_at IS NULL').get(id)
    return row ? collectionFromRow(row) : null
  }

  addCollection({ createdAt, id, name }: StoredCollection): void {
    this.database
      .prepare('INSERT OR IGNORE INTO knowledge_collections (id, name, created_at) VALUES (?, ?, ?)')
      .run(id, name, createdAt)
  }

  rename(id: string, name: string): void {
    this.database.prepare('UPDATE knowledge_collections SET name = ? WHERE id = ?').run(name, id)
  }

  /** Returns all sources of undeleted collections, oldest first. */
  sources(): readonly StoredSource[] {
    return this.database
      .prepare(
        `SELECT knowledge_sources.* FROM knowledge_sources
         JOIN knowledge_collections ON knowledge_collections.id = collection_id
         WHERE knowledge_sources.deleted_at IS NULL AND knowledge_collections.deleted_at IS NULL
         ORDER BY knowledge_sources.created_at, knowledge_sources.rowid`,
      )
      .all()
      .map(sourceFromRow)
  }

  /** Returns a source; null for an unknown or deleted one. */
  source(id: string): StoredSource | null {
    const row = this.database.prepare('SELECT * FROM knowledge_sources WHERE id = ? AND deleted_at IS NULL').get(id)
    return row ? sourceFromRow(row) : null
  }

  addSource(source: StoredSource): void {
    this.database
      .prepare(
        `INSERT OR IGNORE INTO knowledge_sources (id, collection_id, kind, name, media_id, folder, item_id, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        source.id,
        source.collectionId,
        source.kind,
        source.name,
        source.mediaId,
        source.folder,
        source.itemId,
        source.createdAt,
      )
  }

  /** Changes the folder and name of a source. */
  setFolder(id: string, folder: string, name: string): void {
    this.database.prepare('UPDATE knowledge_sources SET folder = ?, name = ? WHERE id = ?').run(folder, name, id)
  }

  /** Hides a collection (null: shows it again); returns false if there was nothing to change. */
  markCollection(id: string, deletedAt: number | null): boolean {
    return this.mark('knowledge_collections', id, deletedAt)
  }

  /** Hides a source (null: shows it again); returns false if there was nothing to change. */
  markSource(id: string, deletedAt: number | null): boolean {
    return this.mark('knowledge_sources', id, deletedAt)
  }

  /** Returns the oldest deletion time, ms since 1970; null if there is none. */
  oldestDeletion(): number | null {
    const row = this.database
      .prepare(
        `SELECT min(deleted_at) AS first FROM
           (SELECT deleted_at FROM knowledge_collections UNION ALL SELECT deleted_at FROM knowledge_sources)`,
      )
      .get()
    return typeof row?.first === 'number' ? row.first : null
  }

  /** Removes collections and sources deleted at or before `before` (ms since 1970). Returns the ids of their files. */
  purge(before: number): readonly string[] {
    return this.database.transaction(() => {
      const gone = 'deleted_at <= ? OR collection_id IN (SELECT id FROM knowledge_collections WHERE deleted_at <= ?)'
      const media = this.database
        .prepare(`SELECT DISTINCT media_id FROM knowledge_sources WHERE media_id IS NOT NULL AND (${gone})`)
        .all(before, before)
      this.database.prepare(`DELETE FROM knowledge_sources WHERE ${gone}`).run(before, before)
      this.database.prepare('DELETE FROM knowledge_collections WHERE deleted_at <= ?').run(before)
      return media.map(({ media_id }) => String(media_id))
    })
  }

  private mark(table: 'knowledge_collections' | 'knowledge_sources', id: string, deletedAt: number | null): boolean {
    const is = deletedAt === null ? 'IS NOT NULL' : 'IS NULL'
    const sql = `UPDATE ${table} SET deleted_at = ? WHERE id = ? AND deleted_at ${is}`
    return this.database.prepare(sql).run(deletedAt, id) > 0
  }
}

function collectionFromRow(row: Row): StoredCollection {
  const { created_at: createdAt, id, name } = collectionSchema.parse(row)
  return { id, name, createdAt }
}

function sourceFromRow(row: Row): StoredSource {
  const parsed = sourceSchema.parse(row)
  return {
    id: parsed.id,
    collectionId: parsed.collection_id,
    kind: parsed.kind,
    name: parsed.name,
    mediaId: parsed.media_id,
    folder: parsed.folder,
    itemId: parsed.item_id,
    createdAt: parsed.created_at,
  }
}
