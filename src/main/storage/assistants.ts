import { type Assistant, type AssistantLibrary, assistantSchema } from '../../shared/assistants.ts'
import { assistantsMax } from '../../shared/prompt-limits.ts'
import type { Database } from './database.ts'
import { underWay } from './items-under-way.ts'
import { flag, id, jsonOrNull, markedTime, nullable, shortText, table, text } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const assistantTable = table(
  'assistants',
  {
    id,
    name: shortText(),
    sign: text(),
    description: text(),
    connectionId: nullable(id),
    model: shortText(),
    parameters: { ...jsonOrNull(assistantSchema.unwrap().shape.parameters), isNullable: false },
    removed: flag,
    createdAt: markedTime,
  },
  { lists: { NULL: 300 } },
)

/** The user's assistants, and tombstones of hidden built-in ones. */
export class Assistants {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the library in order of creation. Leaves out unreadable rows. */
  library(): AssistantLibrary {
    return {
      assistants: this.rows(0).flatMap((row) => assistantSchema.safeParse(assistantTable.readRow(row)).data ?? []),
      removed: this.rows(1).map((row) => String(row.id)),
    }
  }

  /** Returns the visible rows, or the tombstones of hidden built-in ones; each has its own limit. */
  private rows(removed: 0 | 1) {
    return this.database
      .prepare('SELECT * FROM assistants WHERE removed = ? AND created_at < ? ORDER BY created_at, id LIMIT ?')
      .all(removed, underWay, assistantsMax)
  }

  /** Returns true if a row has this id, including a tombstone. */
  has(id: string): boolean {
    return this.database.prepare('SELECT 1 FROM assistants WHERE id = ?').get(id) !== undefined
  }

  /** Number of assistants, without tombstones of hidden built-in ones. */
  get count(): number {
    return Number(this.database.prepare('SELECT count(*) AS rows FROM assistants WHERE removed = 0').get()?.rows)
  }

  /**
   * Stores assistants by their ids; a known one keeps its position. `now` is in ms since 1970; `underWay` hides new
   * ones.
   */
  putAssistants(assistants: readonly Assistant[], now: number): void {
    for (const assistant of assistants) {
      const createdAt = timeInOrder(this.database, { table: 'assistants' }, now)
      assistantTable.upsert(this.database, { ...assistant, removed: false, createdAt }, ['id'], ['createdAt'])
    }
  }

  removeAssistant(id: string): void {
    this.database.prepare('DELETE FROM assistants WHERE id = ?').run(id)
  }

  /** Hides a built-in assistant. */
  hide(id: string, now: number): void {
    this.removeAssistant(id)
    this.database
      .prepare(
        `INSERT INTO assistants (id, name, sign, description, connection_id, model, parameters, removed, created_at)
         VALUES (?, '', '', '', NULL, '', '{}', 1, ?)`,
      )
      .run(id, timeInOrder(this.database, { table: 'assistants' }, now))
  }

  /** Shows a hidden built-in assistant again; null for all. */
  showHidden(id: string | null): void {
    this.database.prepare('DELETE FROM assistants WHERE removed = 1 AND (? IS NULL OR id = ?)').run(id, id)
  }
}
