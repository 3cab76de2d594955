import { type Fields, isFields } from './liberal-fields.ts'

/** The members of complete arguments; null for anything else. */
export function wholeArguments(said: string): Fields | null {
  // parsing fails slowly on long texts
  if (!said.trimEnd().endsWith('}') || !said.trimStart().startsWith('{')) return null
  const value = parsed(said)
  return isFields(value) ? value : null
}

/** Writes complete arguments in one way, so that equal ones are equal texts. Others stay as they are. */
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

/** True for a text by which gateways say that a call has no arguments. */
export function areNoArguments(said: string): boolean {
  return said.length < 100 && nothing.has(said.trim())
}

/** The arguments as they are stored and run: `{}` where there are none, and once where they came twice. */
export function normalArguments(said: string): string {
  if (areNoArguments(said)) return '{}'
  const text = said.trim()
  // none, as JSON within JSON
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
