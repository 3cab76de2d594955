export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** Longest text that is parsed for a tree, in UTF-16 units. */
const parsedMax = 2_000_000
/** Maximum number of values and characters of a part that is open initially. */
const smallValues = 24
const smallCharacters = 1_000

/** Parses an object or a list; null for any other text, which is shown unchanged. */
export function parsedTree(text: string): JsonValue | null {
  if (text.length > parsedMax || !/^\s*[[{]/u.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the members of an object or a list, with their names or positions; null for a plain value. */
export function entriesOf(value: JsonValue): readonly (readonly [string, JsonValue])[] | null {
  return typeof value === 'object' && value !== null ? Object.entries(value) : null
}

/** Returns true if a value with all its members needs little space. Stops counting as soon as it exceeds the limit. */
export function isSmall(value: JsonValue): boolean {
  let [values, characters] = [0, 0]
  const waiting: JsonValue[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    values += 1
    if (typeof next === 'string') characters += next.length
    if (values > smallValues || characters > smallCharacters) return false
    const members = entriesOf(next)
    if (members === null) continue
    if (members.length > smallValues) return false
    waiting.push(...members.map(([, member]) => member))
  }
  return true
}
