import { costOf, type Money, type Price } from '../../../../shared/prices.ts'

/**
 * Cost of sending so many tokens to each of several models; null where one has no price, or another currency: a part of
 * the sum would be taken for all of it.
 */
export function inputCost(prices: readonly (Price | null)[], tokens: number): Money | null {
  const currency = prices[0]?.currency
  if (currency === undefined || tokens === 0) return null
  const costs = prices.map((price) => (price?.currency === currency ? costOf({ promptTokens: tokens }, price) : null))
  const nano = costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)
  return nano === null ? null : { currency, nano }
}
