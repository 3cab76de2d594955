import type { Usage } from '../../shared/chat.ts'

/** Members of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as JSON; empty for none. */
export function asJson(value: unknown): string {
  // `readLiberalJson` bounds the depth
  return JSON.stringify(value) ?? ''
}

/** A non-empty text; null for anything else. */
export function wordOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** A position, also one written as text; null for anything else. */
export function positionOf(value: unknown): number | null {
  const index = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 ? index : null
}

/** Text of content, which is a string, a part, or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('')
  if (!isFields(content)) return ''
  return textOf(content.text ?? content.value ?? content.refusal ?? content.content)
}

/** Arguments of a call are JSON as text; some gateways send the object itself. */
export function argumentsOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null ? '' : asJson(value)
}

/** Token counts under either endpoint's names; null when the value is no object. */
export function usageIn(value: unknown): Usage | null {
  if (!isFields(value)) return null
  const count = (tokens: unknown): number =>
    typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : 0
  const promptTokens = count(value.prompt_tokens ?? value.input_tokens)
  const details = value.prompt_tokens_details ?? value.input_tokens_details
  const inDetails = isFields(details) ? details.cached_tokens : undefined
  // part of the prompt's tokens, whatever the gateway says
  const cachedTokens = Math.min(count(inDetails ?? value.prompt_cache_hit_tokens), promptTokens)
  return {
    promptTokens,
    completionTokens: count(value.completion_tokens ?? value.output_tokens),
    ...(cachedTokens === 0 ? {} : { cachedTokens }),
  }
}

/** The error in an event; null when it holds none. */
export function errorIn(value: Fields, name: string): unknown {
  const { error } = value
  if (typeof error === 'string' ? error.trim() !== '' : isFields(error) && Object.values(error).some(Boolean))
    return value
  const isError = name === 'error' || value.type === 'error' || value.object === 'error'
  return isError && !('choices' in value) ? value : null
}
