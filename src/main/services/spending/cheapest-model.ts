import type { Model } from '../../../shared/model.ts'
import { type Amounts, costOf, type Money, type Price, priceFor } from '../../../shared/prices.ts'
import { listPriceOf } from './list-prices.ts'

/** A model, and what a request of certain amounts costs with it. */
export interface CheapestModel {
  readonly model: string
  readonly cost: Money
  /** True if the cost follows from the maker's list price. */
  readonly isListed: boolean
}

/**
 * Returns the chat model that is cheapest for these amounts. Prices that the user entered count before list prices, and
 * yuan before dollars, because neither are compared with each other. Null if no model has a price.
 */
export function cheapestChatModel(
  models: readonly Model[],
  prices: readonly Price[],
  connectionId: string,
  amounts: Amounts,
): CheapestModel | null {
  const priced = models.flatMap(({ id, kind }): readonly CheapestModel[] => {
    const price = kind === 'chat' ? (priceFor(prices, connectionId, id) ?? listPriceOf(id)) : null
    const nano = price === null ? null : costOf(amounts, price)
    if (price === null || nano === null) return []
    return [{ model: id, cost: { currency: price.currency, nano }, isListed: price.listedOn !== undefined }]
  })
  const rank = ({ cost, isListed }: CheapestModel): number => (isListed ? 2 : 0) + (cost.currency === 'CNY' ? 0 : 1)
  return priced.toSorted((a, b) => rank(a) - rank(b) || a.cost.nano - b.cost.nano)[0] ?? null
}
