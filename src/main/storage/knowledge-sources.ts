import { sourceKinds } from '../../shared/knowledge-limits.ts'
import type { Database } from './database.ts'
import { choice, deletion, id, media, nullable, type RowOf, shortText, table, text, time } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const knowledgeTable = table(
  'knowledge_collections',
  { id, name: shortText(), createdAt: time, deletedAt: deletion },
  { lists: { NULL: 10_000 } },
)

export const sourceTable = table(
  'knowledge_sources',
  {
    id,
    collectionId: id,
    kind: choice(sourceKinds),
    name: shortText(),
    /** The library file of a `file`; null for others. */
    mediaId: nullable(media('chat')),
    /** Real path of a `folder`; empty if it must be chosen again, null for others. */
    folder: nullable(text()),
    /** The chat or transcript; null for others. */
    itemId: nullable(id),
    createdAt: time,
    deletedAt: deletion,
  },
  { lists: { NULL: 200_000 } },
)

const collections = knowledgeTable.without('deletedAt')
const sources = sourceTable.without('deletedAt')

/** A collection as stored. */
export type StoredCollection = RowOf<typeof collections>

/** A source of a collection, as stored. */
export type StoredSource = RowOf<typeof sources>

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
      .map((row) => collections.readRow(row))
  }

  /** Returns a collection; null for an unknown or deleted one. */
  collection(id: string): StoredCollection | null {
    const row = this.database.prepare('SELECT * FROM knowledge_collections WHERE id = ? AND deleted_at IS NULL').get(id)
    return row ? collections.readRow(row) : null
  }

  addCollection(collection: StoredCollection): void {
    collections.insertIfNew(this.database, collection)
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
         ORDER BY knowledge_sources.created_at, knowledge_sources.id`,
      )
      .all()
      .map((row) => sources.readRow(row))
  }

  /** Returns a source; null for an unknown or deleted one. */
  source(id: string): StoredSource | null {
    const row = this.database.prepare('SELECT * FROM knowledge_sources WHERE id = ? AND deleted_at IS NULL').get(id)
    return row ? sources.readRow(row) : null
  }

  addSource(source: StoredSource): void {
    const createdAt = timeInOrder(this.database, { table: 'knowledge_sources' }, source.createdAt)
    sources.insertIfNew(this.database, { ...source, createdAt })
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
  purgeSources(before: number): readonly string[] {
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
