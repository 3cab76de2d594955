const token = /[ \t]*(?:\p{Script=Han}{1,2}|[\p{L}\p{N}_]{1,8}|\S)|\s/gu

/** Splits a text into the pieces that the demo counts and streams as tokens. The joined pieces equal the text. */
export function tokenize(text: string): string[] {
  return text.match(token) ?? []
}

export interface Usage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
}

/** Tokens counted for an image part. */
const tokensPerImage = 765

/** Counts the tokens of a request and its answer. */
export function countUsage(
  prompt: readonly { readonly text: string; readonly images: readonly string[] }[],
  completionTokens: number,
): Usage {
  // Four tokens frame each message, two begin the answer.
  const promptTokens = prompt.reduce(
    (sum, message) => sum + tokenize(message.text).length + message.images.length * tokensPerImage + 4,
    2,
  )
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  }
}
