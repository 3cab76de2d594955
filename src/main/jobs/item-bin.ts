import { fail } from '../../shared/errors.ts'
import type { Database } from '../storage/database.ts'
import { Bin, type BinParts } from './bin.ts'

/** The rows of items that can be deleted. `Changed` is how many rows changed, or their ids. */
export interface BinnedRows<Changed> {
  /** Null for an item that is not there, or not any more. */
  find(id: string): unknown
  /** Hides those that are shown. */
  delete(ids: readonly string[], at: number): Changed
  /** Shows those that are hidden. */
  restore(ids: readonly string[]): Changed
  /** When the first of the hidden ones was deleted, ms since 1970; null where there is none. */
  oldestDeletion(): number | null
}

export interface ItemBinParts<Changed> extends Omit<BinParts, 'oldest'> {
  readonly database: Database
  readonly rows: BinnedRows<Changed>
  /** Tells what was deleted or restored. */
  readonly onChange: (changed: Changed) => void
  /** Throws where one of them cannot be deleted now. Gives what is to be done once they are. */
  readonly beforeDelete?: (ids: readonly string[]) => () => void
}

/** The bin of one kind of item: what is deleted is hidden until it is restored or its time is over. */
export class ItemBin<Changed extends number | readonly string[]> extends Bin {
  private readonly items: ItemBinParts<Changed>

  constructor(parts: ItemBinParts<Changed>) {
    super({ ...parts, oldest: () => parts.rows.oldestDeletion() })
    this.items = parts
  }

  /** Ids of what is not there, or is deleted already, change nothing. */
  delete(ids: readonly string[]): null {
    const { beforeDelete, clock, database, rows } = this.items
    const then = beforeDelete?.(ids)
    const changed = database.durably(() => rows.delete(ids, clock.now()))
    then?.()
    if (isSome(changed)) this.items.onChange(changed)
    this.schedule()
    return null
  }

  /** Throws an AppFailure `not_found` where none of them is there any more. */
  restore(ids: readonly string[]): null {
    const { database, rows } = this.items
    const changed = database.durably(() => rows.restore(ids))
    if (isSome(changed)) this.items.onChange(changed)
    else if (!ids.some((id) => rows.find(id) !== null)) fail('not_found', 'nothing to restore')
    return null
  }
}

function isSome(changed: number | readonly string[]): boolean {
  return typeof changed === 'number' ? changed > 0 : changed.length > 0
}
