/** Currencies in which a user can enter a price. */
export const priceCurrencies = ['CNY', 'USD'] as const
export type PriceCurrency = (typeof priceCurrencies)[number]

/** Highest price of a million tokens that can be entered. */
export const priceMax = 10_000

/** Highest budget in tokens. */
export const tokenBudgetMax = 1_000_000_000_000

/** Number of texts in the first request to a model, and the maximum in any request. */
export const [batchSizeFirst, batchSizeMax] = [10, 64]

export const embeddingPhases = ['off', 'ready', 'running', 'paused'] as const
/**
 * - `off`: nothing is chosen
 * - `ready`: a model is chosen and the cost is shown; nothing was sent
 * - `running`: texts get their vectors, including new ones
 * - `paused`: nothing is sent until the user resumes
 */
export type EmbeddingPhase = (typeof embeddingPhases)[number]

/** Returns the estimated number of requests for a number of texts, if the model accepts the largest batches. */
export function expectedRequests(texts: number): number {
  let requests = 0
  let left = texts
  for (let size = batchSizeFirst; left > 0 && size < batchSizeMax; size *= 2) {
    requests += 1
    left -= size
  }
  return requests + Math.ceil(Math.max(0, left) / batchSizeMax)
}
