import { contentText, type Fields, isFields } from './liberal-fields.ts'

/** Fields in which gateways send a model's thinking, separate from its text; the first with text counts. */
export const thoughtNames = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_details'] as const

/** A model's thought, and the field that held it. */
export interface Thought {
  readonly name: string
  readonly text: string
}

/**
 * Returns the thinking in the fields of a message or delta. Several fields often hold the same text, so only one
 * counts.
 */
export function thoughtIn(fields: Fields): Thought | null {
  for (const name of thoughtNames) {
    const text = thoughtText(fields[name])
    if (text !== '') return { name, text }
  }
  // content in parts, some of which are thoughts
  const parts = Array.isArray(fields.content) ? fields.content.filter(isThoughtPart) : []
  const text = parts.map(thoughtText).join('')
  return text === '' ? null : { name: 'content', text }
}

/** Returns the content without its thought parts. */
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
  return thoughtText(value.thinking ?? value.reasoning ?? value.summary) || contentText(value)
}

/** Fields of an answer that are sent back with its tool calls. */
export const replayNames = ['reasoning_content', 'reasoning', 'reasoning_details'] as const

/** Returns a request's message without the thoughts that go back with calls; the same object if it has none. */
export function withoutReplay<T extends object>(turn: T): T {
  if (!replayNames.some((name) => name in turn)) return turn
  const copy = { ...turn }
  for (const name of replayNames) Reflect.deleteProperty(copy, name)
  return copy
}

/** Joins the text pieces of `reasoning_details` into one list; all other pieces stay unchanged. */
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
