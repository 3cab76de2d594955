/** A run of ordinary text, or one character that is invisible or changes how others look. */
export interface TextRun {
  readonly start: number
  readonly text: string
  /** Code of the character, such as `U+202E`; null for ordinary text. */
  readonly code: string | null
}

/** Maximum number of invisible characters that get their own element. */
const marksMax = 60

/**
 * Controls, direction marks, zero-width and other ignorable characters, and unpaired surrogates. Line ends, tabs, and
 * the joiners and selectors inside an emoji are not included.
 */
const odd =
  /(?!\r\n)(?![\t\n])(?!(?<=\p{Extended_Pictographic})\ufe0f)(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** Returns the number of invisible characters in a text. */
export function oddCount(text: string): number {
  return text.match(odd)?.length ?? 0
}

/** Returns a text with its invisible characters replaced by their codes, as plain text. */
export function withCodes(text: string): string {
  return text.replace(odd, (character) => `[${codeOf(character)}]`)
}

/** Splits a text at its invisible characters. A text with very many of them becomes one run with the codes in it. */
export function textRuns(text: string): readonly TextRun[] {
  const found = [...text.matchAll(odd)]
  if (found.length > marksMax) return [{ start: 0, text: withCodes(text), code: null }]
  const runs: TextRun[] = []
  let at = 0
  for (const { 0: character, index } of found) {
    if (index > at) runs.push({ start: at, text: text.slice(at, index), code: null })
    runs.push({ start: index, text: character, code: codeOf(character) })
    at = index + character.length
  }
  if (at < text.length) runs.push({ start: at, text: text.slice(at), code: null })
  return runs
}
