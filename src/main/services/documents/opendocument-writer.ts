/** Maximum number of spaces that one element can represent. */
const spacesMax = 100
/** Elements whose content is not text of the page. */
const hidden = new Set([
  'text:tracked-changes',
  'text:ruby-text',
  'office:binary-data',
  'draw:object',
  'svg:title',
  'svg:desc',
  'office:scripts',
  'office:styles',
  'office:automatic-styles',
  'office:master-styles',
  'office:meta',
  'office:settings',
  'text:table-of-content-source',
  'presentation:header-decl',
  'presentation:footer-decl',
  'presentation:date-time-decl',
])

/** A paragraph that waits while a text box or shape inside it is read. */
interface Torn {
  readonly line: string
  readonly prefix: string
  readonly paragraphs: number
  readonly blocks: string[]
  readonly boxes: string[]
}

/** Writes the body of an OpenDocument text or presentation as Markdown. Each slide follows a line with its number. */
export class OpenDocumentWriter {
  /** Slides so far. */
  slides = 0
  hasText = false
  private blocks: string[] = []
  private readonly pages: string[][] = []
  private readonly notes: string[] = []
  private line = ''
  private prefix = ''
  /** Open paragraphs: only their words are the text. */
  private paragraphs = 0
  private hiddenDepth = 0
  /** The paragraph around each open shape; null for a shape outside of paragraphs, or in a cell or note. */
  private readonly torn: (Torn | null)[] = []
  /** Blocks of the text boxes within the paragraph, which are written after it. */
  private boxes: string[] = []
  /** Text before each open note or comment, continued after it. */
  private readonly outer: { readonly line: string; readonly prefix: string }[] = []
  private author = ''
  private isAuthor = false
  /** Number of open elements whose words are not text of the document, such as the date of a comment. */
  private silent = 0
  private rows: string[] = []
  private cells: string[] | null = null
  private tables = 0
  private isTitle = false
  private isSpoken = false

  open(name: string, attributes: () => ReadonlyMap<string, string>): void {
    if (this.hiddenDepth > 0 || hidden.has(name)) {
      this.hiddenDepth += 1
      return
    }
    if (name.startsWith('draw:')) this.openShape()
    switch (name) {
      case 'text:h': {
        const level = Math.trunc(Number(attributes().get('text:outline-level') ?? 1))
        this.prefix = `${'#'.repeat(Math.min(6, Math.max(1, level || 1)))} `
        this.paragraphs += 1
        break
      }
      case 'text:p':
        this.paragraphs += 1
        break
      case 'text:list-item':
        this.prefix = '- '
        break
      case 'text:s':
        this.line += ' '.repeat(Math.min(spacesMax, Math.max(1, Number(attributes().get('text:c') ?? 1) || 1)))
        break
      case 'text:tab':
        this.line += '\t'
        break
      case 'text:line-break':
        this.line += '\n'
        break
      case 'text:note-citation':
      case 'dc:date':
      case 'meta:creator-initials':
      case 'loext:sender-initials':
        this.silent += 1
        break
      case 'dc:creator':
        this.isAuthor = true
        this.author = ''
        break
      case 'text:note':
      case 'office:annotation':
        this.author = ''
        this.outer.push({ line: this.line, prefix: this.prefix })
        this.line = ''
        this.prefix = ''
        break
      case 'table:table':
        this.tables += 1
        if (this.tables === 1) this.rows = []
        break
      case 'table:table-row':
        if (this.tables === 1) this.cells = []
        break
      case 'draw:page':
        this.slides += 1
        this.blocks = []
        this.pages.push(this.blocks)
        break
      case 'draw:frame':
        this.isTitle = attributes().get('presentation:class') === 'title'
        break
      case 'presentation:notes':
        this.isSpoken = true
        break
    }
  }

