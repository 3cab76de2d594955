import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { walkXml } from '../../xml-walk.ts'
import type { DocumentText } from './document.ts'
import { zipPart } from './zip-parts.ts'

/**
 * The text of a Word document as Markdown: headings, list marks and tables. Deleted text and field codes are left out.
 * Give it an archive that `zipNames` accepted.
 */
export function docxText(bytes: Uint8Array): DocumentText | FileProblem {
  const main = zipPart(bytes, 'word/document.xml')
  if (typeof main === 'string') return main
  if (main === null) return 'damaged'
  const writer = new DocxWriter()
  const isWhole = walkXml(new TextDecoder().decode(main), writer)
  if (!isWhole) return 'damaged'
  return { text: writer.lines.join('\n').trim(), pages: null }
}

class DocxWriter {
  readonly lines: string[] = []
  private line = ''
  private prefix = ''
  private isText = false
  /** Cells of the open row of the outermost table; null outside of tables. */
  private cells: string[] | null = null
  private tables = 0
  private rows = 0

  open(name: string, attributes: () => ReadonlyMap<string, string>): void {
    switch (name) {
      case 'w:t':
        this.isText = true
        break
      case 'w:tab':
        // also the definition of a tab stop, which stands before any text
        if (this.line !== '') this.line += '\t'
        break
      case 'w:br':
      case 'w:cr':
        this.line += '\n'
        break
      case 'w:pStyle': {
        const level = /^(?:heading|标题)?\s?([1-6])$/i.exec(attributes().get('w:val') ?? '')?.[1]
        if (level !== undefined) this.prefix = `${'#'.repeat(Number(level))} `
        break
      }
      case 'w:numPr':
        if (this.prefix === '') this.prefix = '- '
        break
      case 'w:tbl':
        this.tables += 1
        if (this.tables === 1) this.rows = 0
        break
      case 'w:tr':
        if (this.tables === 1) this.cells = []
        break
    }
  }

  close(name: string): void {
    switch (name) {
      case 'w:t':
        this.isText = false
        break
      case 'w:p':
        this.endParagraph()
        break
      case 'w:tc':
        if (this.tables === 1) this.endCell()
        break
      case 'w:tr':
        if (this.tables === 1) this.endRow()
        break
      case 'w:tbl':
        this.tables -= 1
        if (this.tables === 0) this.lines.push('')
        break
    }
  }

  text(text: string): void {
    if (this.isText) this.line += text
  }

  private endParagraph(): void {
    if (this.tables > 0) {
      // a cell is one line of a table
      if (this.line !== '') this.line += ' '
      this.prefix = ''
      return
    }
    if (this.line.trim() !== '') this.lines.push(`${this.prefix}${this.line}`, '')
    this.line = ''
    this.prefix = ''
  }

  private endCell(): void {
    this.cells?.push(this.line.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim())
    this.line = ''
  }

  private endRow(): void {
    const cells = this.cells ?? []
    this.cells = null
    if (cells.length === 0) return
    this.lines.push(`| ${cells.join(' | ')} |`)
    if (this.rows === 0) this.lines.push(`|${' --- |'.repeat(cells.length)}`)
    this.rows += 1
  }
}
