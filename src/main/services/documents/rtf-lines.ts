import { encodingOfCodePage } from './code-pages.ts'

/** Words that represent characters. */
const signs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
])
const ends = new Set(['par', 'sect', 'page', 'column'])
/** Destinations with their own text, and its introduction. */
const destinations: ReadonlyMap<string, string> = new Map([
  ['header', '[Header]'],
  ['headerl', '[Header]'],
  ['headerr', '[Header]'],
  ['headerf', '[Header]'],
  ['footer', '[Footer]'],
  ['footerl', '[Footer]'],
  ['footerr', '[Footer]'],
  ['footerf', '[Footer]'],
  ['footnote', ''],
  ['annotation', ''],
  ['atnauthor', ''],
])

/** Maximum number of bytes held back to be decoded together. */
const waitingMax = 65_536

/** Text that is held back while a note or a header is read. */
interface Outer {
  /** The note or header. */
  readonly name: string
  readonly line: string
  readonly lines: string[]
  readonly cells: string[]
  readonly rows: number
  readonly isInTable: boolean
}

/** Writes RTF text as lines of Markdown. */
export class RtfLines {
  /** Code page of the document, and that of the font in use, if it has its own. */
  documentPage = 1252
  page: number | null = null
  private lines: string[] = []
  private readonly footers = new Set<string>()
  private readonly headers = new Set<string>()
  private readonly notes: string[] = []
  private readonly outer: Outer[] = []
  private bytes: number[] = []
  private line = ''
  private author = ''
  private level = 0
  private isInTable = false
  private cells: string[] = []
  private rows = 0
  private readonly decoders = new Map<string, InstanceType<typeof TextDecoder>>()

  byte(code: number): void {
    // two bytes of one character are not separated
    if (this.bytes.length >= waitingMax && code < 0x80 && (this.bytes.at(-1) ?? 0) < 0x80) this.flush()
    this.bytes.push(code)
  }

  say(text: string): void {
    this.flush()
    this.line += text
  }

  /** Decodes the bytes held back. Two bytes of one character follow each other within one font. */
  flush(): void {
    if (this.bytes.length === 0) return
    const encoding = encodingOfCodePage(this.page ?? this.documentPage)
    let decoder = this.decoders.get(encoding)
    if (decoder === undefined) {
      decoder = new TextDecoder(encoding)
      this.decoders.set(encoding, decoder)
    }
    this.line += decoder.decode(Uint8Array.from(this.bytes))
    this.bytes = []
  }

  /** Writes the text of a word; returns false for an unknown word. */
  word(name: string, value: number | null): boolean {
    const sign = signs.get(name)
    if (sign !== undefined) this.say(sign)
    else if (ends.has(name)) this.endParagraph()
    else if (name === 'line' || name === 'lbr') this.say('\n')
    else if (name === 'cell' || name === 'nestcell') this.endCell()
    else if (name === 'row' || name === 'nestrow') this.endRow()
    else if (name === 'intbl') this.isInTable = true
    else if (name === 'outlinelevel') this.level = (value ?? 9) + 1
    else if (name === 'pard') {
      this.isInTable = false
      this.level = 0
    } else return false
    return true
  }

  endParagraph(): void {
    this.flush()
    if (this.isInTable) {
      // a cell is one line of a table
      if (this.line !== '') this.line += ' '
      return
    }
    this.endTable()
    if (this.line.trim() !== '') {
      const mark = this.level >= 1 && this.level <= 6 ? `${'#'.repeat(this.level)} ` : ''
      this.lines.push(`${mark}${this.line.trim()}`, '')
    }
    this.line = ''
  }

  /** Begins a note or a header; returns false for another name. */
  beginDestination(name: string): boolean {
    if (!destinations.has(name)) return false
    this.flush()
    this.outer.push({
      name,
      line: this.line,
      lines: this.lines,
      cells: this.cells,
      rows: this.rows,
      isInTable: this.isInTable,
    })
    this.line = ''
    this.lines = []
    this.cells = []
    this.rows = 0
    this.isInTable = false
    return true
  }

  endDestination(name: string): void {
    if (!destinations.has(name)) return
    this.isInTable = false
    this.endParagraph()
    const text = this.lines.filter((line) => line !== '').join('\n')
    const outer = this.outer.pop() ?? { name, line: '', lines: [], cells: [], rows: 0, isInTable: false }
    this.lines = outer.lines
    this.line = outer.line
    this.cells = outer.cells
    this.rows = outer.rows
    this.isInTable = outer.isInTable
    if (!/[\p{L}\p{N}]/u.test(text)) return
    if (name === 'atnauthor') this.author = text
    else if (name === 'footnote') this.writeNote(text)
    else if (name === 'annotation') {
      this.writeNote(this.author === '' ? `Comment: ${text}` : `Comment by ${this.author}: ${text}`)
      this.author = ''
    } else {
      const lead = destinations.get(name) ?? ''
      const margins = lead === '[Header]' ? this.headers : this.footers
      if (/\p{L}/u.test(text)) margins.add(`${lead}\n${text}`)
    }
  }

  linesSoFar(): string {
    // a file that is truncated within a note keeps the text before it
    for (let open = this.outer.at(-1); open !== undefined; open = this.outer.at(-1)) this.endDestination(open.name)
    this.isInTable = false
    this.endParagraph()
    const body = this.lines.join('\n').trim()
    return [...this.headers, body, this.notes.join('\n'), ...this.footers].filter((one) => one !== '').join('\n\n')
  }

  private writeNote(text: string): void {
    const number = this.notes.length + 1
    this.notes.push(`[^${number}]: ${text.replace(/\s+/g, ' ')}`)
    this.line += `[^${number}]`
  }

  private endCell(): void {
    this.flush()
    this.cells.push(this.line.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim())
    this.line = ''
  }

  private endRow(): void {
    this.flush()
    if (this.cells.length === 0) return
    this.lines.push(`| ${this.cells.join(' | ')} |`)
    if (this.rows === 0) this.lines.push(`|${' --- |'.repeat(this.cells.length)}`)
    this.rows += 1
    this.cells = []
  }

  private endTable(): void {
    if (this.cells.length > 0) this.endRow()
    if (this.rows > 0) this.lines.push('')
    this.rows = 0
  }
}