  close(name: string): void {
    if (this.hiddenDepth > 0) {
      this.hiddenDepth -= 1
      return
    }
    if (name.startsWith('draw:')) this.closeShape()
    switch (name) {
      case 'text:p':
      case 'text:h':
        this.paragraphs = Math.max(0, this.paragraphs - 1)
        this.endParagraph()
        break
      case 'text:note-citation':
      case 'dc:date':
      case 'meta:creator-initials':
      case 'loext:sender-initials':
        this.silent = Math.max(0, this.silent - 1)
        break
      case 'dc:creator':
        this.isAuthor = false
        break
      case 'text:note':
      case 'office:annotation':
        this.endNote(name === 'text:note')
        break
      case 'table:table-cell':
      case 'table:covered-table-cell':
        if (this.tables === 1) this.endCell()
        break
      case 'table:table-row':
        if (this.tables === 1) this.endRow()
        break
      case 'table:table':
        this.tables -= 1
        if (this.tables > 0) break
        if (this.rows.length > 0) this.blocks.push(this.rows.join('\n'))
        break
      case 'draw:frame':
        this.isTitle = false
        break
      case 'presentation:notes':
        this.isSpoken = false
        break
    }
  }

  text(text: string): void {
    if (this.hiddenDepth > 0 || this.silent > 0) return
    if (this.isAuthor) this.author += text
    else if (this.paragraphs > 0) this.line += text.replace(/\s+/g, ' ')
  }

  markdown(): string {
    const pages = this.pages.map((blocks, index) => `[Page ${index + 1}]\n${blocks.join('\n\n')}`)
    const blocks = pages.length > 0 ? pages : this.blocks
    return [...blocks, this.notes.join('\n')].filter((block) => block !== '').join('\n\n')
  }

  /** Returns the number of slides without words. */
  blankSlides(): number {
    return this.pages.filter((blocks) => blocks.length === 0).length
  }

  private openShape(): void {
    const isWithin = this.paragraphs > 0 && this.tables === 0 && this.outer.length === 0
    const { blocks, boxes, line, paragraphs, prefix } = this
    this.torn.push(isWithin ? { blocks, boxes, line, paragraphs, prefix } : null)
    if (!isWithin) return
    this.blocks = []
    this.boxes = []
    this.line = ''
    this.paragraphs = 0
    this.prefix = ''
  }

  private closeShape(): void {
    const torn = this.torn.pop() ?? null
    if (torn === null) return
    for (const block of this.blocks) torn.boxes.push(block)
    this.blocks = torn.blocks
    this.boxes = torn.boxes
    this.line = torn.line
    this.paragraphs = torn.paragraphs
    this.prefix = torn.prefix
  }

  private endParagraph(): void {
    if (this.tables > 0 || this.outer.length > 0) {
      // a cell or a note is one line
      if (this.line !== '') this.line += ' '
      this.prefix = ''
      return
    }
    const line = this.line.trim()
    if (line !== '') {
      this.hasText = true
      const mark = this.isTitle ? '# ' : this.isSpoken ? 'Notes: ' : this.prefix
      this.blocks.push(`${mark}${line}`)
    }
    this.line = ''
    this.prefix = ''
    for (const block of this.boxes) this.blocks.push(block)
    this.boxes = []
  }

  private endNote(isNote: boolean): void {
    const text = this.line.replace(/\s+/g, ' ').trim()
    const { line, prefix } = this.outer.pop() ?? { line: '', prefix: '' }
    this.line = line
    this.prefix = prefix
    if (text === '') return
    const author = this.author.trim()
    const mark = `${isNote ? '' : 'c'}${this.notes.length + 1}`
    const lead = isNote ? '' : author === '' ? 'Comment: ' : `Comment by ${author}: `
    this.notes.push(`[^${mark}]: ${lead}${text}`)
    // a comment on a slide is outside its paragraphs
    if (this.paragraphs > 0) this.line += `[^${mark}]`
    else this.blocks.push(`[^${mark}]`)
    this.hasText = true
  }

  private endCell(): void {
    this.cells?.push(this.line.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim())
    this.line = ''
  }

  private endRow(): void {
    const cells = this.cells ?? []
    this.cells = null
    if (cells.length === 0) return
    this.hasText ||= cells.some((cell) => cell !== '')
    this.rows.push(`| ${cells.join(' | ')} |`)
    if (this.rows.length === 1) this.rows.push(`|${' --- |'.repeat(cells.length)}`)
  }
}
