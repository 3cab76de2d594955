import { costOf, type Money, type Price } from '../../../../shared/prices.ts'

/**
 * Returns the cost of sending tokens to several models: the same number to each, or a number for each. Null if one has
 * no price or another currency, because a partial sum would be mistaken for the total.
 */
export function inputCost(prices: readonly (Price | null)[], tokens: number | readonly number[]): Money | null {
  const currency = prices[0]?.currency
  const counts = typeof tokens === 'number' ? prices.map(() => tokens) : tokens
  if (currency === undefined || counts.every((count) => count === 0)) return null
  const costs = prices.map((price, index) =>
    price?.currency === currency ? costOf({ promptTokens: counts[index] ?? 0 }, price) : null,
  )
  const nano = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)
  return nano === null ? null : { currency, nano }
}
