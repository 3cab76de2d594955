import type { HistoryItem } from '../../../../shared/history.ts'
import { dayOf, startOfDay } from '../../../components/lists/days.ts'

export interface Heading {
  readonly day: 'pinned' | ReturnType<typeof dayOf>
  /** Start of the day, in ms since 1970. */
  readonly at: number
}

function headingOf(item: Pick<HistoryItem, 'pinned' | 'at'>, now: number): Heading {
  return { day: item.pinned ? 'pinned' : dayOf(item.at, now), at: startOfDay(item.at) }
}

/** Returns the heading above an item. Null if the previous item has the same one or is not loaded. */
export function headingAbove(
  item: Pick<HistoryItem, 'pinned' | 'at'>,
  before: Pick<HistoryItem, 'pinned' | 'at'> | undefined,
  first: boolean,
  now: number,
): Heading | null {
  const own = headingOf(item, now)
  if (first) return own
  if (before === undefined) return null
  const other = headingOf(before, now)
  const same = own.day === other.day && (own.day !== 'day' || own.at === other.at)
  return same ? null : own
}
