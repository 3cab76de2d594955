import type { Element, ElementContent, Root, RootContent } from 'hast'
import { withoutThinking } from '../../../shared/thinking.ts'
import { MessageDocument } from '../markdown/message-document.ts'

export const spokenLanguages = ['zh', 'en'] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** A sentence to be spoken. */
export interface Spoken {
  readonly text: string
  readonly language: SpokenLanguage
}

/** Names for content that cannot be read aloud, in the language of the interface. */
export interface SpokenNames {
  readonly language: SpokenLanguage
  readonly code: (language: string) => string
  readonly table: (rows: number) => string
  readonly formula: string
}

/** Longest spoken piece, in UTF-16 units: some voices stop in the middle of longer ones. */
const pieceMax = 220
/** Longest text that is read aloud, in UTF-16 units: half a day of speech. */
const textMax = 300_000

/**
 * Yields the sentences of a Markdown text, in order. Code, tables and formulas are named, not read. Parsing is lazy.
 */
export function* spokenText(markdown: string, names: SpokenNames): Generator<Spoken> {
  const document = new MessageDocument()
  for (const block of document.update(withoutThinking(markdown).slice(0, textMax)).blocks) {
    if (block.kind === 'code') {
      const language = /^\s*(?:`{3,}|~{3,})[ \t]*([\w+#.-]{0,30})/.exec(block.source.slice(0, 100))?.[1] ?? ''
      yield { text: names.code(language), language: names.language }
      continue
    }
    const tree = document.elementsOf(block)
    if (typeof tree === 'string') yield* sentences(block.source)
    else for (const part of partsOf(tree, names)) yield* typeof part === 'string' ? sentences(part) : [part]
  }
}

/** Elements whose text is read separately. */
const own = new Set(['p', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol'])

/** Returns the separate texts, and names for content that cannot be read. */
function partsOf(root: Root, names: SpokenNames): readonly (string | Spoken)[] {
  const parts: (string | Spoken)[] = []
  let text = ''
  const end = (): void => {
    if (text.trim() !== '') parts.push(text)
    text = ''
  }
  const name = (words: string): void => {
    end()
    parts.push({ text: words, language: names.language })
  }
  const walk = (node: RootContent | ElementContent): void => {
    if (node.type === 'text') text += node.value
    if (node.type !== 'element') return
    const { children, properties, tagName } = node
    switch (tagName) {
      case 'table':
        name(names.table(Math.max(0, rowsIn(node) - 1)))
        return
      case 'pre': {
        const [code] = children
        const classes = code?.type === 'element' ? classesOf(code) : []
        const language = classes.find((one) => one.startsWith('language-')) ?? ''
        name(classes.includes('math-display') ? names.formula : names.code(language.slice('language-'.length)))
        return
      }
      case 'code':
        if (classesOf(node).includes('language-math')) text += ` ${names.formula} `
        else for (const child of children) walk(child)
        return
      case 'img':
        text += String(properties.alt ?? '')
        return
      case 'br':
        text += ' '
        return
      case 'sup':
      case 'cite':
      case 'input':
        return
      default:
        if (own.has(tagName)) end()
        for (const child of children) walk(child)
        if (own.has(tagName)) end()
    }
  }
  for (const node of root.children) walk(node)
  end()
  return parts
}

function rowsIn(table: Element): number {
  const rows = (node: Element): number =>
    node.children.reduce((sum, child) => {
      if (child.type !== 'element') return sum
      return sum + (child.tagName === 'tr' ? 1 : rows(child))
    }, 0)
  return rows(table)
}

function classesOf({ properties }: Element): readonly string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : []
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const graphemes = new Intl.Segmenter(undefined, { granularity: 'word' })

function* sentences(text: string): Generator<Spoken> {
  for (const { segment } of segmenter.segment(text.replace(/\s+/g, ' '))) {
    for (const piece of pieces(segment)) {
      const words = piece.trim()
      // a sentence of punctuation alone has no sound
      if (/[\p{L}\p{N}]/u.test(words)) yield { text: words, language: languageOf(words) }
    }
  }
}

/** Yields the pieces of a sentence. A long sentence is cut between words, and an overlong word inside it. */
function* pieces(sentence: string): Generator<string> {
  if (sentence.length <= pieceMax) {
    yield sentence
    return
  }
  let piece = ''
  for (const segment of wordsOf(sentence)) {
    const isPause = /^[,;:，；：、]$/.test(segment)
    if (piece.length + segment.length > pieceMax) {
      yield piece
      piece = ''
    }
    piece += segment
    if (!isPause || piece.length < pieceMax / 2) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** Yields words and the punctuation between them. A letter has two units at most. */
function* wordsOf(sentence: string): Generator<string> {
  for (const { segment } of graphemes.segment(sentence))
    yield* segment.length <= pieceMax ? [segment] : (segment.match(/.{1,110}/gsu) ?? [])
}

/** Returns the language of a sentence; a Chinese sentence may contain names in Latin letters. */
export function languageOf(text: string): SpokenLanguage {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const latin = text.match(/[A-Za-z]+/g)?.length ?? 0
  return han > latin ? 'zh' : 'en'
}
