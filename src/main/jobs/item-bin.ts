import { fail } from '../../shared/errors.ts'
import type { Database } from '../storage/database.ts'
import { Bin, type BinParts } from './bin.ts'

/** Rows of items that can be deleted. `Changed` is the number of changed rows, or their ids. */
export interface BinnedRows<Changed> {
  /** Hides the visible ones of these items. */
  delete(ids: readonly string[], at: number): Changed
  /** Shows the hidden ones of these items. */
  restore(ids: readonly string[]): Changed
  /** Returns the deletion time of the oldest hidden item, ms since 1970; null if there is none. */
  oldestDeletion(): number | null
}

export interface ItemBinParts<Changed> extends Omit<BinParts, 'oldest'> {
  readonly database: Database
  readonly rows: BinnedRows<Changed>
  /** Returns true for a visible or hidden item; false for an unknown or removed one. */
  readonly exists: (id: string) => boolean
  /** Reports deleted or restored items. */
  readonly onChange: (changed: Changed) => void
  /** Throws when an item cannot be deleted now. Returns a function to run after the deletion. */
  readonly beforeDelete?: (ids: readonly string[]) => () => void
}

/** Bin for one kind of item: a deleted item is hidden until it is restored or expires. */
export class ItemBin<Changed extends number | readonly string[]> extends Bin {
  private readonly items: ItemBinParts<Changed>

  constructor(parts: ItemBinParts<Changed>) {
    super({ ...parts, oldest: () => parts.rows.oldestDeletion() })
    this.items = parts
  }

  /** Deletes items; ignores unknown or deleted ids. */
  delete(ids: readonly string[]): null {
    const { beforeDelete, clock, database, rows } = this.items
    const then = beforeDelete?.(ids)
    const changed = database.durably(() => rows.delete(ids, clock.now()))
    then?.()
    if (isSome(changed)) this.items.onChange(changed)
    this.schedule()
    return null
  }

  /** Shows deleted items again. Throws an AppFailure `not_found` when none of the items exists any more. */
  restore(ids: readonly string[]): null {
    const { database, exists, rows } = this.items
    const changed = database.durably(() => rows.restore(ids))
    if (isSome(changed)) this.items.onChange(changed)
    else if (!ids.some(exists)) fail('not_found', 'nothing to restore')
    return null
  }
}

function isSome(changed: number | readonly string[]): boolean {
  return typeof changed === 'number' ? changed > 0 : changed.length > 0
}
