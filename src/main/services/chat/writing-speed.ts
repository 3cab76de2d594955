import type { Timing } from '../../../shared/chat.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'

/** A rate over a few hundredths of a second means nothing. */
const shortestMs = 200
/** How many times as many tokens as the text has are still believed: beyond it the model thought unseen. */
const unseenShare = 2
const unseenTokens = 20

/**
 * Tokens per second from the first token of any kind. `written` is what came in that time. Tokens that were counted for
 * thoughts that nobody saw fell into the time before, so that the text is estimated instead.
 */
export function writingSpeed(ms: number, counted: number | null, written: readonly string[]): Timing['speed'] {
  if (ms <= shortestMs) return undefined
  const estimated = written.reduce((sum, text) => sum + estimateTokens(text).tokens, 0)
  const isEstimate = counted === null || counted > estimated * unseenShare + unseenTokens
  return { rate: Math.round(((isEstimate ? estimated : counted) / ms) * 1000), isEstimate }
}
