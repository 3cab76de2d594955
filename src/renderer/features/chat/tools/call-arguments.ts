import { shownArgumentsMax } from '../../../../shared/tool-limits.ts'
import type { ToolCall } from '../../../../shared/tools.ts'

/** Longer or deeper arguments are shown unchanged, because indenting them could multiply their length. */
const prettyLengthMax = 200_000
const prettyDepthMax = 40

/**
 * Returns arguments as indented JSON, as they will be interpreted: an object that a gateway encoded twice is unwrapped.
 * Text that is not JSON is returned unchanged.
 */
export function prettyArguments(text: string): string {
  if (text.length > prettyLengthMax || depthOf(text) > prettyDepthMax) return text
  try {
    const value: unknown = JSON.parse(text)
    const inner = typeof value === 'string' ? objectOf(value) : null
    return JSON.stringify(inner ?? value, null, 2)
  } catch {
    return text
  }
}

/** Maximum number of arguments that are shown as lines. */
const linesMax = 24

/** One argument in words. */
export interface ArgumentLine {
  readonly name: string
  /** The name as words: `max_results` is "Max results". */
  readonly label: string
  readonly value: string
}

/**
 * Returns arguments as labelled lines, in their order; any value except a string as JSON. Null if there are none or too
 * many, or if a name is not made of plain words; these are shown as JSON.
 */
export function argumentLines(pretty: string): readonly ArgumentLine[] | null {
  const fields = pretty.length > prettyLengthMax ? null : objectOf(pretty)
  const entries = Object.entries(fields ?? {})
  if (entries.length === 0 || entries.length > linesMax) return null
  if (!entries.every(([name]) => /^[a-z][\w-]{0,39}$/i.test(name))) return null
  return entries.map(([name, value]) => ({ name, label: labelOf(name), value: lineOf(value) }))
}

function labelOf(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

function lineOf(value: unknown): string {
  return typeof value === 'string' && value.trim() !== '' ? value : JSON.stringify(value, null, 2)
}

function objectOf(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Returns the maximum number of brackets open at once; brackets in strings count too. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Returns the arguments in one line without the outer braces. */
export function shortArguments(text: string): string {
  const begin = text.slice(0, 600)
  const line = begin.replace(/\s+/g, ' ').trim()
  const opened = line.startsWith('{') ? line.slice(1) : line
  return (opened.endsWith('}') ? opened.slice(0, -1) : opened).trim()
}

/** Returns why edited arguments cannot be sent; null when they can. */
export function editProblem(text: string): 'notJson' | 'notObject' | null {
  if (objectOf(text) !== null) return null
  try {
    JSON.parse(text)
    return 'notObject'
  } catch {
    return 'notJson'
  }
}

/** Returns true if main passed only the beginning of the arguments to the page. */
export function isCut({ arguments: text }: Pick<ToolCall, 'arguments'>): boolean {
  return text.length >= shownArgumentsMax
}
