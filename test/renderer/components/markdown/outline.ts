import type { ElementContent, Root, RootContent } from 'hast'
import { fencedCode } from '../../../../src/renderer/components/markdown/fenced-code.ts'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import {
  convertBlock,
  footnoteBlock,
  labelOf,
  type ParsedBlock,
  parseSource,
} from '../../../../src/renderer/components/markdown/syntax-tree.ts'
import type { AnyDefinition } from '../../../../src/renderer/components/markdown/unused-definitions.ts'

/** Properties that change an element's meaning. */
const meaningful = ['href', 'title', 'src', 'alt', 'start', 'checked', 'className', 'align', 'dataAlert']

/** A tree in short form: elements with their meaningful properties, in angle brackets. */
export function outline(node: Root | RootContent | ElementContent): string {
  // the parser keeps line ends as written, but they look the same
  if (node.type === 'text') return node.value.replace(/\r\n?/g, '\n')
  if (node.type === 'root') return outlines(node.children)
  if (node.type !== 'element') return `?${node.type}?`
  const properties = meaningful
    .filter((name) => node.properties[name] !== undefined && node.properties[name] !== null)
    .map((name) => ` ${name}=${String(node.properties[name])}`)
    .join('')
  // footnote numbers belong to the message and have their own test
  if (node.properties.dataFootnote !== undefined) return '<footnote>'
  const inside = endingOnce(node.children.map(outline).join(''))
  return `<${node.tagName}${properties}>${node.tagName === 'code' && inside === '\n' ? '' : inside}</${node.tagName}>`
}

/** Blank lines at the end of unclosed code may belong to either side, and are invisible. */
function endingOnce(text: string): string {
  return text.replace(/\n+$/, '\n')
}

/** At the root level, space between blocks has no meaning. */
function outlines(children: readonly RootContent[]): string {
  return children
    .map((child) => outline(child).replace(/^\s+|\s+$/g, ''))
    .filter((text) => text !== '')
    .join('\n')
}

/** The first definition of each label. */
function firstOf<T extends AnyDefinition>(definitions: readonly T[]): ReadonlyMap<string, T> {
  return new Map(definitions.toReversed().map((definition) => [labelOf(definition), definition]))
}

/** Labels of the footnotes that the text calls, and that those call. */
function calledNotes(parsed: ParsedBlock): ReadonlySet<string> {
  const notes = firstOf(parsed.footnotes)
  const called = new Set(parsed.calls)
  for (const label of called) {
    const note = notes.get(label)
    if (note !== undefined) for (const other of footnoteBlock(note, parsed).calls) called.add(other)
  }
  return called
}

/** Outline of a text parsed whole. */
export function wholeOutline(text: string): string {
  const parsed = parseSource(text)
  if (typeof parsed === 'string') return parsed
  const { references } = parsed
  const called = calledNotes(parsed)
  const links = firstOf(parsed.definitions)
  const notes = firstOf(parsed.footnotes)
  const tree = convertBlock(parsed, {
    definitionOf: () => undefined,
    calls: [],
    list: null,
    isUnused: (definition) => {
      const label = labelOf(definition)
      if (definition.type === 'footnoteDefinition') return notes.get(label) !== definition || !called.has(label)
      const first = links.get(label)
      return first?.url !== definition.url || first.title !== definition.title || !references.has(label)
    },
  })
  return typeof tree === 'string' ? tree : outline(tree)
}

/** Outline of a text shown block by block. */
export function shownOutline(document: MessageDocument, text: string): string {
  return document
    .update(text)
    .blocks.map((block) => {
      if (block.kind === 'code') {
        const { language, code } = fencedCode(block.source)
        const name = language === '' ? '' : ` className=language-${language}`
        return `<pre><code${name}>${/^\n*$/.test(code) ? '' : endingOnce(`${code}\n`)}</code></pre>`
      }
      const tree = document.elementsOf(block)
      return typeof tree === 'string' ? tree : outline(tree)
    })
    .filter((shown) => shown !== '')
    .join('\n')
}

export function shownAtOnce(text: string): string {
  return shownOutline(new MessageDocument(), text)
}
