import { z } from 'zod'
import type { Database, Row } from './database.ts'

/** A saved connection; its key is in the keychain, under its id. */
export interface StoredConnection {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly allowInsecure: boolean
  readonly keyLastFour: string | null
  readonly createdAt: number
}

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  base_url: z.string(),
  allow_insecure: z.number(),
  key_last_four: z.string().nullable(),
  created_at: z.number(),
})

export class Connections {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns all connections in order of creation. */
  all(): readonly StoredConnection[] {
    return this.database.prepare('SELECT * FROM connections ORDER BY created_at, rowid').all().map(fromRow)
  }

  find(id: string): StoredConnection | null {
    const row = this.database.prepare('SELECT * FROM connections WHERE id = ?').get(id)
    return row ? fromRow(row) : null
  }

  /** Inserts the connection, or updates the one with its id. */
  put(connection: StoredConnection): void {
    this.database
      .prepare(
        `INSERT INTO connections (id, name, base_url, allow_insecure, key_last_four, created_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url,
           allow_insecure = excluded.allow_insecure, key_last_four = excluded.key_last_four`,
      )
      .run(
        connection.id,
        connection.name,
        connection.baseUrl,
        connection.allowInsecure ? 1 : 0,
        connection.keyLastFour,
        connection.createdAt,
      )
  }

  remove(id: string): void {
    this.database.prepare('DELETE FROM connections WHERE id = ?').run(id)
  }
}

function fromRow(row: Row): StoredConnection {
  const parsed = rowSchema.parse(row)
  return {
    id: parsed.id,
    name: parsed.name,
    baseUrl: parsed.base_url,
    allowInsecure: parsed.allow_insecure !== 0,
    keyLastFour: parsed.key_last_four,
    createdAt: parsed.created_at,
  }
}
