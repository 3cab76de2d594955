import { contentText, type Fields, isFields, positionOf } from './liberal-fields.ts'
import { withoutThoughts } from './thought-fields.ts'

/** Returns true if `choices` has at least one entry. */
export function isSomeChoice(choices: unknown): boolean {
  return typeof choices === 'object' && choices !== null && Object.keys(choices).length > 0
}

/** Returns the choices with their indexes; null when the value has none. */
export function choicesOf(value: Fields): readonly (readonly [number, Fields])[] | null {
  const { choices } = value
  if (Array.isArray(choices))
    return choices.flatMap((choice, at) => (isFields(choice) ? [[indexOf(choice.index, at), choice] as const] : []))
  if (isFields(choices)) {
    if ('delta' in choices || 'message' in choices || 'text' in choices) return [[indexOf(choices.index, 0), choices]]
    return Object.entries(choices).flatMap(([key, choice]) =>
      isFields(choice) ? [[indexOf(choice.index, indexOf(key, 0)), choice] as const] : [],
    )
  }
  // a choice without its enclosing list
  if ('delta' in value || 'message' in value || typeof value.text === 'string' || 'content' in value)
    return [[indexOf(value.index, 0), value]]
  return null
}

function indexOf(value: unknown, otherwise: number): number {
  return positionOf(value) ?? otherwise
}

/** The text of a choice, and the fields that held it. */
export interface Part {
  readonly text: string
  /** True if `text` is the whole text so far instead of an addition. */
  readonly isWhole: boolean
  readonly fields: unknown
}

/** Reads a choice of a stream or of a whole answer. */
export function choicePart(choice: Fields): Part {
  for (const name of ['delta', 'message'] as const) {
    const value = choice[name]
    const isWhole = name === 'message'
    if (typeof value === 'string') return { text: value, isWhole, fields: null }
    if (isFields(value)) return { text: saidIn(value), isWhole, fields: value }
  }
  return { text: saidIn(choice), isWhole: false, fields: choice }
}

function saidIn(fields: Fields): string {
  return contentText(withoutThoughts(fields.content)) || contentText(fields.text) || contentText(fields.refusal)
}
