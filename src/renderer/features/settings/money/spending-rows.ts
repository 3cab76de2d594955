import type { TFunction } from 'i18next'
import type { Currency, Money, Sum } from '../../../../shared/prices.ts'
import type { SpendingGroup } from '../../../../shared/spending.ts'
import { lineText } from '../../../platform/line-text.ts'

export const groupings = ['day', 'model', 'connection', 'kind'] as const
export type Grouping = (typeof groupings)[number]

/** A row of the table of spending. */
export interface SpendingRow extends Sum {
  readonly name: string
  readonly tokens: number
}

/** Sums the groups of a month by one of their properties; days in order, others by name. */
export function rowsBy(groups: readonly SpendingGroup[], by: Grouping): readonly SpendingRow[] {
  const rows = new Map<string, SpendingGroup[]>()
  for (const group of groups) rows.set(group[by], [...(rows.get(group[by]) ?? []), group])
  return [...rows]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, list]) => ({
      name,
      ...sumOfGroups(list),
      tokens: list.reduce((all, { outputTokens, promptTokens }) => all + promptTokens + outputTokens, 0),
    }))
}

/** Returns the sum of groups, separately for each currency. */
export function sumOfGroups(groups: readonly SpendingGroup[]): Sum {
  const totals = new Map<Currency, number>()
  let [requests, unpriced] = [0, 0]
  for (const group of groups) {
    requests += group.requests
    if (group.currency === null) unpriced += group.requests
    else totals.set(group.currency, (totals.get(group.currency) ?? 0) + group.nano)
  }
  const found: Money[] = [...totals].map(([currency, nano]) => ({ currency, nano }))
  return { totals: found.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)), requests, unpriced }
}

/**
 * Returns the name of a connection. The ledger has only the ids of built-in ones, which are named in the current
 * language.
 */
export function connectionWords(t: TFunction, name: string): string {
  if (name === 'demo' || name === 'environment') return t(`connection.builtIn.${name}`)
  return name === '' ? t('money.noConnection') : lineText(name)
}
