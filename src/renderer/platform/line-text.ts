/** Longest text of a row, in code points; more than fits any row. */
const lengthMax = 300
/** Direction embeddings, overrides and isolates; unclosed ones change the direction of all later text. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

/** Removes direction controls from a foreign text, so that it can be inserted into a sentence. */
export function withoutDirectionControls(text: string): string {
  return text.replace(directionControls, '')
}

/** Returns the beginning of a foreign text in one line, bounded and without controls. */
export function lineText(text: string, max = lengthMax): string {
  const begin = text.trimStart()
  // a code point has at most two units; the rest allows for spaces and controls, which are removed
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

/** Returns the beginning of a prompt in one line, for a title. */
export function promptTitle(prompt: string, max = 48): string {
  return lineText(prompt, max)
}
