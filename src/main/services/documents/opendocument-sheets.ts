import type { SheetText } from './sheet-tables.ts'

/** Maximum number of columns of a sheet, and maximum text of all rows in UTF-16 units. */
const columnsMax = 16_384
const textMax = 4_000_000

/** Elements whose content is not text of a sheet, such as the numbers of a chart. */
const hidden = new Set(['draw:object', 'draw:object-ole', 'office:binary-data', 'svg:title', 'svg:desc'])

/**
 * Reads the sheets of an OpenDocument spreadsheet as lines of CSV. Comments and text boxes follow the rows of their
 * sheet.
 */
export class OpenDocumentSheets {
  readonly sheets: SheetText[] = []
  /** True if the rows exceed the limit. Repeated rows make a small file long. */
  isTooLarge = false
  private name = ''
  private lines: string[] = []
  /** Comments and text boxes. */
  private notes: string[] = []
  private cells: string[] = []
  /** Blank cells before the next cell with content. */
  private blanks = 0
  /** Number of the row in its sheet, blank ones included. */
  private row = 1
  private rowRepeats = 1
  private cellRepeats = 1
  private value: string | null = null
  private line = ''
  private paragraphs = 0
  private comment: string | null = null
  private author = ''
  /** Words of the open shape; null outside of shapes. */
  private box: string | null = null
  private shapes = 0
  private hiddenDepth = 0
  private inner = ''
  private tables = 0
  private length = 0

  open(name: string, attributes: () => ReadonlyMap<string, string>): void {
    if (this.hiddenDepth > 0 || hidden.has(name)) {
      this.hiddenDepth += 1
      return
    }
    // a table within a cell becomes words of the cell
    if (this.tables > 1 && isPartOfTable(name)) return
    if (name.startsWith('draw:')) {
      this.shapes += 1
      this.box ??= ''
    }
    switch (name) {
      case 'table:table':
        this.tables += 1
        if (this.tables > 1) break
        this.name = attributes().get('table:name') ?? ''
        this.lines = []
        this.notes = []
        this.row = 1
        break
      case 'table:table-row':
        this.cells = []
        this.blanks = 0
        this.rowRepeats = repeats(attributes().get('table:number-rows-repeated'))
        break
      case 'table:table-cell':
      case 'table:covered-table-cell': {
        const values = attributes()
        this.cellRepeats = repeats(values.get('table:number-columns-repeated'))
        this.value = valueOfCell(values)
        this.line = ''
        this.paragraphs = 0
        break
      }
      case 'office:annotation':
        this.comment = ''
        this.author = ''
        break
      case 'text:p':
        if (this.comment !== null || this.box !== null) break
        if (this.paragraphs > 0) this.line += '\n'
        this.paragraphs += 1
        break
      case 'text:s':
        this.addText(' ')
        break
      case 'text:tab':
        this.addText('\t')
        break
      case 'text:line-break':
        this.addText('\n')
        break
      case 'dc:creator':
      case 'dc:date':
        this.inner = name
        break
    }
  }

  close(name: string): void {
    if (this.hiddenDepth > 0) {
      this.hiddenDepth -= 1
      return
    }
    if (this.tables > 1 && isPartOfTable(name)) return
    if (name.startsWith('draw:')) this.endShape()
    switch (name) {
      case 'table:table':
        this.tables -= 1
        if (this.tables === 0)
          this.sheets.push({ name: this.name, rows: this.lines.join('\n'), beside: this.notes.join('\n') })
        break
      case 'table:table-row':
        this.endRow()
        break
      case 'table:table-cell':
      case 'table:covered-table-cell':
        this.endCell()
        break
      case 'office:annotation': {
        const text = (this.comment ?? '').replace(/\s+/g, ' ').trim()
        const by = this.author.trim() === '' ? '' : ` by ${this.author.trim()}`
        if (text !== '') this.notes.push(`Comment${by} at row ${this.row}: ${text}`)
        this.comment = null
        break
      }
      case 'text:p':
        if (this.comment !== null || this.box !== null) this.addText(' ')
        break
      case 'dc:creator':
      case 'dc:date':
        this.inner = ''
        break
    }
  }

  text(text: string): void {
    if (this.hiddenDepth > 0) return
    if (this.inner === 'dc:creator') this.author += text
    else if (this.inner === '') this.addText(text)
  }

  private addText(text: string): void {
    if (this.comment !== null) this.comment += text
    else if (this.box !== null) this.box += text
    else this.line += text
  }

  private endShape(): void {
    this.shapes -= 1
    if (this.shapes > 0) return
    const text = (this.box ?? '').replace(/\s+/g, ' ').trim()
    this.box = null
    if (text !== '') this.notes.push(`Text box: ${text}`)
  }

  private endCell(): void {
    const shown = (this.value ?? this.line).trim()
    this.line = ''
    this.value = null
    if (shown === '') {
      this.blanks += this.cellRepeats
      return
    }
    const room = columnsMax - this.cells.length
    for (let index = Math.min(this.blanks, room); index > 0; index -= 1) this.cells.push('')
    this.blanks = 0
    const written = /[",\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown
    for (let index = Math.min(this.cellRepeats, columnsMax - this.cells.length); index > 0; index -= 1) {
      this.length += written.length + 1
      if (this.length > textMax) this.isTooLarge = true
      if (this.isTooLarge) return
      this.cells.push(written)
    }
  }

  private endRow(): void {
    this.row += this.rowRepeats
    if (this.cells.length === 0 || this.isTooLarge) return
    const line = this.cells.join(',')
    for (let index = this.rowRepeats; index > 0 && !this.isTooLarge; index -= 1) {
      this.lines.push(line)
      this.length += line.length + 1
      if (this.length > textMax) this.isTooLarge = true
    }
    this.cells = []
  }
}

function isPartOfTable(name: string): boolean {
  return name === 'table:table-row' || name === 'table:table-cell' || name === 'table:covered-table-cell'
}

function repeats(value: string | undefined): number {
  const count = Math.trunc(Number(value ?? 1))
  return Number.isFinite(count) ? Math.min(1_048_576, Math.max(1, count)) : 1
}

/** Returns the exact value of a cell; null if its words are the value. */
function valueOfCell(values: ReadonlyMap<string, string>): string | null {
  switch (values.get('office:value-type')) {
    case 'float':
      return values.get('office:value') ?? null
    case 'date':
      return (
        values
          .get('office:date-value')
          ?.replace(/T00:00:00(?:\.0+)?$/, '')
          .replace('T', ' ') ?? null
      )
    case 'boolean':
      return values.get('office:boolean-value') ?? null
    default:
      return null
  }
}
