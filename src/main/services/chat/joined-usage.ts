import type { Usage } from '../../../shared/chat.ts'

/** Usage of some requests of an answer. */
export interface Spent {
  /** The usage; null if none of the requests reported it. */
  readonly usage: Usage | null
  /** True if any of them may have been charged. */
  readonly isCharged: boolean
}

/**
 * Joins the usage of two parts of one answer. It is incomplete if one part was charged but did not report its usage. A
 * cost is known only if both parts have one, in one currency.
 */
export function joinedUsage(one: Spent, other: Spent): Usage | null {
  const [a, b] = [one.usage, other.usage]
  if (a === null || b === null) {
    const known = a ?? b
    const untold = a === null ? one : other
    return known === null || !untold.isCharged ? known : { ...known, isIncomplete: true }
  }
  const cachedTokens = (a.cachedTokens ?? 0) + (b.cachedTokens ?? 0)
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    ...(cachedTokens === 0 ? {} : { cachedTokens }),
    ...(a.cost !== undefined && a.cost.currency === b.cost?.currency
      ? { cost: { currency: a.cost.currency, nano: a.cost.nano + b.cost.nano } }
      : {}),
    ...(a.isIncomplete === true || b.isIncomplete === true ? { isIncomplete: true } : {}),
  }
}
