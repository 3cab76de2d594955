import type { Element, ElementContent, Root } from 'hast'
import { visit } from 'unist-util-visit'
import { severalLines } from './math-delimiters.ts'

/** Puts displayed formulas of several lines into a block of their own, if their lines contain nothing else. */
export function splitFormulas(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    const isParagraph = node.tagName === 'p'
    if (parent === undefined || index === undefined || (!isParagraph && node.tagName !== 'li')) return undefined
    if (!node.children.some(isSeveralLines)) return undefined
    const parts = partsOf(node.children)
    if (!isParagraph) {
      node.children = parts.flatMap((part) => [...(Array.isArray(part) ? part : [part]), { type: 'text', value: '\n' }])
      return undefined
    }
    const blocks = parts.map((part) => (Array.isArray(part) ? { ...node, children: part } : part))
    parent.children.splice(index, 1, ...blocks)
    return index + blocks.length
  })
}

function isSeveralLines(node: ElementContent): node is Element {
  return node.type === 'element' && node.properties[severalLines] === true
}

/** Splits children into formula blocks and the lists of nodes between them. */
function partsOf(children: readonly ElementContent[]): (Element | ElementContent[])[] {
  const parts: (Element | ElementContent[])[] = []
  let between: ElementContent[] = []
  for (const [index, child] of children.entries()) {
    if (!isSeveralLines(child)) {
      between.push(child)
      continue
    }
    const { [severalLines]: _, ...properties } = child.properties
    const code = { ...child, properties }
    if (!endsLine(children[index - 1]) || !beginsLine(children[index + 1])) {
      between.push(code)
      continue
    }
    if (between.some(isVisible)) parts.push(withoutEdges(between))
    parts.push({ type: 'element', tagName: 'pre', properties: {}, children: [code] })
    between = []
  }
  if (between.some(isVisible)) parts.push(withoutEdges(between))
  return parts
}

const isVisible = (node: ElementContent): boolean => node.type !== 'text' || node.value.trim() !== ''

/** Drops the line ends at the beginning and the end. */
function withoutEdges(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.map((node, index) => {
    if (node.type !== 'text') return node
    const value = index === 0 ? node.value.replace(/^[ \t]*[\n\r]+/, '') : node.value
    return { ...node, value: index === nodes.length - 1 ? value.trimEnd() : value }
  })
}

function endsLine(before: ElementContent | undefined): boolean {
  return before === undefined || (before.type === 'text' && /\n[ \t]*$/.test(before.value))
}

function beginsLine(after: ElementContent | undefined): boolean {
  return after === undefined || (after.type === 'text' && /^[ \t]*[\n\r]/.test(after.value))
}
