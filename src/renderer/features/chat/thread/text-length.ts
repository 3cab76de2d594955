const linesMax = 12
const charactersPerLine = 90

/** Whether a text takes more than about a dozen lines, found without reading more of it than that. */
export function isLong(text: string): boolean {
  if (text.length > linesMax * charactersPerLine) return true
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > linesMax
}
