import { promptTextMax } from './prompt-limits.ts'

/**
 * Source of a variable's value. The date is filled automatically; copied or selected text is suggested, and the user
 * can change it.
 */
export type VariableKind = 'text' | 'choice' | 'clipboard' | 'date' | 'selection'

/** A variable of a prompt. Equal names mean the same variable. */
export interface PromptVariable {
  /** The name as first written. */
  readonly name: string
  readonly kind: VariableKind
  /** The values of a choice; empty for other kinds. */
  readonly choices: readonly string[]
}

/**
 * Why a text in braces is not a variable:
 * - `open`: no `}}` follows
 * - `name`: the name is empty, too long, or has invalid characters
 * - `choices`: there are fewer than two choices, too many, or one is too long
 * - `many`: there are too many variables
 */
export type BrokenReason = 'open' | 'name' | 'choices' | 'many'

export type PromptPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly text: string; readonly variable: string }
  /** A text in braces that is not a variable; it stays unchanged. */
  | { readonly kind: 'broken'; readonly text: string; readonly reason: BrokenReason }

export interface PromptTemplate {
  /** The complete text in pieces, in order. */
  readonly pieces: readonly PromptPiece[]
  /** The variables, each once, in order. */
  readonly variables: readonly PromptVariable[]
}

const variablesMax = 30
const choicesMax = 20
const choiceLengthMax = 200
const nameLengthMax = 40
/** Longest text between braces that is examined, in UTF-16 units. */
const insideMax = 2000
const nameSigns = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u

const ownKinds: ReadonlyMap<string, VariableKind> = new Map([
  ['date', 'date'],
  ['日期', 'date'],
  ['clipboard', 'clipboard'],
  ['剪贴板', 'clipboard'],
  ['selection', 'selection'],
  ['选中内容', 'selection'],
])

/** Returns the key under which a value is passed to `fillPrompt`. */
export function variableKey(name: string): string {
  return name.toLowerCase().normalize('NFC')
}

/** Finds the variables `{{name}}` and `{{name: one | two}}` of a prompt. Time is linear in its length. */
export function readPrompt(source: string): PromptTemplate {
  const text = source.slice(0, promptTextMax)
  const pieces: PromptPiece[] = []
  const variables = new Map<string, PromptVariable>()
  let at = 0
  const plain = (end: number): void => {
    if (end > at) pieces.push({ kind: 'text', text: text.slice(at, end) })
    at = end
  }
  for (;;) {
    const first = text.indexOf('{{', at)
    if (first < 0) break
    const close = text.indexOf('}}', first + 2)
    // the innermost braces count, so that an unclosed pair does not swallow the next variable
    const open = close < 0 ? first : Math.max(first, text.lastIndexOf('{{', close - 2))
    plain(first)
    if (close < 0 || open > first + 1) {
      pieces.push({ kind: 'broken', text: '{{', reason: 'open' })
      at = first + 2
      if (close < 0) break
    }
    plain(open)
    const whole = text.slice(open, close + 2)
    const read = variableIn(text.slice(open + 2, Math.min(close, open + 2 + insideMax + 1)))
    at = close + 2
    if (typeof read === 'string') pieces.push({ kind: 'broken', text: whole, reason: read })
    else {
      const key = variableKey(read.name)
      const known = variables.get(key)
      if (known === undefined && variables.size >= variablesMax)
        pieces.push({ kind: 'broken', text: whole, reason: 'many' })
      else {
        if (known === undefined) variables.set(key, read)
        // choices that come later still apply to the variable
        else if (known.choices.length === 0 && read.choices.length > 0)
          variables.set(key, { ...read, name: known.name })
        pieces.push({ kind: 'variable', text: whole, variable: key })
      }
    }
  }
  plain(text.length)
  return { pieces, variables: [...variables.values()] }
}

/** Replaces the variables of a text by their values. A variable without a value stays unchanged. */
export function fillPrompt({ pieces }: PromptTemplate, values: ReadonlyMap<string, string>): string {
  return pieces
    .map((piece) => (piece.kind === 'variable' ? (values.get(piece.variable) ?? piece.text) : piece.text))
    .join('')
}

/** Returns the text with each variable shortened to its name, for lists. */
export function promptOutline(text: string): string {
  return readPrompt(text)
    .pieces.map((piece) =>
      piece.kind === 'variable' ? `[${piece.text.slice(2, -2).split(/[:：]/, 1)[0]?.trim()}]` : piece.text,
    )
    .join('')
}

/** Returns the variables that the user must fill in. */
export function askedVariables({ variables }: PromptTemplate): readonly PromptVariable[] {
  return variables.filter(({ kind }) => kind !== 'date')
}

function variableIn(inside: string): PromptVariable | BrokenReason {
  if (inside.length > insideMax) return 'name'
  const colon = inside.search(/[:：]/)
  const name = (colon < 0 ? inside : inside.slice(0, colon)).trim()
  if (name === '' || name.length > nameLengthMax || !nameSigns.test(name)) return 'name'
  if (colon < 0) return { name, kind: ownKinds.get(variableKey(name)) ?? 'text', choices: [] }
  const choices = [
    ...new Set(
      inside
        .slice(colon + 1)
        .split(/[|｜]/)
        .map((choice) => choice.trim())
        .filter((choice) => choice !== ''),
    ),
  ]
  if (choices.length < 2 || choices.length > choicesMax || choices.some(({ length }) => length > choiceLengthMax))
    return 'choices'
  return { name, kind: 'choice', choices }
}
