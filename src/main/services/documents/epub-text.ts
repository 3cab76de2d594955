import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { unreadOf } from '../../../shared/unread-parts.ts'
import { localName, walkXml } from '../../xml-walk.ts'
import type { DocumentText } from './document.ts'
import { htmlText } from './html-text.ts'
import { partName } from './package-links.ts'
import { declaredText } from './text-decoding.ts'
import { zipNames, zipPart, zipParts } from './zip-parts.ts'

const pictures = /\.(?:png|jpe?g|gif|webp|svg|avif)$/i
const recordings = /\.(?:mp3|m4a|aac|ogg|opus|mp4|m4v|webm)$/i

/** Returns the text of an EPUB book in its reading order, as Markdown. Pass it an archive that `zipNames` accepted. */
export function epubText(bytes: Uint8Array): DocumentText | FileProblem {
  const container = textOf(zipPart(bytes, 'META-INF/container.xml'))
  const root = container === null ? undefined : attributesIn(container, 'rootfile').at(0)?.get('full-path')
  if (root === undefined) return 'damaged'
  const book = textOf(zipPart(bytes, root))
  if (book === null) return 'damaged'
  const chapters = readingOrder(root, book)
  const locked = lockedParts(textOf(zipPart(bytes, 'META-INF/encryption.xml')) ?? '')
  if (chapters.some((chapter) => locked.has(chapter))) return 'encrypted'
  const parts = zipParts(bytes, new Set(chapters))
  if (typeof parts === 'string') return parts
  if (parts.size === 0) return 'damaged'
  const texts = chapters.map((chapter) => {
    const part = parts.get(chapter)
    // nothing is left out silently
    if (part === undefined) return '[missing in the file]'
    const text = declaredText(part)
    return text === null ? '[unreadable in the file]' : htmlText(text, true)
  })
  const names = zipNames(bytes)
  const count = (kind: RegExp): number =>
    typeof names === 'string' ? 0 : names.filter((name) => kind.test(name)).length
  const counts = { pictures: count(pictures), recordings: count(recordings) }
  return { text: texts.filter((text) => text !== '').join('\n\n'), pages: null, ...unreadOf(counts) }
}

/** Returns the names of the chapters in the order of the spine. A chapter that the spine names twice is read once. */
function readingOrder(root: string, book: string): readonly string[] {
  const files = new Map<string, string>()
  for (const item of attributesIn(book, 'item')) {
    const [id, href] = [item.get('id'), item.get('href')]
    if (id !== undefined && href !== undefined) files.set(id, partName(root, unescaped(href.split('#')[0] ?? '')))
  }
  const chapters = attributesIn(book, 'itemref').flatMap((item) => files.get(item.get('idref') ?? '') ?? [])
  return [...new Set(chapters)]
}

/** Returns the parts that can be read only with the key. Fonts may be obfuscated too, which hinders no reader. */
function lockedParts(encryption: string): ReadonlySet<string> {
  return new Set(
    attributesIn(encryption, 'CipherReference').flatMap((reference) => {
      const uri = reference.get('URI')
      return uri === undefined ? [] : [partName('', unescaped(uri))]
    }),
  )
}

/** Returns the attributes of all elements of this name, with or without a prefix. */
function attributesIn(xml: string, element: string): readonly ReadonlyMap<string, string>[] {
  const found: ReadonlyMap<string, string>[] = []
  walkXml(xml, {
    open: (name, attributes) => {
      if (localName(name) === element) found.push(attributes())
    },
    close: () => {},
    text: () => {},
  })
  return found
}

function textOf(part: Uint8Array | null | FileProblem): string | null {
  return part instanceof Uint8Array ? declaredText(part) : null
}

/** Returns a name without its percent escapes, or unchanged if they are malformed. */
function unescaped(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
