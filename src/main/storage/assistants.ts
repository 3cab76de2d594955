import { type Assistant, type AssistantLibrary, assistantSchema } from '../../shared/assistants.ts'
import { assistantsMax } from '../../shared/prompt-limits.ts'
import type { Database } from './database.ts'
import { underWay } from './items-under-way.ts'
import { parsed } from './stored-json.ts'

/** The user's assistants, and which included ones are hidden. */
export class Assistants {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** In order of creation. A row that cannot be read is left out. */
  library(): AssistantLibrary {
    return {
      assistants: this.rows(0).flatMap((row) => {
        const stored = { ...row, connectionId: row.connection_id, parameters: parsed(row.parameters) }
        return assistantSchema.safeParse(stored).data ?? []
      }),
      removed: this.rows(1).map((row) => String(row.id)),
    }
  }

  /** Rows that are shown, or those that hide what is included: neither takes the other's place. */
  private rows(removed: 0 | 1) {
    return this.database
      .prepare('SELECT * FROM assistants WHERE removed = ? AND created_at < ? ORDER BY created_at, rowid LIMIT ?')
      .all(removed, underWay, assistantsMax)
  }

  /** Returns true if there is a row with an id, also one that hides a built-in. */
  has(id: string): boolean {
    return this.database.prepare('SELECT 1 FROM assistants WHERE id = ?').get(id) !== undefined
  }

  /** Number of assistants, without those that only hide what is included. */
  get count(): number {
    return Number(this.database.prepare('SELECT count(*) AS rows FROM assistants WHERE removed = 0').get()?.rows)
  }

  /** Sets assistants by their ids; a known one keeps its place. `now` is in ms since 1970; `underWay` hides new ones. */
  put(assistants: readonly Assistant[], now: number): void {
    const set = this.database.prepare(
      `INSERT INTO assistants (id, name, sign, description, connection_id, model, parameters, removed, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, sign = excluded.sign, description = excluded.description,
         connection_id = excluded.connection_id, model = excluded.model, parameters = excluded.parameters, removed = 0`,
    )
    for (const { connectionId, description, id, model, name, parameters, sign } of assistants)
      set.run(id, name, sign, description, connectionId, model, JSON.stringify(parameters), now)
  }

  remove(id: string): void {
    this.database.prepare('DELETE FROM assistants WHERE id = ?').run(id)
  }

  /** Hides an included assistant. */
  hide(id: string, now: number): void {
    this.remove(id)
    this.database
      .prepare(
        `INSERT INTO assistants (id, name, sign, description, connection_id, model, parameters, removed, created_at)
         VALUES (?, '', '', '', NULL, '', '{}', 1, ?)`,
      )
      .run(id, now)
  }

  /** Shows a hidden one again; null for all. */
  showHidden(id: string | null): void {
    this.database.prepare('DELETE FROM assistants WHERE removed = 1 AND (? IS NULL OR id = ?)').run(id, id)
  }
}
