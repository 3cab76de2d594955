import type { HistoryState } from './history-state.ts'
import { isCovered } from './vector.ts'
import { byStamp, type Version, type WrittenValue } from './version.ts'

/** How a register shows several versions that were written without each other. */
export type ShownRule = 'each version' | 'last version' | 'added'

export interface ShownValue {
  readonly value: WrittenValue['value']
  /** The other versions that differ, latest first; always empty for registers that show the last one. */
  readonly others: readonly WrittenValue['value'][]
}

/** Returns the value of a register; null if it has none. `added`: true wins over false, as for tags and members. */
export function shownValue(versions: readonly Version[], rule: ShownRule): ShownValue | null {
  const values = versions
    .toSorted(byStamp)
    .reverse()
    .flatMap(({ change }) => (change.kind === 'value' ? [change.value] : []))
  const [last] = values
  if (last === undefined) return null
  if (rule === 'added') return { value: values.includes(true), others: [] }
  if (rule === 'last version') return { value: last, others: [] }
  const [, ...others] = new Map(values.map((value) => [JSON.stringify(value), value])).values()
  return { value: last, others }
}

/** The entity of the register that says whether an item is in the bin. Its row is the item. */
export const binEntity = 'bin'

/** Returns true if an item is in the bin. What another computer wrote without knowing of the deletion brings it back. */
export function isInBin(state: HistoryState, item: string): boolean {
  const last = state.versionsOf({ item, entity: binEntity, row: item, field: '' }).toSorted(byStamp).at(-1)?.change
  if (last?.kind !== 'value' || last.value !== true) return false
  const { seen } = last
  return state.versionsOfItem(item).every(({ change, dot }) => isBin(change) || (seen !== null && isCovered(seen, dot)))
}

function isBin(change: Version['change']): boolean {
  return change.kind === 'value' && change.register.entity === binEntity
}
