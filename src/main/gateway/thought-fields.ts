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

/** Returns true for a content part that is a thought. */
export function isThoughtPart(part: unknown): boolean {
  return isFields(part) && (part.type === 'thinking' || part.type === 'reasoning')
}

function thoughtText(value: unknown): string {
  if (Array.isArray(value)) return value.map(thoughtText).join('')
  if (!isFields(value)) return typeof value === 'string' ? value : ''
  return thoughtText(value.thinking ?? value.reasoning ?? value.summary) || textOf(value)
}

/** Fields of an answer that go back with its calls of tools. */
export const replayNames = ['reasoning_content', 'reasoning', 'reasoning_details'] as const

/** A message of a request without the thoughts that go back with calls; the same one where it has none. */
export function withoutReplay<T extends object>(turn: T): T {
  if (!replayNames.some((name) => name in turn)) return turn
  const copy = { ...turn }
  for (const name of replayNames) Reflect.deleteProperty(copy, name)
  return copy
}

/** Pieces of texts in `reasoning_details`, as one list: what comes in parts is joined, everything else stays as it came. */
export function joinedDetails(pieces: readonly unknown[]): readonly unknown[] {
  const joined: Record<string, unknown>[] = []
  for (const piece of pieces) {
    if (!isFields(piece)) continue
    const last = joined.at(-1)
    const key = piece.type === 'reasoning.summary' ? 'summary' : 'text'
    const isText = piece.type === 'reasoning.text' || piece.type === 'reasoning.summary'
    const isSame = last !== undefined && last.type === piece.type && last.index === piece.index
    const isOther = last?.id != null && piece.id != null && last.id !== piece.id
    if (last === undefined || !isText || !isSame || isOther) {
      joined.push({ ...piece })
      continue
    }
    for (const [name, value] of Object.entries(piece)) {
      if (value === null || value === undefined) continue
      const before = last[name]
      last[name] = name === key && typeof before === 'string' && typeof value === 'string' ? before + value : value
    }
  }
  return joined
}
