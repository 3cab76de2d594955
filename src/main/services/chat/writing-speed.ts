import type { Timing } from '../../../shared/chat.ts'
import { estimateTokens } from '../../../shared/passages/token-estimate.ts'

/** A rate measured over a few hundredths of a second is meaningless. */
const shortestMs = 200
/** Maximum ratio of counted tokens to the tokens of the text; beyond it the model had hidden thinking. */
const unseenShare = 2
const unseenTokens = 20

/**
 * Returns the tokens per second from the first token of any kind. `written` is the text that came in that time. Tokens
 * of hidden thoughts belong to the time before, so the tokens of the text are estimated instead.
 */
export function writingSpeed(ms: number, counted: number | null, written: readonly string[]): Timing['speed'] {
  if (ms <= shortestMs) return undefined
  const estimated = written.reduce((sum, text) => sum + estimateTokens(text).tokens, 0)
  const isEstimate = counted === null || counted > estimated * unseenShare + unseenTokens
  return { rate: Math.round(((isEstimate ? estimated : counted) / ms) * 1000), isEstimate }
}
