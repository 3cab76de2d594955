/** Longest quote, in UTF-16 units. */
export const quoteMax = 20_000

/**
 * Returns the text to append to a draft to quote a selection: lines with `> `, separated from the text before. `source`
 * is a line above them that says where they are from. A quote that is too long ends with an ellipsis.
 */
export function quoteAfter(draft: string, selection: string, source = ''): string {
  const text = selection.trim()
  const shown = text.length > quoteMax ? `${text.slice(0, quoteMax).toWellFormed()}…` : text.toWellFormed()
  const lines = shown.split(/\r\n?|\n/)
  const quote = lines.map((line) => `> ${line}`.trimEnd()).join('\n')
  const ends = draft.endsWith('\n\n') ? 2 : draft.endsWith('\n') ? 1 : 0
  const gap = draft.trim() === '' ? '' : '\n'.repeat(Math.max(0, 2 - ends))
  return `${gap}${source === '' ? '' : `${source}\n`}${quote}\n\n`
}
