import { AlternateForms, isForm } from './alternate-forms.ts'
import { DocxFields, isOn } from './docx-fields.ts'

/** Elements left out: deleted and moved text, earlier properties, and readings above characters. */
const gone = new Set(['w:del', 'w:moveFrom', 'w:rt', 'w:pPrChange', 'w:sectPrChange'])

/** Returns true for elements that may be left out, which are therefore counted within an omitted element. */
function isLeftOut(name: string): boolean {
  return gone.has(name) || isForm(name) || name === 'w:sdtContent'
}

/** A file within the document, by the id of its link. Its text belongs before the line with this number. */
export interface ChunkPlace {
  readonly id: string
  readonly line: number
}

/** Writes the body of a document, of a note or of a header as lines of Markdown. */
export class DocxWriter {
  readonly lines: string[] = []
  /** Marks of the notes that the text refers to. */
  readonly notes = new Set<string>()
  /** Links to the headers and footers of the sections. */
  readonly margins = new Set<string>()
  readonly chunks: ChunkPlace[] = []
  private readonly forms = new AlternateForms()
  private readonly fields = new DocxFields()
  /** True if the content of the control being opened is the placeholder of an empty one. */
  private isHint = false
  /** Open elements whose content is left out. */
  private skipped = 0
  /** Paragraphs that continue after the open text boxes. */
  private readonly outer: { readonly line: string; readonly prefix: string }[] = []
  private line = ''
  private prefix = ''
  private isText = false
  /** Cells of the open row of the outermost table; null outside of tables. */
  private cells: string[] | null = null
  private tables = 0
  private rows = 0
  /** Links to files of the open table. */
  private waiting: string[] = []

  open(name: string, attributes: () => ReadonlyMap<string, string>): void {
    if (this.skips(name)) this.skipped += 1
    if (name === 'w:sdtContent') this.isHint = false
    if (this.skipped > 0) return
    this.line += this.fields.open(name, attributes)
    switch (name) {
      case 'mc:AlternateContent':
        this.forms.begin()
        break
      case 'w:t':
      case 'm:t':
        this.isText = true
        break
      case 'w:txbxContent':
        this.beginBox()
        break
      case 'w:noBreakHyphen':
        // the hyphen that people type when they search
        this.line += '-'
        break
      case 'w:footnoteReference':
        this.writeNote('', attributes)
        break
      case 'w:endnoteReference':
        this.writeNote('e', attributes)
        break
      case 'w:commentReference':
        this.writeNote('c', attributes)
        break
      case 'w:headerReference':
      case 'w:footerReference':
        this.margins.add(linkIn(attributes()))
        break
      case 'w:altChunk':
        // an inner file in a table is written after the table
        this.waiting.push(linkIn(attributes()))
        if (this.tables === 0) this.placeChunks()
        break
      case 'w:showingPlcHdr':
        this.isHint = isOn(attributes())
        break
      case 'w:tab':
        // tab stops use the same element; they come before any text
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
    if (this.skipped > 0) {
      if (isLeftOut(name)) this.skipped -= 1
      return
    }
    this.line += this.fields.close(name)
    switch (name) {
      case 'mc:AlternateContent':
        this.forms.end()
        break
      case 'w:t':
      case 'm:t':
        this.isText = false
        break
      case 'w:p':
        this.endParagraph()
        break
      case 'w:txbxContent':
        this.endBox()
        break
      case 'w:tc':
        if (this.tables === 1) this.endCell()
        break
      case 'w:tr':
        if (this.tables === 1) this.endRow()
        break
      case 'w:tbl':
        this.tables -= 1
        if (this.tables > 0) break
        this.lines.push('')
        this.placeChunks()
        break
    }
  }

  text(text: string): void {
    if (!this.isText || this.skipped > 0) return
    this.line += text
    this.forms.markRead()
  }

  /**
   * Returns true if an element being opened is left out: removed text, a placeholder, or a form that repeats what was
   * read.
   */
  private skips(name: string): boolean {
    if (this.skipped > 0) return isLeftOut(name)
    return gone.has(name) || (name === 'w:sdtContent' && this.isHint) || this.forms.repeats(name)
  }

  private placeChunks(): void {
    for (const id of this.waiting) this.chunks.push({ id, line: this.lines.length })
    this.waiting = []
  }

  private writeNote(mark: string, attributes: () => ReadonlyMap<string, string>): void {
    const id = attributes().get('w:id')
    if (id === undefined) return
    this.notes.add(`${mark}${id}`)
    this.line += `[^${mark}${id}]`
  }

  private beginBox(): void {
    if (this.tables > 0) {
      // a cell is one line of a table
      if (this.line !== '') this.line += ' '
      return
    }
    this.outer.push({ line: this.line, prefix: this.prefix })
    this.line = ''
    this.prefix = ''
  }

  private endBox(): void {
    if (this.tables > 0) return
    const { line, prefix } = this.outer.pop() ?? { line: '', prefix: '' }
    this.line += line
    this.prefix = prefix
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

/** Returns the link that an element names. Each writer chooses the prefix. */
function linkIn(attributes: ReadonlyMap<string, string>): string {
  return [...attributes].find(([key]) => key.endsWith(':id'))?.[1] ?? ''
}
