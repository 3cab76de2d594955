import { sourceLists } from './answer-sources.ts'
import { isPicture } from './chat-pictures.ts'
import { contentText, type Fields, isFields } from './liberal-fields.ts'
import { isThoughtPart, thoughtNames } from './thought-fields.ts'

/** Shorter texts, in UTF-16 units, are markers such as a name or a state. */
const textMin = 20

/** Fields of a message that are read elsewhere, or hold no paid content. */
const known: ReadonlySet<string> = new Set([
  ...[
    'role',
    'content',
    'text',
    'refusal',
    'name',
    'id',
    'index',
    'type',
    'object',
    'model',
    'created',
    'status',
    'error',
  ],
  ...['tool_calls', 'function_call', 'audio', 'images', 'image', 'usage', 'phase'],
  ...['finish_reason', 'finishReason', 'native_finish_reason', 'stop_reason', 'matched_stop', 'stop_sequence'],
  // probabilities, padding, filters and signatures
  ...['logprobs', 'token_ids', 'prompt_token_ids', 'obfuscation', 'content_filter_results', 'content_filter_offsets'],
  ...['signature', 'reasoning_signature', 'thought_signature', 'thinking_blocks', 'extra_content'],
  ...['provider_specific_fields', 'metadata', 'delta', 'message'],
  ...thoughtNames,
  ...sourceLists,
])

/** Returns the fields of a message or delta that no reader understands, and content parts of unknown kinds. */
export function unknownIn(fields: Fields): readonly (readonly [name: string, value: unknown])[] {
  const others = Object.entries(fields).filter(([name, value]) => !known.has(name) && isSubstance(value))
  const parts = Array.isArray(fields.content) ? fields.content.filter(isUnknownPart) : []
  return [...others, ...parts.map((part): readonly [string, unknown] => ['content', part])]
}

function isSubstance(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= textMin
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function isUnknownPart(part: unknown): boolean {
  return (
    isFields(part) && contentText([part]) === '' && part.type !== 'text' && !isThoughtPart(part) && !isPicture(part)
  )
}
