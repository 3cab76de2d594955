import type { Database } from './database.ts'
import type { MediaUse } from './table.ts'
import { tables } from './tables.ts'

type Reference = readonly [table: string, column: string, use: MediaUse]

/** Every column that refers to a library file, and the file's use there. The sweep deletes all other files. */
const references: readonly Reference[] = [...tables.values()].flatMap(({ entries, name: table }) =>
  entries.flatMap(({ column: { kind }, name }): Reference[] =>
    kind.kind === 'media' && kind.use !== null ? [[table, name, kind.use]] : [],
  ),
)

const isReferredTo = (columns: typeof references): string =>
  columns.map(([table, column]) => `EXISTS (SELECT 1 FROM ${table} WHERE ${column} = media.id)`).join(' OR ')

/**
 * Returns the SQL for the use of a `media` row: the first match, so that a file counts once; null for an unused file.
 */
export function mediaUse(order: readonly MediaUse[]): string {
  const cases = order.map(
    (use) => `WHEN ${isReferredTo(references.filter(([, , other]) => other === use))} THEN '${use}'`,
  )
  return `CASE ${cases.join(' ')} ELSE NULL END`
}

/** References to library files, across all tables. */
export class MediaReferences {
  /** All examined columns, as `table.column`. */
  static readonly columns: readonly string[] = references.map(([table, column]) => `${table}.${column}`)

  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns true if any item references it: a message, image, job, mask, draft, recording or video. */
  refersTo(id: string): boolean {
    const found = this.database.prepare(`SELECT (${isReferredTo(references)}) AS used FROM media WHERE id = ?`).get(id)
    return found?.used === 1
  }

  /** Returns unreferenced media added before `before` (ms since 1970). */
  unreferenced(before: number): readonly string[] {
    return this.database
      .prepare(`SELECT id FROM media WHERE created_at < ? AND NOT (${isReferredTo(references)})`)
      .all(before)
      .map(({ id }) => String(id))
  }

  /** Removes the mask of a source that nothing else references. Returns the mask's id, or null. */
  forgetLoneMask(sourceId: string): string | null {
    const others = references.filter(([table, column]) => table !== 'image_masks' || column !== 'source_id')
    const mask = this.database
      .prepare(
        `SELECT mask_id FROM image_masks JOIN media ON media.id = source_id
         WHERE source_id = ? AND NOT (${isReferredTo(others)})`,
      )
      .get(sourceId)
    if (typeof mask?.mask_id !== 'string') return null
    this.database.prepare('DELETE FROM image_masks WHERE source_id = ?').run(sourceId)
    return mask.mask_id
  }
}
