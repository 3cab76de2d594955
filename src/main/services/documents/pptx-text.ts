import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { unreadOf } from '../../../shared/unread-parts.ts'
import { walkXml } from '../../xml-walk.ts'
import { AlternateForms, isForm } from './alternate-forms.ts'
import type { DocumentText } from './document.ts'
import { textParts } from './office-parts.ts'
import { diagramTexts } from './office-unread.ts'
import { linksOf, type PackageLink, packageLinks } from './package-links.ts'
import { slideComments, slideContent } from './pptx-notes.ts'

/**
 * Returns the text of a presentation in the order of its slides, each as a page after a line with its number: titles,
 * paragraphs, tables, then the speaker's notes. Pass it an archive that `zipNames` accepted, and the name of its main
 * part.
 */
export function pptxText(bytes: Uint8Array, presentation: string): DocumentText | FileProblem {
  const order = slideOrder(bytes, presentation)
  if (typeof order === 'string') return order
  const slides = textParts(bytes, order)
  const links = textParts(bytes, order.map(linksOf))
  if (typeof slides === 'string') return slides
  if (slides.size === 0) return 'damaged'
  if (typeof links === 'string') return links
  const linked = new Map(order.map((slide) => [slide, packageLinks(slide, links.get(linksOf(slide)) ?? '')] as const))
  const notesOf = new Map(
    [...linked].map(([slide, own]) => {
      return [slide, [...own.values()].find(({ kind }) => kind === 'notesSlide')?.part ?? ''] as const
    }),
  )
  const notes = textParts(bytes, [...notesOf.values()])
  if (typeof notes === 'string') return notes
  const pages: string[] = []
  let hasText = false
  let blank = 0
  for (const [index, slide] of order.entries()) {
    const xml = slides.get(slide)
    // nothing is left out silently
    const text = xml === undefined ? '[missing in the file]' : slideText(xml, false)
    const spoken = slideText(notes.get(notesOf.get(slide) ?? '') ?? '', true)
    if (text === null || spoken === null) return 'damaged'
    const own = linked.get(slide) ?? new Map<string, PackageLink>()
    const beside = [...diagramTexts(bytes, own), ...slideComments(bytes, [...own.values()])]
    const parts = [text, ...beside, ...(spoken === '' ? [] : [`Notes: ${spoken}`])]
    blank += text === '' && beside.length === 0 ? 1 : 0
    hasText ||= parts.some((part) => part !== '')
    pages.push(`[Page ${index + 1}]\n${parts.join('\n\n').trim()}`)
  }
  if (!hasText) return 'no_text'
  const counts = slideContent([...linked.values()].flatMap((own) => [...own.values()]))
  return { text: pages.join('\n\n'), pages: pages.length, ...unreadOf({ ...counts, pages: blank }) }
}

/**
 * Returns the names of the slides in the order in which they are shown. File names do not give it: 10 sorts before 2.
 */
function slideOrder(bytes: Uint8Array, presentation: string): readonly string[] | FileProblem {
  const main = textParts(bytes, [presentation, linksOf(presentation)])
  if (typeof main === 'string') return main
  const links = packageLinks(presentation, main.get(linksOf(presentation)) ?? '')
  const order: string[] = []
  const isWhole = walkXml(main.get(presentation) ?? '', {
    open: (name, attributes) => {
      if (name !== 'p:sldId') return
      const part = links.get(attributes().get('r:id') ?? '')?.part
      if (part !== undefined) order.push(part)
    },
    close: () => {},
    text: () => {},
  })
  return isWhole && order.length > 0 ? order : 'damaged'
}

/**
 * Returns the text of a slide or of its notes; null if the XML is truncated. Notes hold a small copy of the slide's
 * number.
 */
function slideText(xml: string, isNotes: boolean): string | null {
  const writer = new SlideWriter(isNotes)
  return walkXml(xml, writer) ? writer.lines.join('\n\n').trim() : null
}

class SlideWriter {
  readonly lines: string[] = []
  private readonly isNotes: boolean
  private readonly forms = new AlternateForms()
  /** Number of open shapes that repeat text already read. */
  private skipped = 0
  private line = ''
  private isText = false
  private prefix = ''
  /** True if the open shape is a number, a date or a footer, which appear on every slide. */
  private isFurniture = false
  /** Rows of the open table; null outside of tables. */
  private rows: string[] | null = null
  private cells: string[] = []

  constructor(isNotes: boolean) {
    this.isNotes = isNotes
  }

  open(name: string, attributes: () => ReadonlyMap<string, string>): void {
    if (this.skipped > 0 ? isForm(name) : this.forms.repeats(name)) this.skipped += 1
    if (this.skipped > 0) return
    switch (name) {
      case 'mc:AlternateContent':
        this.forms.begin()
        break
      case 'p:ph': {
        const type = attributes().get('type') ?? ''
        if (!this.isNotes && (type === 'title' || type === 'ctrTitle')) this.prefix = '# '
        this.isFurniture = ['sldNum', 'dt', 'ftr', 'hdr', 'sldImg'].includes(type)
        break
      }
      case 'a:tbl':
        this.rows = []
        break
      case 'a:tr':
        this.cells = []
        break
      case 'a:t':
      case 'm:t':
        this.isText = true
        break
      case 'a:br':
        this.line += ' '
        break
    }
  }

  close(name: string): void {
    if (this.skipped > 0) {
      if (isForm(name)) this.skipped -= 1
      return
    }
    switch (name) {
      case 'mc:AlternateContent':
        this.forms.end()
        break
      case 'a:t':
      case 'm:t':
        this.isText = false
        break
      case 'a:p':
        this.endParagraph()
        break
      case 'a:tc':
        this.cells.push(this.line.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim())
        this.line = ''
        break
      case 'a:tr':
        this.rows?.push(`| ${this.cells.join(' | ')} |`)
        if (this.rows?.length === 1) this.rows.push(`|${' --- |'.repeat(this.cells.length)}`)
        break
      case 'p:sp':
      case 'p:pic':
      case 'p:cxnSp':
      case 'p:graphicFrame':
        // a placeholder says nothing about the shapes after it
        this.prefix = ''
        this.isFurniture = false
        break
      case 'a:tbl':
        if (this.rows !== null && this.rows.length > 0) this.lines.push(this.rows.join('\n'))
        this.rows = null
        break
    }
  }

  text(text: string): void {
    if (!this.isText || this.isFurniture || this.skipped > 0) return
    this.line += text
    // a picture of a formula has a blank next to it
    if (text.trim() !== '') this.forms.markRead()
  }

  private endParagraph(): void {
    if (this.rows !== null) {
      // a cell is one line of a table
      if (this.line !== '') this.line += ' '
      return
    }
    if (this.line.trim() !== '') this.lines.push(`${this.prefix}${this.line.trim()}`)
    this.line = ''
  }
}
