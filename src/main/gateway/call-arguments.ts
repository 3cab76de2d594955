import { type Fields, isFields } from './liberal-fields.ts'

/** Parses complete arguments into their members; null for anything else. */
export function wholeArguments(said: string): Fields | null {
  // parsing fails slowly on long texts
  if (!said.trimEnd().endsWith('}') || !said.trimStart().startsWith('{')) return null
  const value = parsed(said)
  return isFields(value) ? value : null
}

/** Normalises complete arguments, so that equal ones are equal texts. Returns other texts unchanged. */
export function canonicalArguments(said: string): string {
  const whole = wholeArguments(said)
  if (whole === null) return said
  try {
    return JSON.stringify(whole, (_key, value: unknown) =>
      isFields(value)
        ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : value,
    )
  } catch {
    // nested too deep
    return said
  }
}

/** Texts with which gateways say that a call has no arguments. */
const nothing: ReadonlySet<string> = new Set(['', '{}', 'null', 'undefined', '""', '[]'])

/** Returns true for a text by which gateways say that a call has no arguments. */
export function areNoArguments(said: string): boolean {
  return said.length < 100 && nothing.has(said.trim())
}

/**
 * Returns the arguments as they are stored and run: `{}` if there are none, and without the copy if they came twice.
 */
export function normalArguments(said: string): string {
  if (areNoArguments(said)) return '{}'
  const text = said.trim()
  // no arguments, written as JSON within a JSON string
  const inner = text.length < 100 && text.startsWith('"') ? parsed(text) : null
  if (typeof inner === 'string' && areNoArguments(inner)) return '{}'
  const half = text.slice(0, text.length / 2)
  return half + half === text && wholeArguments(half) !== null ? normalArguments(half) : said
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
