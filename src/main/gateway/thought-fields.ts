import { type Fields, isFields, textOf } from './liberal-fields.ts'

/** Names under which gateways send what a model thinks, apart from its text; the first that has text counts. */
export const thoughtNames = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_details'] as const

/** A text that a model thought, and the field it was in. */
export interface Thought {
  readonly name: string
  readonly text: string
}

/**
 * What the fields of a message or delta say the model thought. Several fields often hold the same text, so only one
 * counts.
 */
export function thoughtIn(fields: Fields): Thought | null {
  for (const name of thoughtNames) {
    const text = thoughtText(fields[name])
    if (text !== '') return { name, text }
  }
  // content in parts, of which some are thoughts
  const parts = Array.isArray(fields.content) ? fields.content.filter(isThoughtPart) : []
  const text = parts.map(thoughtText).join('')
  return text === '' ? null : { name: 'content', text }
}

/** The content without the parts that are thoughts. */
export function withoutThoughts(content: unknown): unknown {
  return Array.isArray(content) ? content.filter((part) => !isThoughtPart(part)) : content
}

function isThoughtPart(part: unknown): boolean {
  return isFields(part) && (part.type === 'thinking' || part.type === 'reasoning')
}

function thoughtText(value: unknown): string {
  if (Array.isArray(value)) return value.map(thoughtText).join('')
  if (!isFields(value)) return typeof value === 'string' ? value : ''
  return thoughtText(value.thinking ?? value.reasoning ?? value.summary) || textOf(value)
}
