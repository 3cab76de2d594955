import type { Element, Root, Text } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** `[1]`, `[1, 2]` and `【1】`; times as `[12:34]` and `[1:02:03]`. */
const marks = /\[\d{1,4}(?:[,，、;] ?\d{1,4}){0,9}\]|【\d{1,4}(?:[,，、;] ?\d{1,4}){0,9}】|\[\d{1,3}:\d\d(?::\d\d)?\]/g
/** Elements whose text is not prose; a span is the label of an unused definition. */
const untouched = new Set(['code', 'pre', 'a', 'span'])

/**
 * Turns each citation mark and time outside of code into an element, which renders as plain text if nothing is cited or
 * played.
 */
export function markCitations(tree: Root): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'element' && untouched.has(node.tagName)) return SKIP
    if (node.type !== 'text' || parent === undefined || index === undefined) return undefined
    const pieces = piecesOf(node.value)
    if (pieces.length < 2 && pieces[0]?.type !== 'element') return undefined
    parent.children.splice(index, 1, ...pieces)
    return index + pieces.length
  })
}

function piecesOf(text: string): (Text | Element)[] {
  const pieces: (Text | Element)[] = []
  let from = 0
  for (const { 0: mark, index } of text.matchAll(marks)) {
    if (index > from) pieces.push({ type: 'text', value: text.slice(from, index) })
    pieces.push({ type: 'element', tagName: 'cite', properties: {}, children: [{ type: 'text', value: mark }] })
    from = index + mark.length
  }
  if (from < text.length) pieces.push({ type: 'text', value: text.slice(from) })
  return pieces
}
