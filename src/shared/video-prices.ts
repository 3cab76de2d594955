import { costOf, type Money, type Price, priceFor } from './prices.ts'
import { baseOf, secondPriceOf } from './video-models.ts'

/** Prices that may apply to a video. */
export interface VideoPrices {
  /** The price table. */
  readonly prices: readonly Price[]
  /** Yuan per second that the user entered for a model without its orientation. */
  readonly videoPriceOf: Readonly<Record<string, number>>
}

/**
 * Returns the price of a video model: the one in the table, else the price per second that the user entered; null
 * without both.
 */
export function videoPriceFor(
  { prices, videoPriceOf }: VideoPrices,
  connectionId: string,
  model: string,
): Price | null {
  const listed = priceFor(prices, connectionId, model)
  if (listed !== null) return listed
  const second = secondPriceOf(videoPriceOf, baseOf(model))
  if (second === undefined) return null
  const none = { input: null, cached: null, output: null, image: null, minute: null }
  return { model, connectionId: '', currency: 'CNY', ...none, second: Math.round(second * 1e9) }
}

/** Returns the cost of videos with this many seconds; null if no price is known. */
export function videoCost(price: Price | null, seconds: number): Money | null {
  const nano = price === null ? null : costOf({ videoMs: Math.round(seconds * 1000) }, price)
  return price === null || nano === null ? null : { currency: price.currency, nano }
}
