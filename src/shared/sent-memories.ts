import { memorySentMax } from './memory-limits.ts'

/** Length of the marks around a fact in a request. */
const markLength = 3

interface Fact {
  readonly text: string
  readonly isPaused: boolean
}

/**
 * Returns the facts that go with a request: those in use, in the order of the list, as long as they fit. `left` is the
 * number of facts in use that do not fit.
 */
export function sentMemories<F extends Fact>(
  memories: readonly F[],
): { readonly sent: readonly F[]; readonly left: number } {
  const used = memories.filter(({ isPaused }) => !isPaused)
  let length = 0
  const end = used.findIndex(({ text }) => {
    length += text.length + markLength
    return length > memorySentMax
  })
  return end < 0 ? { sent: used, left: 0 } : { sent: used.slice(0, end), left: used.length - end }
}

/** Returns a fact as one line, without characters that hide or reorder text. */
export function memoryLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}
