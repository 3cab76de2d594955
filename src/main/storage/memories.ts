import { type Memory, memorySchema } from '../../shared/memories.ts'
import { memoriesMax } from '../../shared/memory-limits.ts'
import type { Database } from './database.ts'
import { underWay } from './items-under-way.ts'
import { flag, id, markedTime, shortText, table } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const memoryTable = table(
  'memories',
  { id, text: shortText(), pinned: flag, isPaused: flag, createdAt: markedTime },
  { lists: { NULL: memoriesMax * 2 } },
)

/** The user's facts. */
export class Memories {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the facts: pinned ones first, then the newest. Leaves out unreadable rows. */
  all(): readonly Memory[] {
    return this.database
      .prepare('SELECT * FROM memories WHERE created_at < ? ORDER BY pinned DESC, created_at DESC, id DESC LIMIT ?')
      .all(underWay, memoriesMax)
      .flatMap((row) => memorySchema.safeParse(memoryTable.readRow(row)).data ?? [])
  }

  /** Returns true if a row has this id. */
  has(id: string): boolean {
    return this.database.prepare('SELECT 1 FROM memories WHERE id = ?').get(id) !== undefined
  }

  get count(): number {
    return Number(this.database.prepare('SELECT count(*) AS rows FROM memories').get()?.rows)
  }

  /** Stores facts by their ids; a known one keeps its time. `now` is in ms since 1970; `underWay` hides new ones. */
  putMemories(memories: readonly Memory[], now: number): void {
    for (const memory of memories) {
      const createdAt = timeInOrder(this.database, { table: 'memories' }, now)
      memoryTable.upsert(this.database, { ...memory, createdAt }, ['id'], ['createdAt'])
    }
  }

  removeMemory(id: string): void {
    this.database.prepare('DELETE FROM memories WHERE id = ?').run(id)
  }
}
