import { contentOf } from './import-source.ts'
import { type JsonChoice, type JsonPath, jsonValues, usualBounds } from './json-values.ts'
import type { ReadParts } from './portable-items.ts'

/** Names under which a file may have its list of chats. */
const lists = new Set<string | number>(['conversations', 'chats'])

/**
 * Yields the chats of all files, each as one value: the items of a list, or the object that a file is. A chat that is
 * too large is `beyondBounds`.
 */
export async function* chatValues(parts: ReadParts): AsyncGenerator<unknown> {
  for (const file of parts.files) {
    const fields = new Map<string, unknown>()
    let hasList = false
    const content = contentOf(file, parts.signal, (chunk) => parts.onBytes(chunk.length))
    const choose = ([first, ...rest]: JsonPath): JsonChoice => {
      if (first === undefined) return 'enter'
      return lists.has(first) && rest.length === 0 ? 'enter' : 'take'
    }
    const values = jsonValues(content, choose, { ...usualBounds, goesOn: true })
    for await (const { path, value } of values) {
      const [first = 0, second] = path
      if (typeof first === 'number' || second !== undefined) {
        hasList = true
        yield value
      } else fields.set(first, value)
    }
    if (!hasList && fields.size > 0) yield Object.fromEntries(fields)
  }
}
