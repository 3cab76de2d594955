import { join } from 'node:path'
import { expect } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import type { JournalKind } from '../../src/main/storage/journal.ts'

/**
 * Waits until `count` running answers have this text on disk. Text is shown up to 50 ms before, and a process that is
 * killed in between loses it, as design §4 allows.
 */
export async function isOnDisk(data: string, text: string, count = 1, kind: JournalKind = 'text'): Promise<void> {
  const database = new Sqlite(join(data, 'atelier.db'), { readonly: true })
  try {
    const read = database.prepare<[JournalKind], { readonly text: string }>(
      `SELECT group_concat(text, '' ORDER BY sequence) AS text FROM journal WHERE kind = ? GROUP BY message_id`,
    )
    await expect.poll(() => read.all(kind).filter((row) => row.text.includes(text)).length).toBe(count)
  } finally {
    database.close()
  }
}
