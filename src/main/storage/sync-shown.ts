import type { Database } from './database.ts'

/** A shared row of an item. */
export interface ItemRow {
  readonly item: string
  readonly entity: string
  readonly row: string
}

/** How the database and the state of sync stand to each other, in the file of sync. */
export class SyncShown {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the hashes of a row's values when both were last equal; null if the row was not met yet. */
  hashesOf({ entity, item, row }: ItemRow): string | null {
    const found = this.database
      .prepare('SELECT hashes FROM shown WHERE item = ? AND entity = ? AND row = ?')
      .get(item, entity, row)
    return found === undefined ? null : String(found.hashes)
  }

  putHashes({ entity, item, row }: ItemRow, hashes: string): void {
    this.database
      .prepare('INSERT OR REPLACE INTO shown (item, entity, row, hashes) VALUES (?, ?, ?, ?)')
      .run(item, entity, row, hashes)
  }

  dropHashes({ entity, item, row }: ItemRow): void {
    this.database.prepare('DELETE FROM shown WHERE item = ? AND entity = ? AND row = ?').run(item, entity, row)
  }

  /** Returns the hashes of the rows of an entity of an item that were met. */
  allHashes(item: string, entity: string): ReadonlyMap<string, string> {
    const rows = this.database.prepare('SELECT row, hashes FROM shown WHERE item = ? AND entity = ?').all(item, entity)
    return new Map(rows.map(({ hashes, row }) => [String(row), String(hashes)]))
  }

  /** Returns the rows of an entity of an item that were met. */
  rowsOf(item: string, entity: string): readonly string[] {
    return this.database
      .prepare('SELECT row FROM shown WHERE item = ? AND entity = ? ORDER BY row')
      .all(item, entity)
      .map(({ row }) => String(row))
  }

  /** Returns up to `limit` rows of an entity that were met, after an item. */
  itemsAfter(entity: string, item: string, limit: number): readonly Pick<ItemRow, 'item' | 'row'>[] {
    return this.database
      .prepare('SELECT item, row FROM shown WHERE entity = ? AND item > ? ORDER BY item LIMIT ?')
      .all(entity, item, limit)
      .map((found) => ({ item: String(found.item), row: String(found.row) }))
  }

  forgetItem(item: string): void {
    this.database.prepare('DELETE FROM shown WHERE item = ?').run(item)
  }

  /** Notes that a row has to be written anew. */
  noteNews({ entity, item, row }: ItemRow): void {
    this.database.prepare('INSERT OR IGNORE INTO news (item, entity, row) VALUES (?, ?, ?)').run(item, entity, row)
  }

  forgetNews({ entity, item, row }: ItemRow): void {
    this.database.prepare('DELETE FROM news WHERE item = ? AND entity = ? AND row = ?').run(item, entity, row)
  }

  /** Returns rows that have to be written anew. */
  news(limit: number): readonly ItemRow[] {
    return this.database
      .prepare('SELECT item, entity, row FROM news ORDER BY place LIMIT ?')
      .all(limit)
      .map(({ entity, item, row }) => ({ item: String(item), entity: String(entity), row: String(row) }))
  }

  hasNews(): boolean {
    return this.database.prepare('SELECT 1 FROM news LIMIT 1').get() !== undefined
  }

  hasNewsOf(item: string): boolean {
    return this.database.prepare('SELECT 1 FROM news WHERE item = ? LIMIT 1').get(item) !== undefined
  }

  /** Notes a message that waits for the one before it. */
  noteWaiting(parent: string, item: string, row: string): void {
    this.database.prepare('INSERT OR IGNORE INTO waiting (parent, item, row) VALUES (?, ?, ?)').run(parent, item, row)
  }

  /** Returns the messages that wait for this one, and forgets them. */
  releaseWaiting(parent: string): readonly { readonly item: string; readonly row: string }[] {
    const found = this.database.prepare('SELECT item, row FROM waiting WHERE parent = ?').all(parent)
    if (found.length > 0) this.database.prepare('DELETE FROM waiting WHERE parent = ?').run(parent)
    return found.map(({ item, row }) => ({ item: String(item), row: String(row) }))
  }
}
