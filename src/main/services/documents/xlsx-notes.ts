import { localName, walkXml } from '../../xml-walk.ts'
import { linksById, textParts } from './office-parts.ts'

/** The beginning of a threaded comment in programs without threads, and the mark before its words. */
const [threadMark, wordsMark] = ['[Threaded comment]', 'Comment:']

/** Returns the comments of a sheet and the words of its text boxes, each on one line. Damaged ones are left out. */
export function sheetNotes(bytes: Uint8Array, sheet: string): readonly string[] {
  const links = [...linksById(bytes, sheet).values()]
  const comments = partsOf(
    bytes,
    links.flatMap(({ kind, part }) => (kind === 'comments' ? [part] : [])),
  )
  const drawings = partsOf(
    bytes,
    links.flatMap(({ kind, part }) => (kind === 'drawing' ? [part] : [])),
  )
  return [...comments.flatMap(commentLines), ...drawings.flatMap(boxLines)]
}

function partsOf(bytes: Uint8Array, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const parts = textParts(bytes, names)
  return typeof parts === 'string' ? [] : [...parts.values()]
}

function commentLines(xml: string): readonly string[] {
  const lines: string[] = []
  const authors: string[] = []
  let place = ''
  let author = ''
  let said = ''
  let inner = ''
  walkXml(xml, {
    open: (tag, attributes) => {
      inner = localName(tag)
      if (inner === 'author') authors.push('')
      if (inner !== 'comment') return
      place = attributes().get('ref') ?? ''
      author = authors[Number(attributes().get('authorId') ?? -1)] ?? ''
      said = ''
    },
    close: (tag) => {
      inner = ''
      if (localName(tag) !== 'comment') return
      const text = oneLine(ownWords(said))
      // the author names of threads are codes
      const by = author === '' || author.startsWith('tc=') ? '' : `, ${oneLine(author)}`
      if (text !== '') lines.push(`Comment at ${place}${by}: ${text}`)
    },
    text: (text) => {
      if (inner === 'author') authors[authors.length - 1] += text
      if (inner === 't') said += text
    },
  })
  return lines
}

function boxLines(xml: string): readonly string[] {
  const lines: string[] = []
  let line = ''
  let isText = false
  walkXml(xml, {
    open: (tag) => {
      if (localName(tag) === 't') isText = true
    },
    close: (tag) => {
      const name = localName(tag)
      if (name === 't') isText = false
      if (name === 'p') line += ' '
      if (name !== 'txBody') return
      if (line.trim() !== '') lines.push(`Text box: ${oneLine(line)}`)
      line = ''
    },
    text: (text) => {
      if (isText) line += text
    },
  })
  return lines
}

function ownWords(said: string): string {
  const words = said.trimStart().startsWith(threadMark) ? said.indexOf(wordsMark) : -1
  return words < 0 ? said : said.slice(words + wordsMark.length)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
