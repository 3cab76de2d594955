import type { Database } from './database.ts'
import type { Steps } from './steps.ts'
import { visible, visibleAs } from './visible-messages.ts'

/** Messages examined in one step. */
const stepRows = 500

/** Returns the last messages of all branches of a chat, oldest first. */
export function* branchEnds(database: Database, conversationId: string): Steps<readonly string[]> {
  const next = database.prepare(
    `SELECT id, created_at, ${visible} AND NOT EXISTS (
       SELECT 1 FROM messages child WHERE child.parent_id = messages.id AND ${visibleAs('child')}) AS is_end
     FROM messages WHERE conversation_id = ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
  )
  const ends: string[] = []
  for (let at: readonly [createdAt: number, id: string] = [Number.MIN_SAFE_INTEGER, '']; ; ) {
    const step = next.all(conversationId, ...at, stepRows)
    for (const row of step) if (row.is_end === 1) ends.push(String(row.id))
    const last = step.at(-1)
    if (last === undefined) return ends
    at = [Number(last.created_at), String(last.id)]
    yield
  }
}
