/** A web address without any delimiters around it. */
export interface BareAddress {
  /** Offset after the address. */
  readonly end: number
  /** Offset after everything that the parser would include in the address. */
  readonly run: number
}

const beginning = /(?:https?:\/\/|www\.)[^\s<>|`]{1,2000}/iy
/**
 * Characters that end an address: punctuation of Chinese, Japanese and Korean, full-width forms, curved quotes, dashes.
 */
const ending = /[\u2013-\u2026\u3000-\u303f\u30fb\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffef]/
const letter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const letters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/uy

/** Reads the web address that begins at an offset. Null if there is none. */
export function addressAt(source: string, at: number): BareAddress | null {
  beginning.lastIndex = at
  const [run] = beginning.exec(source) ?? []
  if (run === undefined || /[a-z0-9]/i.test(source[at - 1] ?? '')) return null
  const length = withoutTrail(run.slice(0, lengthOf(run)))
  return { end: at + length, run: at + run.length }
}

/** Returns true if the parser would not read exactly this address as a link. */
export function needsMarks(source: string, at: number, { end, run }: BareAddress): boolean {
  const isGlued = letter.test(source[at - 1] ?? '') && /^w/i.test(source[at] ?? '')
  return isGlued || (end < run && !/^[!-~]*$/.test(source.slice(end, run)))
}

/** Returns true if an address is already part of a link, a definition or a tag. */
export function isMarked(before: string, after: string): boolean {
  if (/(?:\]\(|<|\]:[ \t]*|["'=])$/.test(before.slice(-40))) return true
  const open = before.lastIndexOf('[')
  return open > before.lastIndexOf(']') && /\][([]/.test(after)
}

/** Returns the length up to the first punctuation or letter that no longer belongs to the address. */
function lengthOf(run: string): number {
  let hasLetters = false
  for (let at = 0; at < run.length; at += 1) {
    const mark = run[at] ?? ''
    if (ending.test(mark)) return at
    if (!letter.test(mark)) continue
    letters.lastIndex = at
    const word = letters.exec(run)?.[0] ?? mark
    const after = run.slice(at + word.length, at + word.length + 2)
    // a word after letters or digits belongs to the sentence, unless the address continues after it
    if (!hasLetters && /[a-z0-9)]/i.test(run[at - 1] ?? '') && !/^(?:[/?#&=]|\.[a-z0-9])/i.test(after)) return at
    hasLetters = true
    at += word.length - 1
  }
  return run.length
}

/** Returns the length without trailing punctuation and without a bracket that was opened before the address. */
function withoutTrail(address: string): number {
  let end = address.length
  for (;;) {
    const last = address[end - 1] ?? ''
    const isClosing = last === ')' && countOf(address.slice(0, end), ')') > countOf(address.slice(0, end), '(')
    if (end === 0 || (!isClosing && !'!"\'*,.:;?_~]'.includes(last))) return end
    end -= 1
  }
}

function countOf(text: string, mark: string): number {
  return text.split(mark).length - 1
}
