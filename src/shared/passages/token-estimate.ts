/** Estimated tokens of a text. */
export interface TokenEstimate {
  readonly tokens: number
  /** The part for Chinese, Japanese and Korean characters, and for symbols such as emoji. */
  readonly wide: number
}

/** UTF-16 units per token in scripts with spaces between words. */
const unitsPerToken = 4

/**
 * Estimates tokens by script. Each model counts differently, but Chinese has several times as many tokens for its
 * length as English.
 */
export function estimateTokens(text: string): TokenEstimate {
  let wide = 0
  let narrow = 0
  for (let at = 0; at < text.length; at += 1) {
    const tokens = tokensOfUnit(text.charCodeAt(at))
    if (tokens < 0.5) narrow += 1
    else wide += tokens
  }
  return { wide, tokens: Math.ceil(wide + narrow / unitsPerToken) }
}

/** Returns the estimated tokens of one UTF-16 unit; additive, so that ranges can be summed. */
export function tokensOfUnit(unit: number): number {
  // each half of a surrogate pair counts as half a character
  if (unit >= 0xd800 && unit <= 0xdfff) return 0.5
  return unit >= 0x2e80 ? 1 : 1 / unitsPerToken
}
