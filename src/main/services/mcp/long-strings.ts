import type { LongString } from './large-message.ts'

/** Maximum number of bytes kept for results that were never read. */
const keptMax = 256 * 1024 * 1024

/** Returns the end of a shortened string, made from a random id. */
export const longToken = (id: string): string => `\0long-${id}`
const atEnd = /\0long-[0-9a-f-]{36}$/

/** Splits a shortened string into its remaining text and its token; returns null for any other text. */
export function shortenedText(text: string): { readonly head: string; readonly token: string } | null {
  const token = atEnd.exec(text.slice(-64))?.[0]
  return token === undefined ? null : { head: text.slice(0, -token.length), token }
}

/** The long strings of results, from the reading of a message until its result is stored. Nothing is on the disk. */
export class LongStrings {
  private readonly kept = new Map<string, LongString>()
  private bytes = 0

  /** Keeps strings; the oldest are dropped when they are too many. */
  keepStrings(strings: readonly LongString[]): void {
    for (const string of strings) {
      this.kept.set(string.token, string)
      this.bytes += string.bytes.byteLength
    }
    for (const { token } of this.kept.values()) {
      if (this.bytes <= keptMax) return
      this.forgetString(token)
    }
  }

  /** Removes and returns the whole of a shortened string, with its remaining beginning; null for any other string. */
  takeString(text: string): (LongString & { readonly head: string }) | null {
    const shortened = shortenedText(text)
    const found = this.kept.get(shortened?.token ?? '')
    if (shortened === null || found === undefined) return null
    this.forgetString(shortened.token)
    return { ...found, head: shortened.head }
  }

  private forgetString(token: string): void {
    this.bytes -= this.kept.get(token)?.bytes.byteLength ?? 0
    this.kept.delete(token)
  }
}
