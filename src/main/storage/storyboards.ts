import { movedBefore } from '../../shared/moved-before.ts'
import type { StoryboardSummary } from '../../shared/storyboard.ts'
import { storyboardsMax, storyboardVideosMax } from '../../shared/storyboard-limits.ts'
import type { Database } from './database.ts'
import { id, integer, type RowOf, shortText, table, time } from './table.ts'
import { timeInOrder } from './time-in-order.ts'

export const storyboardTable = table(
  'storyboards',
  { id, name: shortText(), createdAt: time },
  { lists: { NULL: storyboardsMax } },
)

export const storyboardEntryTable = table(
  'storyboard_entries',
  { id, storyboardId: id, videoId: id, position: integer },
  { lists: { storyboard_id: storyboardVideosMax } },
)

/** A place of a video in a storyboard. */
export type StoredStoryboardEntry = Omit<RowOf<typeof storyboardEntryTable>, 'storyboardId' | 'position'>

const entryColumns = storyboardEntryTable.only('id', 'videoId')

/** Storyboards with their entries. Entries of videos in the bin are hidden, and reappear with them. */
export class Storyboards {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns all storyboards in order of creation. */
  allStoryboards(): readonly StoryboardSummary[] {
    return this.database
      .prepare(
        `SELECT storyboards.id, storyboards.name,
           (SELECT count(*) FROM storyboard_entries JOIN video_jobs ON video_jobs.id = video_id
            WHERE storyboard_id = storyboards.id AND video_jobs.deleted_at IS NULL) AS n
         FROM storyboards ORDER BY created_at, storyboards.id`,
      )
      .all()
      .map(({ id, n, name }) => ({ id: String(id), name: String(name), count: Number(n) }))
  }

  /** Returns the name of a storyboard; null if there is none. */
  nameOf(id: string): string | null {
    const row = this.database.prepare('SELECT name FROM storyboards WHERE id = ?').get(id)
    return row ? String(row.name) : null
  }

  /** Creates or renames a storyboard. */
  putStoryboard(id: string, name: string, now: number): void {
    const createdAt = timeInOrder(this.database, { table: 'storyboards' }, now)
    storyboardTable.upsert(this.database, { id, name, createdAt }, ['id'], ['createdAt'])
  }

  /** Removes a storyboard with its entries; the videos stay. */
  removeStoryboard(id: string): void {
    this.database.prepare('DELETE FROM storyboards WHERE id = ?').run(id)
  }

  /** Returns the entries in order, also hidden ones. */
  allEntries(storyboardId: string): readonly StoredStoryboardEntry[] {
    return this.database
      .prepare('SELECT id, video_id FROM storyboard_entries WHERE storyboard_id = ? ORDER BY position, id')
      .all(storyboardId)
      .map((row) => entryColumns.readRow(row))
  }

  /** Returns the entries in order, without those of videos in the bin. */
  shownEntries(storyboardId: string): readonly StoredStoryboardEntry[] {
    return this.database
      .prepare(
        `SELECT storyboard_entries.id, video_id FROM storyboard_entries JOIN video_jobs ON video_jobs.id = video_id
         WHERE storyboard_id = ? AND video_jobs.deleted_at IS NULL ORDER BY storyboard_entries.position, storyboard_entries.id`,
      )
      .all(storyboardId)
      .map((row) => entryColumns.readRow(row))
  }

  /** Returns the places of a video, also in the bin. */
  entriesOfVideo(videoId: string): readonly RowOf<typeof storyboardEntryTable>[] {
    return this.database
      .prepare('SELECT * FROM storyboard_entries WHERE video_id = ? ORDER BY storyboard_id, position')
      .all(videoId)
      .map((row) => storyboardEntryTable.readRow(row))
  }

  /**
   * Adds entries before another one, or at the end; skips those whose id exists. Call it within a transaction.
   */
  addEntries(storyboardId: string, entries: readonly StoredStoryboardEntry[], beforeId: string | null): void {
    const known = new Set(this.allEntries(storyboardId).map(({ id }) => id))
    const added = entries.filter(({ id }) => !known.has(id))
    for (const entry of added)
      storyboardEntryTable.insertIfNew(this.database, { ...entry, storyboardId, position: known.size })
    this.reorder(
      storyboardId,
      added.map(({ id }) => id),
      beforeId,
    )
  }

  /** Moves an entry before another one, or to the end. Call it within a transaction. */
  moveEntry(storyboardId: string, entryId: string, beforeId: string | null): void {
    this.reorder(storyboardId, [entryId], beforeId)
  }

  removeEntries(storyboardId: string, entryIds: readonly string[]): void {
    this.database
      .prepare('DELETE FROM storyboard_entries WHERE storyboard_id = ? AND id IN (SELECT value FROM json_each(?))')
      .run(storyboardId, JSON.stringify(entryIds))
  }

  /**
   * Adds entries of an import at their positions, as far as there is room; creates their storyboard if it is new. Call it
   * within a transaction.
   */
  putImported(
    storyboard: RowOf<typeof storyboardTable>,
    entries: readonly Omit<RowOf<typeof storyboardEntryTable>, 'storyboardId'>[],
  ): void {
    const storyboardId = storyboard.id
    if (this.nameOf(storyboardId) === null) {
      if (this.allStoryboards().length >= storyboardsMax) return
      const createdAt = timeInOrder(this.database, { table: 'storyboards' }, storyboard.createdAt)
      storyboardTable.insert(this.database, { ...storyboard, createdAt })
    }
    const room = storyboardVideosMax - this.allEntries(storyboardId).length
    for (const entry of entries.slice(0, Math.max(0, room)))
      storyboardEntryTable.insertIfNew(this.database, { ...entry, storyboardId })
  }

  private reorder(storyboardId: string, entryIds: readonly string[], beforeId: string | null): void {
    const ids = this.allEntries(storyboardId).map(({ id }) => id)
    const moved = entryIds.filter((id) => ids.includes(id))
    const set = this.database.prepare('UPDATE storyboard_entries SET position = ? WHERE id = ?')
    for (const [index, id] of movedBefore(ids, moved, beforeId).entries()) set.run(index, id)
  }
}
