/** Maximum number of nested escapes, such as JSON in JSON or percent-encoding in JSON. */
const levelsMax = 3

/**
 * Escapes of printable ASCII in JSON, Python, URLs and HTML, and a backslash before punctuation. Every repetition is
 * bounded, so that matching stays linear on long runs.
 */
const escapes =
  /\\{1,8}(?:u00([2-7][\da-f])|x([2-7][\da-f])|U000000([2-7][\da-f])|([!-/:-@[\]-`{-~]))|%(?:25){0,4}([2-7][\da-f])|&#x0{0,6}([2-7][\da-f]);?|&#0{0,6}(3[2-9]|[4-9]\d|1[01]\d|12[0-6]);?/gi

/** An incomplete escape at the end of a text, or an incomplete invisible character in UTF-8. */
const escapeBegun =
  /(?:\\{1,8}(?:u[\da-f]{0,3}|U0{0,6}[2-7]?|x[\da-f]?|0{1,2})?|%(?:25){0,4}[\da-f]?|&(?:#0{0,6}\d{0,3}|#x0{0,6}[\da-f]?)?|\xe2[\x80\x81]?|\xef\xbb?|\xc2)$/i
/** Longest incomplete escape, in characters. */
const escapeLengthMax = 24
const semicolonDue = /&#\w{1,9}$/

/**
 * Line breaks and their escapes, as in wrapped base64. Limited to a few in a row, so that a begun secret does not hold
 * back endless blank lines.
 */
const breaks = /(?<![\r\n]|\\[rn])(?:\\{1,8}[rn]|[\r\n]){1,4}(?![\r\n]|\\{1,8}[rn])/g

/**
 * Invisible characters, with their escapes: NUL, which UTF-16 has between letters, other controls, width and direction
 * marks. The last ones are the bytes of UTF-8, read as Latin-1.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\\{1,8}(?:u(?:00(?:[01][\da-f]|7f|ad)|20(?:0[b-f]|2[a-e]|6[\da-f])|feff)|x(?:[01][\da-f]|7f)|0(?!\d))|%(?:25){0,4}(?:[01][\da-f]|7f)|&#x0{0,6}1?[\da-f];|&#0{0,6}(?:\d|[12]\d|3[01]);|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf|\xc2\xad/gi
/** Every character that `escapes`, `breaks` and `invisible` can begin with. Most parts of an answer have none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const special = /[\\%&\0-\x1f\x7f\xad\xc2\xe2\xef\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/i
const lineBreak = /\\{1,8}[rn]|[\r\n]/g
/** Longest gap inside a secret, in characters. The end of a text is not held back for a longer one. */
const gapLengthMax = 96

/** A decoded form of a text in which a secret may appear in plain form. */
export interface Level {
  readonly text: string
  /** Source position of the character at an index of `text`. */
  readonly startOf: (index: number) => number
  /** Source position where the character before an index of `text` ends. */
  readonly endOf: (index: number) => number
}

/**
 * Returns a text as received, and with its escapes decoded, once and repeatedly; each of them also without line breaks,
 * and without invisible characters.
 */
export function textLevels(text: string): readonly Level[] {
  const levels: Level[] = [{ text, startOf: (index) => index, endOf: (index) => index }]
  if (!special.test(text)) return levels
  for (let last = levels[0]; last !== undefined && levels.length <= levelsMax; ) {
    const next: Level | null = unescaped(last)
    if (next !== null) levels.push(next)
    last = next ?? undefined
  }
  return [...levels, ...levels.flatMap((level) => [unbroken(level) ?? [], visible(level) ?? []].flat())]
}

/** Returns the start of an incomplete escape at the end of a level; the level's end if there is none. */
export function escapeBegin({ text }: Level): number {
  return text.length - (escapeBegun.exec(text.slice(-escapeLengthMax))?.[0].length ?? 0)
}

/** Returns true if a text ends with an escape whose semicolon may still follow. */
export function isSemicolonDue(text: string): boolean {
  return semicolonDue.test(text.slice(-escapeLengthMax))
}

/** A range of a text and its replacement. */
interface Edit {
  readonly at: number
  readonly length: number
  readonly read: string
}

function unescaped(level: Level): Level | null {
  if (!/[\\%]|&#/.test(level.text)) return null
  const edits: Edit[] = []
  for (const match of level.text.matchAll(escapes)) {
    const [whole, json, python, long, sign, percent, hexadecimal, decimal] = match
    const hex = json ?? python ?? long ?? percent ?? hexadecimal
    const read = sign ?? String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    edits.push({ at: match.index, length: whole.length, read })
  }
  return edited(level, edits)
}

/** Returns the text without its line breaks; null if it has none. */
function unbroken(level: Level): Level | null {
  return edited(
    level,
    [...level.text.matchAll(breaks)].map(({ 0: { length }, index }) => ({ at: index, length, read: '' })),
  )
}

/** Returns the text without invisible characters; null if it has none. */
function visible(level: Level): Level | null {
  const unseen = [...level.text.matchAll(invisible)]
  if (unseen.length === 0) return null
  const signs = [...unseen, ...level.text.matchAll(lineBreak)].toSorted((one, other) => one.index - other.index)
  const runs: Edit[] = []
  for (const { 0: sign, index } of signs) {
    const last = runs.at(-1)
    if (last !== undefined && last.at + last.length === index)
      runs.splice(-1, 1, { ...last, length: last.length + sign.length })
    else runs.push({ at: index, length: sign.length, read: '' })
  }
  return edited(
    level,
    runs.filter(({ length }) => length <= gapLengthMax),
  )
}
/** Returns the level after edits, which are in order; null without any. */
function edited({ text, startOf, endOf }: Level, edits: readonly Edit[]): Level | null {
  if (edits.length === 0) return null
  const pieces: string[] = []
  /** For each edit: its end position in the new text, and the shift of all later text. */
  const at: number[] = []
  const moved: number[] = []
  let from = 0
  let shift = 0
  for (const { at: start, length, read } of edits) {
    pieces.push(text.slice(from, start), read)
    at.push(start - shift)
    shift += length - read.length
    moved.push(shift)
    from = start + length
  }
  pieces.push(text.slice(from))
  const moveOf = (index: number, below: number): number => index + (moved[countBelow(at, below) - 1] ?? 0)
  const isRemoval = edits[0]?.read === ''
  return {
    text: pieces.join(''),
    // characters removed at either end of a secret are not part of it
    startOf: (index) => startOf(moveOf(index, isRemoval ? index + 1 : index)),
    endOf: (index) => endOf(moveOf(index, index)),
  }
}

/** Returns the count of sorted numbers below a limit. */
function countBelow(numbers: readonly number[], bound: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? bound) < bound) low = middle + 1
    else high = middle
  }
  return low
}
