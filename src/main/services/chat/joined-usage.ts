import type { Usage } from '../../../shared/chat.ts'

/** Usage of two requests of one answer. A cost is known only where both have one, in one currency. */
export function joinedUsage(one: Usage | null, other: Usage | null): Usage | null {
  if (one === null || other === null) return one ?? other
  const cachedTokens = (one.cachedTokens ?? 0) + (other.cachedTokens ?? 0)
  const isPriced = one.cost !== undefined && one.cost.currency === other.cost?.currency
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    ...(cachedTokens === 0 ? {} : { cachedTokens }),
    ...(isPriced && one.cost && other.cost
      ? { cost: { currency: one.cost.currency, nano: one.cost.nano + other.cost.nano } }
      : {}),
  }
}
