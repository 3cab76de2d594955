/** Longest text of a row, in code points: more than any row has room for. */
const lengthMax = 300
/** Embeddings, overrides and isolates, which turn round what stands behind them where they are not closed. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

/** A text that comes from elsewhere, fit to be set into a sentence: it cannot turn round the words behind it. */
export function withoutDirectionControls(text: string): string {
  return text.replace(directionControls, '')
}

/** The beginning of a text that comes from elsewhere, in one line: bounded, and without controls. */
export function lineText(text: string, max = lengthMax): string {
  const begin = text.trimStart()
  // a code point is two units at most; the rest is for blanks and controls, which go
  const line = withoutDirectionControls(begin.slice(0, max * 8).toWellFormed())
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const points = [...line]
  const isWhole = points.length <= max && begin.length <= max * 8
  return isWhole
    ? line
    : `${points
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
