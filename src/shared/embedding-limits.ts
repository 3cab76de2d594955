/** Currencies in which a user types a price. */
export const priceCurrencies = ['CNY', 'USD'] as const
export type PriceCurrency = (typeof priceCurrencies)[number]

/** Highest price of a million tokens that can be typed. */
export const priceMax = 10_000

/** Highest budget in tokens. */
export const tokenBudgetMax = 1_000_000_000_000

/** Texts of the first request to a model, and the most of any request. */
export const [batchSizeFirst, batchSizeMax] = [10, 64]

export const embeddingPhases = ['off', 'ready', 'running', 'paused'] as const
/**
 * - `off`: nothing is chosen
 * - `ready`: a model is chosen and the cost is told; nothing was sent
 * - `running`: texts get their vectors, new ones too
 * - `paused`: nothing is sent until the user goes on
 */
export type EmbeddingPhase = (typeof embeddingPhases)[number]

/** Estimated requests for a number of texts, when the model takes the largest batches. */
export function expectedRequests(texts: number): number {
  let requests = 0
  let left = texts
  for (let size = batchSizeFirst; left > 0 && size < batchSizeMax; size *= 2) {
    requests += 1
    left -= size
  }
  return requests + Math.ceil(Math.max(0, left) / batchSizeMax)
}
