/** A model's context window in tokens, and its source. */
export interface ModelWindow {
  readonly tokens: number
  readonly from: 'person' | 'known'
}

/** Context windows in tokens, by model. */
export type WindowTable = Readonly<Record<string, number>>

const nothingKnown: WindowTable = {}

/**
 * Returns the window of a model: the user's figure, else the one from a table of known models. Null if it is unknown:
 * then nothing is assumed. Ignores case.
 */
export function windowOf(model: string, own: WindowTable, known: WindowTable = nothingKnown): ModelWindow | null {
  const entered = entryOf(own, model)
  if (entered !== null) return { tokens: entered, from: 'person' }
  const listed = entryOf(known, model)
  return listed === null ? null : { tokens: listed, from: 'known' }
}

function entryOf(table: WindowTable, model: string): number | null {
  if (Object.hasOwn(table, model)) return table[model] ?? null
  const name = model.toLowerCase()
  const found = Object.entries(table).find(([key]) => key.toLowerCase() === name)
  return found?.[1] ?? null
}

/** Returns the table with a new window for a model; null removes it. */
export function withWindow(own: WindowTable, model: string, tokens: number | null): Record<string, number> {
  const name = model.toLowerCase()
  const others = Object.entries(own).filter(([key]) => key.toLowerCase() !== name)
  return Object.fromEntries(tokens === null ? others : [...others, [model, tokens]])
}
