import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { walkXml, type XmlVisitor } from '../../xml-walk.ts'
import { DocxWriter } from './docx-writer.ts'
import { withUsualPrefix } from './docx-xml.ts'
import type { PackageLink } from './package-links.ts'
import { declaredText } from './text-decoding.ts'
import { zipPart } from './zip-parts.ts'

/** Kinds of notes: part, element, and the prefix of the marks, because a document has footnote 2 and endnote 2. */
const kinds = [
  { part: 'footnotes', element: 'w:footnote', mark: '' },
  { part: 'endnotes', element: 'w:endnote', mark: 'e' },
  { part: 'comments', element: 'w:comment', mark: 'c' },
] as const
type Kind = (typeof kinds)[number]

interface DocxNotes {
  readonly blocks: readonly string[]
  /** Parts that could not be read. */
  readonly unread: number
}

/**
 * Returns the footnotes, endnotes and comments of a document, a block for each kind. `used` are the marks that the text
 * names. A note that it does not name is left out, but a comment is not.
 */
export function docxNotes(
  bytes: Uint8Array,
  links: readonly PackageLink[],
  used: ReadonlySet<string>,
): DocxNotes | FileProblem {
  const blocks: string[] = []
  let unread = 0
  for (const kind of kinds) {
    const part = links.find((link) => link.kind === kind.part)?.part ?? `word/${kind.part}.xml`
    const found = notesIn(bytes, part, kind)
    // a broken part of comments does not make a letter unreadable
    if (found === 'damaged' && kind.part === 'comments') {
      unread += 1
      continue
    }
    if (typeof found === 'string') return found
    const shown = [...found].filter(([id]) => kind.part === 'comments' || used.has(`${kind.mark}${id}`))
    blocks.push(shown.map(([id, text]) => `[^${kind.mark}${id}]: ${text}`).join('\n'))
  }
  return { blocks, unread }
}

/** Returns the notes of a part by id, each on one line. */
function notesIn(
  bytes: Uint8Array,
  part: string,
  { element, part: kind }: Kind,
): ReadonlyMap<string, string> | FileProblem {
  const found = zipPart(bytes, part)
  if (typeof found === 'string') return found
  const texts = new Map<string, string>()
  if (found === null) return texts
  const xml = declaredText(found)
  if (xml === null) return 'damaged'
  let id: string | null = null
  let author = ''
  let writer = new DocxWriter()
  const visitor: XmlVisitor = {
    open: (tag, attributes) => {
      if (tag !== element) return writer.open(tag, attributes)
      id = attributes().get('w:id') ?? null
      author = oneLine(attributes().get('w:author') ?? '')
      writer = new DocxWriter()
    },
    close: (tag) => {
      if (tag !== element) return writer.close(tag)
      const text = oneLine(writer.lines.join(' '))
      const lead = kind !== 'comments' ? '' : author === '' ? 'Comment: ' : `Comment by ${author}: `
      if (id !== null && text !== '') texts.set(id, `${lead}${text}`)
      id = null
    },
    text: (text) => writer.text(text),
  }
  return walkXml(xml, withUsualPrefix(visitor)) ? texts : 'damaged'
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
