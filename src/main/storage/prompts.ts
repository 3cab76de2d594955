import { promptsMax } from '../../shared/prompt-limits.ts'
import { type Prompt, type PromptLibrary, promptSchema } from '../../shared/prompts.ts'
import type { Database } from './database.ts'
import { underWay } from './items-under-way.ts'
import { flag, id, markedTime, shortText, table, text } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const promptTable = table(
  'prompts',
  { id, title: shortText(), text: text(), removed: flag, createdAt: markedTime },
  { lists: { NULL: 1000 } },
)

/** The user's prompts, or tombstones of hidden built-ins; each has its own limit. */
export class Prompts {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the library in order of creation. Leaves out unreadable rows. */
  library(): PromptLibrary {
    return {
      prompts: this.rows(0).flatMap((row) => promptSchema.safeParse(row).data ?? []),
      removed: this.rows(1).map((row) => String(row.id)),
    }
  }

  /** Returns the visible rows, or the tombstones of hidden built-in ones; each has its own limit. */
  private rows(removed: 0 | 1) {
    return this.database
      .prepare('SELECT * FROM prompts WHERE removed = ? AND created_at < ? ORDER BY created_at, id LIMIT ?')
      .all(removed, underWay, promptsMax)
  }

  /** Returns true if a row has this id, including a tombstone. */
  has(id: string): boolean {
    return this.database.prepare('SELECT 1 FROM prompts WHERE id = ?').get(id) !== undefined
  }

  /** Number of prompts, without tombstones of hidden built-in ones. */
  get count(): number {
    return Number(this.database.prepare('SELECT count(*) AS rows FROM prompts WHERE removed = 0').get()?.rows)
  }

  /**
   * Stores prompts by their ids; a known one keeps its position. `now` is in ms since 1970; `underWay` hides new ones.
   */
  putPrompts(prompts: readonly Prompt[], now: number): void {
    for (const prompt of prompts) {
      const createdAt = timeInOrder(this.database, { table: 'prompts' }, now)
      promptTable.upsert(this.database, { ...prompt, removed: false, createdAt }, ['id'], ['createdAt'])
    }
  }

  removePrompt(id: string): void {
    this.database.prepare('DELETE FROM prompts WHERE id = ?').run(id)
  }

  /** Hides a built-in prompt. */
  hide(id: string, now: number): void {
    const createdAt = timeInOrder(this.database, { table: 'prompts' }, now)
    const tombstone = { id, title: '', text: '', removed: true, createdAt }
    promptTable.upsert(this.database, tombstone, ['id'], ['createdAt'])
  }

  /** Shows a hidden built-in prompt again; null for all. */
  showHidden(id: string | null): void {
    this.database.prepare('DELETE FROM prompts WHERE removed = 1 AND (? IS NULL OR id = ?)').run(id, id)
  }
}
