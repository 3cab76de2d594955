import type { Usage } from '../../shared/chat.ts'

/** Members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value as JSON; an empty text for undefined. */
export function asJson(value: unknown): string {
  // the depth is bounded by `readLiberalJson`
  return JSON.stringify(value) ?? ''
}

/** Returns a non-empty text; null for anything else. */
export function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Parses a position, also one written as text; null for anything else. */
export function positionOf(value: unknown): number | null {
  const index = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 ? index : null
}

/** Returns the text of content, which is a string, a part, or a list of parts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(contentText).join('')
  if (!isFields(content)) return ''
  return contentText(content.text ?? content.value ?? content.refusal ?? content.content)
}

/** Returns the arguments of a call as text. They are JSON as text, but some gateways send the object itself. */
export function argumentsOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : asJson(value)
}

/** Parses a count of tokens, also one written as text; null for anything else. */
function countOf(tokens: unknown): number | null {
  const count = typeof tokens === 'string' && /^\d{1,15}$/.test(tokens.trim()) ? Number(tokens) : tokens
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Returns the count under the first of two names that has one above 0; null if neither has a count. */
function eitherOf(value: Fields, name: string, other: string): number | null {
  const [one, another] = [countOf(value[name]), countOf(value[other])]
  return one === null || (one === 0 && another !== null) ? another : one
}

/** Returns the highest of these counts; 0 if there is none. */
function mostOf(...tokens: readonly unknown[]): number {
  return Math.max(0, ...tokens.map((one) => countOf(one) ?? 0))
}

const nothing: Fields = {}
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : nothing)

/**
 * Returns the cache tokens that the input count leaves out. Anthropic counts them separately; gateways that translate
 * its answers include them. https://docs.anthropic.com/en/docs/build-with-claude/prompt-caching
 */
function besideInput(value: Fields): number {
  const cache = mostOf(value.cache_read_input_tokens) + mostOf(value.cache_creation_input_tokens)
  const prompt = mostOf(value.prompt_tokens)
  return prompt < cache || prompt === 0 ? cache : 0
}

/**
 * Reads token counts under either endpoint's names. Null if nothing was counted, because every request has input or
 * output. Marks a usage without input or without an output count as incomplete.
 */
export function usageIn(value: unknown): Usage | null {
  if (!isFields(value)) return null
  const prompt = (eitherOf(value, 'prompt_tokens', 'input_tokens') ?? 0) + besideInput(value)
  const said = eitherOf(value, 'completion_tokens', 'output_tokens')
  const [chat, response] = [fieldsOf(value.completion_tokens_details), fieldsOf(value.output_tokens_details)]
  const reasoning = mostOf(chat.reasoning_tokens, response.reasoning_tokens, value.reasoning_tokens)
  // some gateways count thoughts separately from the output, which only the total shows
  const isBeside = reasoning > 0 && countOf(value.total_tokens) === prompt + (said ?? 0) + reasoning
  const completion = (said ?? 0) + (isBeside ? reasoning : 0)
  if (prompt === 0 && completion === 0) return null
  const [ofPrompt, ofInput] = [fieldsOf(value.prompt_tokens_details), fieldsOf(value.input_tokens_details)]
  // always part of the prompt's tokens, even where the gateway reports more
  const cachedTokens = Math.min(
    mostOf(
      ofPrompt.cached_tokens,
      ofInput.cached_tokens,
      value.prompt_cache_hit_tokens,
      value.cached_tokens,
      value.cache_read_input_tokens,
    ),
    prompt,
  )
  return {
    promptTokens: prompt,
    completionTokens: completion,
    ...(cachedTokens === 0 ? {} : { cachedTokens }),
    ...(prompt === 0 || said === null ? { isIncomplete: true as const } : {}),
  }
}
