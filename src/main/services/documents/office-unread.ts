import type { UnreadCounts } from '../../../shared/unread-parts.ts'
import { walkXml } from '../../xml-walk.ts'
import { textParts } from './office-parts.ts'
import type { PackageLink } from './package-links.ts'

const pictures = /\.(?:png|jpe?g|gif|bmp|tiff?|webp|heic|avif|jxr|wdp)$/i
/** Drawings: programs also write one as the preview of an embedded object, and a bitmap next to each SVG. */
const drawings = /\.(?:emf|wmf|emz|wmz|pict)$/i
const recordings = /\.(?:mp3|m4a|wav|wma|aac|ogg|opus|flac|mid|midi|mp4|m4v|mov|avi|wmv|mkv|webm|mpe?g)$/i

/** Counts the content of an office file that is not text, by the names of its parts in `folder`. */
export function packageContent(names: readonly string[], folder: string): UnreadCounts {
  const inside = names.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length))
  const count = (isOne: (name: string) => boolean): number => inside.filter(isOne).length
  const media = (kind: RegExp) => (name: string) => name.startsWith('media/') && kind.test(name)
  const charts = count((name) => /^charts\/chart(?:Ex)?\d*\.xml$/i.test(name))
  const embedded = count((name) => /^embeddings\/[^/]+\.\w+$/.test(name))
  // each chart has the workbook of its numbers, except in a workbook
  const objects = folder === 'xl/' ? embedded : Math.max(0, embedded - charts)
  const bitmaps = count(media(pictures))
  const vectors = Math.max(0, count(media(drawings)) - objects)
  const alone = bitmaps === 0 ? count(media(/\.svg$/i)) : 0
  return { pictures: bitmaps + vectors + alone, charts, objects, recordings: count(media(recordings)) }
}

/**
 * Returns the words of the diagrams (SmartArt) that a part links to, one diagram per line. A damaged diagram has none.
 */
export function diagramTexts(bytes: Uint8Array, links: ReadonlyMap<string, PackageLink>): readonly string[] {
  const names = [...links.values()].filter(({ kind }) => kind === 'diagramData').map(({ part }) => part)
  if (names.length === 0) return []
  const parts = textParts(bytes, names)
  if (typeof parts === 'string') return []
  return [...parts.values()].flatMap((xml) => {
    const words = diagramWords(xml)
    return words.length === 0 ? [] : [`[Diagram] ${words.join('; ')}`]
  })
}

function diagramWords(xml: string): readonly string[] {
  const words: string[] = []
  let line = ''
  let isText = false
  walkXml(xml, {
    open: (name) => {
      if (name === 'a:t') isText = true
    },
    close: (name) => {
      if (name === 'a:t') isText = false
      if (name !== 'a:p') return
      if (line.trim() !== '') words.push(line.trim())
      line = ''
    },
    text: (text) => {
      if (isText) line += text
    },
  })
  return words
}
