import type { Database } from './database.ts'

/** Longest branch that is followed, because a foreign database may contain a cycle. */
export const branchMax = 1_000_000

/**
 * Beginning of a statement on the branch that ends with a message: `branch (id, parent_id, depth)`, in which that
 * message has depth 1. Its values are the message and the most messages.
 */
export const inBranch = `WITH RECURSIVE branch (id, parent_id, depth) AS (
    SELECT id, parent_id, 1 FROM messages WHERE id = ?
    UNION ALL
    SELECT messages.id, messages.parent_id, depth + 1 FROM messages JOIN branch ON messages.id = branch.parent_id
    WHERE depth < ?
  )`

/** Returns the ids of a message and of up to `limit - 1` messages before it in its branch, oldest first. */
export function branchIds(database: Database, lastId: string, limit: number): readonly string[] {
  return database
    .prepare(`${inBranch} SELECT id FROM branch ORDER BY depth DESC`)
    .all(lastId, limit)
    .map(({ id }) => String(id))
}
