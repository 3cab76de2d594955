import type { Database } from './database.ts'
import { flag, id, nullable, type RowOf, shortText, table, text, time } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const connectionTable = table('connections', {
  id,
  name: shortText(),
  baseUrl: text(),
  allowInsecure: flag,
  keyLastFour: nullable(shortText()),
  createdAt: time,
})

/** A saved connection; its key is in the keychain, under its id. */
export type StoredConnection = RowOf<typeof connectionTable>

export class Connections {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns all connections in order of creation. */
  allConnections(): readonly StoredConnection[] {
    return this.database
      .prepare('SELECT * FROM connections ORDER BY created_at, id')
      .all()
      .map((row) => connectionTable.readRow(row))
  }

  findConnection(id: string): StoredConnection | null {
    const row = this.database.prepare('SELECT * FROM connections WHERE id = ?').get(id)
    return row ? connectionTable.readRow(row) : null
  }

  /**
   * Inserts the connection, or updates the one with its id. Returns it as stored: a new one may get a time some ms later,
   * so that it follows those before it.
   */
  putConnection(connection: StoredConnection): StoredConnection {
    const known = this.findConnection(connection.id)
    const createdAt = known?.createdAt ?? timeInOrder(this.database, { table: 'connections' }, connection.createdAt)
    const stored = { ...connection, createdAt }
    connectionTable.upsert(this.database, stored, ['id'], ['createdAt'])
    return stored
  }

  removeConnection(id: string): void {
    this.database.prepare('DELETE FROM connections WHERE id = ?').run(id)
  }
}
