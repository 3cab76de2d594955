import type { ImageCollection } from '../../shared/image.ts'
import type { Database, Row } from './database.ts'
import { id, shortText, table, time } from './table.ts'

export const collectionTable = table(
  'image_collections',
  { id, name: shortText(), createdAt: time },
  { lists: { NULL: 10_000 } },
)

export const collectionItemTable = table(
  'image_collection_items',
  { collectionId: id, imageId: id },
  { lists: { image_id: 10_000 } },
)

const countedColumns = `image_collections.id, image_collections.name,
  (SELECT count(*) FROM image_collection_items JOIN images ON images.id = image_id
   WHERE collection_id = image_collections.id AND images.deleted_at IS NULL) AS n`

/** Collections of images; an image can be in any number of them. */
export class ImageCollections {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns all collections in order of creation, with their numbers of undeleted images. */
  allCollections(): readonly ImageCollection[] {
    return this.database
      .prepare(`SELECT ${countedColumns} FROM image_collections ORDER BY created_at, image_collections.rowid`)
      .all()
      .map(fromRow)
  }

  findCollection(id: string): ImageCollection | null {
    const row = this.database.prepare(`SELECT ${countedColumns} FROM image_collections WHERE id = ?`).get(id)
    return row ? fromRow(row) : null
  }

  /** Creates or renames a collection. */
  putCollection(id: string, name: string, now: number): void {
    collectionTable.upsert(this.database, { id, name, createdAt: now }, ['id'], ['createdAt'])
  }

  /** Removes a collection; its images stay. */
  removeCollection(id: string): void {
    this.database.prepare('DELETE FROM image_collections WHERE id = ?').run(id)
  }

  /** Adds or removes images; unknown ids are skipped. */
  setItems(collectionId: string, imageIds: readonly string[], inside: boolean): void {
    const ids = JSON.stringify(imageIds)
    if (inside)
      this.database
        .prepare(
          `INSERT OR IGNORE INTO image_collection_items (collection_id, image_id)
           SELECT ?, images.id FROM images WHERE images.id IN (SELECT value FROM json_each(?))`,
        )
        .run(collectionId, ids)
    else
      this.database
        .prepare(
          `DELETE FROM image_collection_items
           WHERE collection_id = ? AND image_id IN (SELECT value FROM json_each(?))`,
        )
        .run(collectionId, ids)
  }

  /** Returns the ids of an image's collections. */
  collectionsOf(imageId: string): readonly string[] {
    return this.database
      .prepare('SELECT collection_id FROM image_collection_items WHERE image_id = ?')
      .all(imageId)
      .map((row) => String(row.collection_id))
  }
}

function fromRow(row: Row): ImageCollection {
  return { id: String(row.id), name: String(row.name), count: Number(row.n) }
}
