import type { ItemCollection } from '../../shared/item-collection.ts'
import type { Database, Row } from './database.ts'
import { id, shortText, table, time } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const imageCollectionTable = table(
  'image_collections',
  { id, name: shortText(), createdAt: time },
  { lists: { NULL: 10_000 } },
)

export const imageCollectionItemTable = table(
  'image_collection_items',
  { collectionId: id, imageId: id },
  { lists: { image_id: 10_000 } },
)

export const videoCollectionTable = table(
  'video_collections',
  { id, name: shortText(), createdAt: time },
  { lists: { NULL: 10_000 } },
)

export const videoCollectionItemTable = table(
  'video_collection_items',
  { collectionId: id, videoId: id },
  { lists: { video_id: 10_000 } },
)

/** The tables of each kind of collection. */
const kinds = {
  image: {
    table: imageCollectionTable,
    collections: 'image_collections',
    items: 'image_collection_items',
    itemId: 'image_id',
    rows: 'images',
  },
  video: {
    table: videoCollectionTable,
    collections: 'video_collections',
    items: 'video_collection_items',
    itemId: 'video_id',
    rows: 'video_jobs',
  },
} as const

/** Collections of images or of videos; an item can be in any number of them. */
export class ItemCollections {
  private readonly database: Database
  private readonly kind: (typeof kinds)[keyof typeof kinds]

  constructor(database: Database, kind: keyof typeof kinds) {
    this.database = database
    this.kind = kinds[kind]
  }

  /** Returns all collections in order of creation, with their numbers of undeleted items. */
  allCollections(): readonly ItemCollection[] {
    const { collections } = this.kind
    return this.database
      .prepare(`SELECT ${this.countedColumns} FROM ${collections} ORDER BY created_at, ${collections}.id`)
      .all()
      .map(fromRow)
  }

  findCollection(id: string): ItemCollection | null {
    const { collections } = this.kind
    const row = this.database.prepare(`SELECT ${this.countedColumns} FROM ${collections} WHERE id = ?`).get(id)
    return row ? fromRow(row) : null
  }

  /** Creates or renames a collection. */
  putCollection(id: string, name: string, now: number): void {
    const createdAt = timeInOrder(this.database, { table: this.kind.collections }, now)
    this.kind.table.upsert(this.database, { id, name, createdAt }, ['id'], ['createdAt'])
  }

  /** Removes a collection; its items stay. */
  removeCollection(id: string): void {
    this.database.prepare(`DELETE FROM ${this.kind.collections} WHERE id = ?`).run(id)
  }

  /** Adds or removes items; unknown ids are skipped. */
  setItems(collectionId: string, itemIds: readonly string[], inside: boolean): void {
    const { itemId, items, rows } = this.kind
    const ids = JSON.stringify(itemIds)
    if (inside)
      this.database
        .prepare(
          `INSERT OR IGNORE INTO ${items} (collection_id, ${itemId})
           SELECT ?, ${rows}.id FROM ${rows} WHERE ${rows}.id IN (SELECT value FROM json_each(?))`,
        )
        .run(collectionId, ids)
    else
      this.database
        .prepare(
          `DELETE FROM ${items}
           WHERE collection_id = ? AND ${itemId} IN (SELECT value FROM json_each(?))`,
        )
        .run(collectionId, ids)
  }

  /** Returns the ids of an item's collections. */
  collectionsOf(itemId: string): readonly string[] {
    return this.database
      .prepare(`SELECT collection_id FROM ${this.kind.items} WHERE ${this.kind.itemId} = ?`)
      .all(itemId)
      .map((row) => String(row.collection_id))
  }

  private get countedColumns(): string {
    const { collections, itemId, items, rows } = this.kind
    return `${collections}.id, ${collections}.name,
      (SELECT count(*) FROM ${items} JOIN ${rows} ON ${rows}.id = ${itemId}
       WHERE collection_id = ${collections}.id AND ${rows}.deleted_at IS NULL) AS n`
  }
}

function fromRow(row: Row): ItemCollection {
  return { id: String(row.id), name: String(row.name), count: Number(row.n) }
}
