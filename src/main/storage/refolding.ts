import { caseFolded, folded } from '../../shared/folded-text.ts'
import type { Database } from './database.ts'
import { kindOf, type SearchIndex, searchPartOf } from './search-index.ts'
import { type FoldedColumn, foldedColumns } from './search-refill.ts'

/**
 * Refolds texts of an older version, whose accents are not folded: newest first, in short steps that a later run
 * continues. Writes only texts that change. `search_refolding` stores the progress of each table.
 */
export class Refolding {
  private readonly database: Database
  private readonly index: SearchIndex
  private isDone = false

  constructor(database: Database, index: SearchIndex) {
    this.database = database
    this.index = index
  }

  /** Processes up to `limit` texts in one transaction, for about `budget` ms. Returns whether more is left. */
  advance(limit: number, budget: number, now: () => number): boolean {
    if (this.isDone) return false
    // the most searched content comes first
    const next = this.database
      .prepare("SELECT what, below FROM search_refolding ORDER BY what = 'search_documents' DESC, what LIMIT 1")
      .get()
    if (next === undefined) {
      this.isDone = true
      return false
    }
    const what = String(next.what)
    this.database.transaction(() => {
      const below = this.processStep(what, Number(next.below), { limit, end: now() + budget, now })
      if (below === null) this.database.prepare('DELETE FROM search_refolding WHERE what = ?').run(what)
      else this.database.prepare('UPDATE search_refolding SET below = ? WHERE what = ?').run(below, what)
    })
    return true
  }

  /** Processes one step. Returns the id below which unprocessed rows remain; null if there are none. */
  private processStep(what: string, below: number, bounds: Bounds): number | null {
    const column = foldedColumns.find(({ table }) => table === what)
    const rows = column === undefined ? this.documents(below, bounds.limit) : this.rows(column, below, bounds.limit)
    for (const [index, { id, read }] of rows.entries()) {
      const text = read()
      if (isOlder(text)) {
        if (column === undefined) this.index.foldAgain(id, text)
        else
          this.database.prepare(`UPDATE ${column.table} SET ${column.folded} = ? WHERE rowid = ?`).run(folded(text), id)
      }
      if (bounds.now() >= bounds.end && index + 1 < rows.length) return id
    }
    return rows.length < bounds.limit ? null : (rows.at(-1)?.id ?? null)
  }

  private documents(below: number, limit: number): readonly FoldedRow[] {
    return this.database
      .prepare('SELECT id, kind, item_id, part, part_id FROM search_documents WHERE id < ? ORDER BY id DESC LIMIT ?')
      .all(below, limit)
      .map(({ id, kind, item_id, part, part_id }) => ({
        id: Number(id),
        read: () => this.index.source(kindOf(kind), String(item_id), searchPartOf(part), String(part_id))?.text ?? '',
      }))
  }

  private rows({ table, text }: FoldedColumn, below: number, limit: number): readonly FoldedRow[] {
    return this.database
      .prepare(`SELECT rowid AS id, ${text} AS text FROM ${table} WHERE rowid < ? ORDER BY rowid DESC LIMIT ?`)
      .all(below, limit)
      .map((row) => ({ id: Number(row.id), read: () => String(row.text ?? '') }))
  }
}

interface Bounds {
  readonly limit: number
  readonly end: number
  readonly now: () => number
}

interface FoldedRow {
  readonly id: number
  /** Reads its text, which happens only for texts that fit into the step. */
  readonly read: () => string
}

/** Returns true for a text that was folded differently before version 24. */
export function isOlder(text: string): boolean {
  return caseFolded(text) !== folded(text)
}
