import { costOf, type Money, type Price, priceFor } from '../../../shared/prices.ts'
import type { TranscriptionTarget } from '../../../shared/transcript.ts'

const minuteMs = 60_000

/**
 * Returns the price of a model for `soundMs` of sound at current prices: for all of it, or for a minute if the length
 * is unknown. Null without a price per minute.
 */
export function soundCost(
  prices: readonly Price[],
  { connectionId, model }: TranscriptionTarget,
  soundMs: number | null,
): { readonly money: Money; readonly of: 'all' | 'minute' } | null {
  const price = priceFor(prices, connectionId, model)
  const nano = price && costOf({ soundMs: Math.round(soundMs ?? minuteMs) }, price)
  if (price === null || nano === null) return null
  return { money: { currency: price.currency, nano }, of: soundMs === null ? 'minute' : 'all' }
}
