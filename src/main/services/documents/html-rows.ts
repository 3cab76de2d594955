/** Characters at the start of a table that are searched for header cells. */
const headMax = 500

/**
 * Returns true if the table whose content begins at `at` names its columns in its first row. Other tables may only lay
 * out a page.
 */
export function isHeadedTable(html: string, at: number): boolean {
  const begin = html.slice(at, at + headMax).toLowerCase()
  const head = begin.search(/<th[\s>]/)
  // header cells of a table within a cell do not count
  const end = begin.search(/<\/tr|<\/?table[\s>]/)
  return head >= 0 && (end < 0 || head < end)
}

/** Collects the rows of a table as Markdown. Tables within its cells become words of the cell. */
export class HtmlRows {
  private readonly rows: string[] = []
  private cells: string[] = []
  /** Texts outside of cells, such as the caption. */
  private readonly outside: string[] = []
  private depth = 1
  private isInCell = false

  /**
   * Accepts a tag of the table, with the text since the tag before. Returns `ended` after the table, `cell` if the text
   * was used, and `word` if the text continues after a space.
   */
  tag(name: string, isClosing: boolean, line: { readonly cell: () => string }): 'ended' | 'cell' | 'word' {
    const before = this.depth
    if (name === 'table') this.depth += isClosing ? -1 : 1
    // the end of an inner table ends no cell
    if (Math.max(before, this.depth) > 1 || !['table', 'tr', 'td', 'th'].includes(name)) return 'word'
    const text = line.cell().replace(/\s+/g, ' ').trim()
    if (this.isInCell) this.cells.push(text.replaceAll('|', '\\|'))
    else if (text !== '') this.outside.push(text)
    this.isInCell = (name === 'td' || name === 'th') && !isClosing
    if (name === 'tr' || name === 'table') this.endRow()
    return this.depth === 0 ? 'ended' : 'cell'
  }

  /** Ends the table and the unclosed tables within it. */
  endElement(line: { readonly cell: () => string }): void {
    this.depth = 1
    this.tag('tr', true, line)
  }

  /** Returns the rows so far. */
  rowsSoFar(): string {
    return [...this.outside, this.rows.join('\n')].filter((text) => text !== '').join('\n\n')
  }

  private endRow(): void {
    const { cells } = this
    this.cells = []
    if (cells.every((cell) => cell === '')) return
    this.rows.push(`| ${cells.join(' | ')} |`)
    if (this.rows.length === 1) this.rows.push(`|${' --- |'.repeat(cells.length)}`)
  }
}
