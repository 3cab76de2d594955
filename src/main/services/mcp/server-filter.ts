import { setImmediate } from 'node:timers/promises'
import { KeyFilter, type Sought } from '../../gateway/key-filter.ts'
import { PatternFinder } from '../../security/secrets/pattern-finder.ts'
import { formsOf } from '../../security/secrets/secret-forms.ts'
import { shortenedText } from './long-strings.ts'
import { plainText } from './plain-text.ts'

/** Shorter values are not removed, because they would remove ordinary words. */
const lengthMin = 6
/** Deeper values of a message are dropped. */
const depthMax = 256
/** Longer texts in base64 are files, whose bytes are filtered. */
const fileLengthMin = 256
/** Bytes of a file that are filtered before other work may run. */
const chunkBytes = 64 * 1024
/** Name of the position in a list, which is returned to the server unchanged and never shown. */
const cursorName = 'nextCursor'

/** Removes secrets from everything that a server sends: its own ones, and other secrets that Atelier knows. */
export class ServerFilter {
  private readonly keys: KeyFilter
  private hidden: readonly string[] = []
  private own = new PatternFinder([])

  constructor(known: Sought = { finders: () => [] }) {
    this.keys = new KeyFilter('', { finders: () => [this.own, ...known.finders()] })
  }

  /** Sets the secrets of the server itself, replacing the previous ones. */
  hide(secrets: readonly string[]): void {
    this.hidden = secrets.filter(({ length }) => length >= lengthMin)
    this.own = new PatternFinder(this.hidden.flatMap(formsOf))
  }

  /** Adds secrets of the server itself. */
  hideAlso(secrets: readonly string[]): void {
    this.hide([...this.hidden, ...secrets])
  }

  /** Returns a text without secrets, as plain text. */
  plain(text: string): string {
    return this.keys.withoutSecrets(plainText(this.keys.withoutSecrets(text)))
  }

  /** Returns a text without secrets, including those that appear only in its plain form. */
  withoutSecrets(text: string): string {
    const clean = this.keys.withoutSecrets(text)
    const plain = plainText(clean)
    const cleanPlain = this.keys.withoutSecrets(plain)
    return cleanPlain === plain ? clean : cleanPlain
  }

  /** Returns the beginning of a truncated text, without a possible first part of a secret. */
  beginning(text: string): string {
    return this.keys.parts().push(text)
  }

  /** Returns a message with clean texts; the same value if it holds no secret. */
  value(value: unknown, name = '', depth = 0): unknown {
    if (typeof value === 'string') return name === cursorName || isFile(name, value) ? value : this.string(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth > depthMax) return null
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => this.value(item, name, depth + 1))
      return items.every((item, index) => item === value[index]) ? value : items
    }
    const before = Object.entries(value)
    const after = before.map(([key, inner]): [string, unknown] => [this.string(key), this.value(inner, key, depth + 1)])
    const isSame = after.every(([key, inner], index) => before[index]?.[0] === key && before[index]?.[1] === inner)
    return isSame ? value : Object.fromEntries(after)
  }

  /** Returns the bytes of a file without secrets; the same bytes if it holds none. */
  async file(bytes: Uint8Array): Promise<Uint8Array> {
    if (!this.keys.canFind) return bytes
    const pieces: Uint8Array[] = []
    for await (const piece of this.keys.bytes(inChunks(bytes))) pieces.push(piece)
    const clean = Buffer.concat(pieces)
    return clean.equals(bytes) ? bytes : clean
  }

  private string(text: string): string {
    const shortened = shortenedText(text)
    return shortened === null
      ? this.withoutSecrets(text)
      : this.withoutSecrets(this.beginning(shortened.head)) + shortened.token
  }
}

/** Returns true for base64 of a file, as parts of results and contents of resources have it. */
function isFile(name: string, text: string): boolean {
  return (name === 'data' || name === 'blob') && text.length >= fileLengthMin && /^[\w+/-]+={0,2}$/.test(text)
}

function inChunks(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    async pull(to) {
      await setImmediate()
      if (at >= bytes.length) return to.close()
      to.enqueue(bytes.subarray(at, at + chunkBytes))
      at += chunkBytes
    },
  })
}
