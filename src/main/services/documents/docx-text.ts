import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { walkXml, type XmlVisitor } from '../../xml-walk.ts'
import { AlternateForms, isForm } from './alternate-forms.ts'
import type { DocumentText } from './document.ts'
import { linksFrom } from './office-parts.ts'
import { declaredText } from './text-decoding.ts'
import { zipPart } from './zip-parts.ts'

/**
 * The text of a Word document as Markdown: headings, list marks and tables, then its notes. Deleted text, the old place of moved
 * text and field codes are left out, and so is the second form of what is stored twice for older programs.
 * Give it an archive that `zipNames` accepted, and the name of its main part.
 */
export function docxText(bytes: Uint8Array, document: string): DocumentText | FileProblem {
  const main = zipPart(bytes, document)
  if (typeof main === 'string') return main
  if (main === null) return 'damaged'
  const writer = new DocxWriter()
  const xml = declaredText(main)
  if (xml === null || !walkXml(xml, withUsualPrefix(writer))) return 'damaged'
  const texts = [writer.lines.join('\n').trim()]
  const links = linksFrom(bytes, document)
  for (const [name, mark] of notes) {
    const part = links.find(({ kind }) => kind === name)?.part ?? `word/${name}.xml`
    const found = notesIn(bytes, part, mark)
    if (typeof found === 'string') return found
    const used = [...found].filter(([id]) => writer.notes.has(`${mark}${id}`))
    texts.push(used.map(([id, text]) => `[^${mark}${id}]: ${text}`).join('\n'))
  }
  return { text: texts.filter((text) => text !== '').join('\n\n'), pages: null }
}

/** Kinds of parts with notes, and what distinguishes their marks: a document has footnote 2 and endnote 2. */
const notes = [
  ['footnotes', ''],
  ['endnotes', 'e'],
] as const

/** The notes of a part by id, each on one line. */
function notesIn(bytes: Uint8Array, part: string, mark: string): ReadonlyMap<string, string> | FileProblem {
  const found = zipPart(bytes, part)
  if (typeof found === 'string') return found
  const texts = new Map<string, string>()
  if (found === null) return texts
  const xml = declaredText(found)
  if (xml === null) return 'damaged'
  let id: string | null = null
  let writer = new DocxWriter()
  const name = mark === '' ? 'w:footnote' : 'w:endnote'
  const visitor: XmlVisitor = {
    open: (tag, attributes) => {
      if (tag !== name) return writer.open(tag, attributes)
      id = attributes().get('w:id') ?? null
      writer = new DocxWriter()
    },
    close: (tag) => {
      if (tag !== name) return writer.close(tag)
      const text = writer.lines.join(' ').replace(/\s+/g, ' ').trim()
      if (id !== null && text !== '') texts.set(id, text)
      id = null
    },
    text: (text) => writer.text(text),
  }
  return walkXml(xml, withUsualPrefix(visitor)) ? texts : 'damaged'
}

/** Word's namespace: the usual one, and that of the strict form. */
const namespaces = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])

/** Names what is in Word's namespace with the prefix `w`. Other programs may give it another prefix, or none. */
function withUsualPrefix(visitor: XmlVisitor): XmlVisitor {
  let prefixes: ReadonlySet<string> | null = null
  const usual = (name: string): string => {
    const colon = name.indexOf(':')
    return prefixes?.has(name.slice(0, Math.max(0, colon))) === true ? `w:${name.slice(colon + 1)}` : name
  }
  return {
    open: (name, attributes) => {
      // the root declares what the part uses
      prefixes ??= prefixesIn(attributes())
      if (prefixes.size === 0) return visitor.open(name, attributes)
      const values = () =>
        new Map([...attributes()].map(([key, value]) => [key.includes(':') ? usual(key) : key, value]))
      visitor.open(usual(name), values)
    },
    close: (name) => visitor.close(usual(name)),
    text: (text) => visitor.text(text),
  }
}

/** Prefixes of Word's namespace other than the usual one. */
function prefixesIn(root: ReadonlyMap<string, string>): ReadonlySet<string> {
  const names = [...root].filter(([key, value]) => /^xmlns(?::|$)/.test(key) && namespaces.has(value))
  return new Set(names.map(([key]) => key.slice('xmlns:'.length)).filter((prefix) => prefix !== 'w'))
}

/** Whether an element holds deleted text, the old place of moved text, or a reading that stands above characters. */
function isGone(name: string): boolean {
  return name === 'w:del' || name === 'w:moveFrom' || name === 'w:rt'
}

class DocxWriter {
  readonly lines: string[] = []
  /** Marks of the notes that the text names. */
  readonly notes = new Set<string>()
  private readonly forms = new AlternateForms()
  /** Open elements whose content is left out. */
  private skipped = 0
  /** Paragraphs that go on behind the open text boxes. */
  private readonly outer: { readonly line: string; readonly prefix: string }[] = []
  private line = ''
  private prefix = ''
  private isText = false
  /** Cells of the open row of the outermost table; null outside of tables. */
  private cells: string[] | null = null
  private tables = 0
  private rows = 0

  open(name: string, attributes: () => ReadonlyMap<string, string>): void {
    if (this.skips(name)) this.skipped += 1
    if (this.skipped > 0) return
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
        this.note('', attributes)
        break
      case 'w:endnoteReference':
        this.note('e', attributes)
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
    if (this.skipped > 0) {
      if (isForm(name) || isGone(name)) this.skipped -= 1
      return
    }
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
        if (this.tables === 0) this.lines.push('')
        break
    }
  }

  text(text: string): void {
    if (!this.isText || this.skipped > 0) return
    this.line += text
    this.forms.tell()
  }

  /** Whether an element that opens is left out: what is gone, and a form that repeats what was read. */
  private skips(name: string): boolean {
    return isGone(name) || (this.skipped > 0 ? isForm(name) : this.forms.repeats(name))
  }

  private note(mark: string, attributes: () => ReadonlyMap<string, string>): void {
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
