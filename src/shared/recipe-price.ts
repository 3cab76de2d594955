import { estimateTokens } from './passages/token-estimate.ts'
import { costOf, type Money, priceFor } from './prices.ts'
import type { RecipeStep } from './recipe.ts'
import { type VideoPrices, videoCost, videoPriceFor } from './video-prices.ts'

/** Expected tokens of a written text. */
const writtenTokens = 800
const minuteMs = 60_000
const million = 1_000_000

/**
 * The price of a step. `minute`: for each minute of sound. `tokens`: for a million tokens read and written, because the
 * length of the text is not known yet.
 */
export type StepPrice =
  | { readonly of: 'all' | 'about' | 'minute'; readonly money: Money }
  | { readonly of: 'tokens'; readonly read: Money; readonly written: Money }

/** Returns the price of each step; null where none is known. `inputTokens` are those of its input; null if unknown. */
export function stepPrices(
  steps: readonly RecipeStep[],
  inputTokens: number | null,
  prices: VideoPrices,
): readonly (StepPrice | null)[] {
  let tokens = inputTokens
  return steps.map((step) => {
    const price = stepPrice(step, tokens, prices)
    if (step.kind === 'write') tokens = writtenTokens
    return price
  })
}

function stepPrice(step: RecipeStep, tokens: number | null, all: VideoPrices): StepPrice | null {
  const { connectionId, model } = step
  if (step.kind === 'video') {
    const money = videoCost(videoPriceFor(all, connectionId, model), step.duration)
    return money && { of: 'all', money }
  }
  const price = priceFor(all.prices, connectionId, model)
  if (price === null) return null
  const { currency } = price
  const costing = (amounts: Parameters<typeof costOf>[0]): Money | null => {
    const nano = costOf(amounts, price)
    return nano === null ? null : { currency, nano }
  }
  if (step.kind === 'transcribe') {
    const money = costing({ soundMs: minuteMs })
    return money && { of: 'minute', money }
  }
  if (step.kind === 'image') {
    const money = costing({ images: 1 })
    return money && { of: 'all', money }
  }
  if (tokens === null) {
    const [read, written] = [costing({ promptTokens: million }), costing({ outputTokens: million })]
    return read && written && { of: 'tokens', read, written }
  }
  const promptTokens = Math.ceil(tokens + estimateTokens(step.prompt).tokens)
  const money = costing({ promptTokens, outputTokens: writtenTokens })
  return money && { of: 'about', money }
}
