import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { addUnread, type UnreadCounts, type UnreadParts, unreadOf } from '../../../shared/unread-parts.ts'
import { walkXml } from '../../xml-walk.ts'
import type { DocumentText } from './document.ts'
import { chunkText } from './docx-chunks.ts'
import { docxNotes } from './docx-notes.ts'
import { type ChunkPlace, DocxWriter } from './docx-writer.ts'
import { withUsualPrefix } from './docx-xml.ts'
import { linksById } from './office-parts.ts'
import { diagramTexts, packageContent } from './office-unread.ts'
import type { PackageLink } from './package-links.ts'
import { declaredText } from './text-decoding.ts'
import { zipNames, zipPart } from './zip-parts.ts'

/** Maximum nesting of documents within documents. */
const depthMax = 3
/** Longest text of all files within a document, in UTF-16 units. */
const chunksMax = 4_000_000

/**
 * Resolves to the text of a Word document as Markdown: headers, headings, list marks and tables, the files within it,
 * notes, comments and footers. Deleted text, the old place of moved text and field codes are left out. So is the second
 * form of content that is stored twice for older programs. Pass it an archive that `zipNames` accepted, and the name of
 * its main part.
 */
export async function docxText(bytes: Uint8Array, document: string, depth = 0): Promise<DocumentText | FileProblem> {
  const main = zipPart(bytes, document)
  if (typeof main === 'string') return main
  if (main === null) return 'damaged'
  const writer = written(main)
  if (writer === null) return 'damaged'
  const links = linksById(bytes, document)
  const chunks = await chunksOf(bytes, links, writer.chunks, depth)
  if (typeof chunks === 'string') return chunks
  const body = withChunks(writer.lines, chunks.texts)
  const notes = docxNotes(bytes, [...links.values()], writer.notes)
  if (typeof notes === 'string') return notes
  const margins = marginsOf(
    bytes,
    [...writer.margins].flatMap((id) => links.get(id) ?? []),
  )
  const texts = [...margins.headers, body, ...diagramTexts(bytes, links), ...notes.blocks, ...margins.footers]
  const names = zipNames(bytes)
  const own = typeof names === 'string' ? {} : packageContent(names, 'word/')
  const counts = addUnread(own, chunks.unread)
  return {
    text: texts.filter((text) => text !== '').join('\n\n'),
    pages: null,
    ...unreadOf({ ...counts, parts: (counts.parts ?? 0) + margins.unread + notes.unread }),
  }
}

/** Reads a part; returns null if its XML is truncated. */
function written(part: Uint8Array): DocxWriter | null {
  const writer = new DocxWriter()
  const xml = declaredText(part)
  return xml !== null && walkXml(xml, withUsualPrefix(writer)) ? writer : null
}

interface Margins {
  readonly headers: readonly string[]
  readonly footers: readonly string[]
  readonly unread: number
}

/** Returns the headers and footers, each text once. Page numbers alone do not count. */
function marginsOf(bytes: Uint8Array, links: readonly PackageLink[]): Margins {
  const [headers, footers] = [new Set<string>(), new Set<string>()]
  let unread = 0
  for (const { kind, part } of links) {
    const found = zipPart(bytes, part)
    const writer = found instanceof Uint8Array ? written(found) : null
    if (writer === null) {
      unread += 1
      continue
    }
    const text = writer.lines.filter((line) => line.trim() !== '').join('\n')
    if (!/\p{L}/u.test(text)) continue
    if (kind === 'header') headers.add(`[Header]\n${text}`)
    else footers.add(`[Footer]\n${text}`)
  }
  return { headers: [...headers], footers: [...footers], unread }
}

interface PlacedText {
  readonly line: number
  readonly text: string
}

/** Resolves to the texts of embedded files, each file once, and to their unread content. */
async function chunksOf(
  bytes: Uint8Array,
  links: ReadonlyMap<string, PackageLink>,
  places: readonly ChunkPlace[],
  depth: number,
): Promise<{ readonly texts: readonly PlacedText[]; readonly unread: UnreadParts } | 'too_large'> {
  const texts: PlacedText[] = []
  const seen = new Set<string>()
  let counts: UnreadCounts = {}
  let length = 0
  for (const { id, line } of places) {
    const part = links.get(id)?.part ?? ''
    if (seen.has(part) && part !== '') continue
    seen.add(part)
    const found = zipPart(bytes, part)
    const read =
      found instanceof Uint8Array && depth < depthMax
        ? await chunkText(new Uint8Array(found), (inner, main) => docxText(inner, main, depth + 1))
        : null
    if (read === null) {
      counts = addUnread(counts, [{ kind: 'parts', count: 1 }])
      continue
    }
    counts = addUnread(counts, read.unread)
    length += read.text.length
    if (length > chunksMax) return 'too_large'
    texts.push({ line, text: read.text })
  }
  return { texts, unread: unreadOf(counts).unread ?? [] }
}

/** Returns the lines with each text before its line. */
function withChunks(lines: readonly string[], chunks: readonly PlacedText[]): string {
  const pieces: string[] = []
  let from = 0
  for (const { line, text } of chunks) {
    for (; from < line; from += 1) pieces.push(lines[from] ?? '')
    pieces.push(text, '')
  }
  return pieces.concat(lines.slice(from)).join('\n').trim()
}
