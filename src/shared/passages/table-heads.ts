/** A table in a text: its range in UTF-16 units, and its first row, which names the columns. */
export interface TextTable {
  readonly start: number
  readonly end: number
  readonly head: string
}

/** Longest first row that is repeated, in UTF-16 units; a longer one is cut. */
const headMax = 1_000

/**
 * Returns the first row of the table that each passage continues, in the order of the passages; null if it continues
 * none.
 */
export function tableHeads(
  chunks: readonly { readonly start: number }[],
  tables: readonly TextTable[],
): readonly (string | null)[] {
  let at = 0
  return chunks.map(({ start }) => {
    // both are in order, so each table is examined once
    while ((tables[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1
    const table = tables[at]
    return table !== undefined && table.start < start ? table.head : null
  })
}

/** Returns the tables of Markdown, in order: a row, a line of dashes, and the following rows. */
export function markdownTables(text: string): readonly TextTable[] {
  const tables: TextTable[] = []
  let before: { readonly start: number; readonly line: string } | null = null
  let open: { readonly start: number; readonly head: string } | null = null
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    const line = text.slice(start, end)
    const isRow = line.includes('|')
    if (open !== null && !isRow) {
      tables.push({ ...open, end: start })
      open = null
    } else if (open === null && isRow && before !== null && isDashes(line)) {
      open = { start: before.start, head: shownHead(before.line) }
    }
    before = isRow ? { start, line } : null
    start = end + 1
  }
  return open === null ? tables : [...tables, { ...open, end: text.length }]
}

/** Returns a range of comma- or tab-separated lines as a table; null if it has no second line. */
export function separatedTable(text: string, start: number, end: number): TextTable | null {
  const newline = text.indexOf('\n', start)
  if (newline < 0 || newline >= end) return null
  return { start, end, head: shownHead(text.slice(start, newline)) }
}

function shownHead(line: string): string {
  return line.trim().slice(0, headMax).toWellFormed()
}

/** Returns true if a line separates the first row of a table from the others. */
function isDashes(line: string): boolean {
  if (!line.includes('-')) return false
  for (let at = 0; at < line.length; at += 1) if (!'|-: \t\r'.includes(line.charAt(at))) return false
  return true
}
