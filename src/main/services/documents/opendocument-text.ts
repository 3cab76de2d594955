import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { type UnreadCounts, unreadOf } from '../../../shared/unread-parts.ts'
import { localName, walkXml } from '../../xml-walk.ts'
import type { DocumentText } from './document.ts'
import { textParts } from './office-parts.ts'
import { OpenDocumentSheets } from './opendocument-sheets.ts'
import { OpenDocumentWriter } from './opendocument-writer.ts'
import { sheetsText } from './sheet-tables.ts'
import { declaredText } from './text-decoding.ts'

const manifest = 'META-INF/manifest.xml'

/** Returns true if the files of an archive are those of an OpenDocument. */
export function isOpenDocument(names: readonly string[]): boolean {
  return (
    isWholeLocked(names) || (names.includes('content.xml') && (names.includes(manifest) || names.includes('mimetype')))
  )
}

/**
 * Returns the text of an OpenDocument (text, sheets or slides). Pass it an archive that `zipNames` accepted, and the
 * names in it.
 */
export function openDocumentText(bytes: Uint8Array, names: readonly string[]): DocumentText | FileProblem {
  if (isWholeLocked(names)) return 'encrypted'
  const listed = textParts(bytes, [manifest])
  const list = typeof listed === 'string' ? '' : (listed.get(manifest) ?? '')
  // an encrypted part is not XML
  if (list.includes('encryption-data')) return 'encrypted'
  const parts = textParts(bytes, ['content.xml', 'styles.xml'])
  if (typeof parts === 'string') return parts
  const content = parts.get('content.xml')
  if (content === undefined) return 'damaged'
  return written(content, parts.get('styles.xml') ?? '', contentCounts(names, list))
}

/** Returns true if the whole document is one encrypted part, as LibreOffice writes it since version 24.8. */
function isWholeLocked(names: readonly string[]): boolean {
  return names.includes('encrypted-package') && names.includes(manifest)
}

/** Returns the text of an OpenDocument in one XML file; null for another XML file. */
export function flatOpenDocumentText(bytes: Uint8Array): DocumentText | FileProblem | null {
  const begin = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1')
  if (!/<office:document[\s>]/.test(begin)) return null
  const xml = declaredText(bytes)
  return xml === null ? 'damaged' : written(xml, xml, flatCounts(xml))
}

function written(content: string, styles: string, counts: UnreadCounts): DocumentText | FileProblem {
  if (/<office:spreadsheet[\s>]/.test(content)) {
    const sheets = new OpenDocumentSheets()
    if (!walkXml(content, sheets)) return 'damaged'
    return sheets.isTooLarge ? 'too_large' : { ...sheetsText(sheets.sheets), pages: null, ...unreadOf(counts) }
  }
  const writer = new OpenDocumentWriter()
  if (!walkXml(content, writer)) return 'damaged'
  const { slides } = writer
  if (slides > 0) {
    return writer.hasText
      ? { text: writer.markdown(), pages: slides, ...unreadOf({ ...counts, pages: writer.blankSlides() }) }
      : 'no_text'
  }
  const { footers, headers } = marginsOf(styles)
  const texts = [...headers, writer.markdown(), ...footers].filter((text) => text !== '')
  return { text: texts.join('\n\n'), pages: null, ...unreadOf(counts) }
}

/** Returns the headers and footers of the page styles, each text once. Page numbers alone do not count. */
function marginsOf(styles: string): { readonly headers: readonly string[]; readonly footers: readonly string[] } {
  const [headers, footers] = [new Set<string>(), new Set<string>()]
  let writer: OpenDocumentWriter | null = null
  walkXml(styles, {
    open: (name, attributes) => {
      if (marginOf(name) !== null) writer = new OpenDocumentWriter()
      else writer?.open(name, attributes)
    },
    close: (name) => {
      const kind = marginOf(name)
      if (kind === null) return writer?.close(name)
      const text = writer?.markdown() ?? ''
      writer = null
      if (/\p{L}/u.test(text))
        (kind === 'header' ? headers : footers).add(`[${kind === 'header' ? 'Header' : 'Footer'}]\n${text}`)
    },
    text: (text) => writer?.text(text),
  })
  return { headers: [...headers], footers: [...footers] }
}

function marginOf(name: string): 'header' | 'footer' | null {
  if (!name.startsWith('style:')) return null
  const kind = /^(header|footer)(?:-left|-first)?$/.exec(localName(name))?.[1]
  return kind === 'header' || kind === 'footer' ? kind : null
}

/** Counts the content of the archive that is not text. */
function contentCounts(names: readonly string[], list: string): UnreadCounts {
  const inFolder = (folder: string): number =>
    names.filter((name) => name.startsWith(folder) && !name.endsWith('/')).length
  const charts = countOf(list, 'application/vnd.oasis.opendocument.chart"')
  const inner = new Set(names.flatMap((name) => /^(Object \d+)\/content\.xml$/.exec(name)?.[1] ?? [])).size
  const plain = names.filter((name) => /^Object \d+$/.test(name)).length
  return {
    pictures: inFolder('Pictures/'),
    charts,
    objects: Math.max(0, inner - charts) + plain,
    recordings: inFolder('Media/'),
  }
}

/** Counts the content of one XML file that is not text. An embedded file has a picture that shows it. */
function flatCounts(xml: string): UnreadCounts {
  /** True if each open frame holds an embedded file. */
  const frames: boolean[] = []
  let [pictures, charts, objects, depth] = [0, 0, 0, 0]
  walkXml(xml, {
    open: (name) => {
      if (isObject(name)) {
        depth += 1
        if (depth > 1) return
        objects += 1
        if (frames.length > 0) frames[frames.length - 1] = true
      } else if (depth > 0) charts += depth === 1 && name === 'office:chart' ? 1 : 0
      else if (name === 'draw:frame') frames.push(false)
      else if (name === 'office:binary-data' && frames.at(-1) !== true) pictures += 1
    },
    close: (name) => {
      if (isObject(name)) depth -= 1
      else if (depth === 0 && name === 'draw:frame') frames.pop()
    },
    text: () => {},
  })
  return { pictures, charts, objects: Math.max(0, objects - charts) }
}

function isObject(name: string): boolean {
  return name === 'draw:object' || name === 'draw:object-ole'
}

function countOf(text: string, word: string): number {
  return text.split(word).length - 1
}
