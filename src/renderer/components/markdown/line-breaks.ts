import type { Element, ElementContent, Root } from 'hast'
import { SKIP, visit } from 'unist-util-visit'

/** Elements with text, in which each line end separates two lines. */
const words = new Set('p h1 h2 h3 h4 h5 h6 td th summary em strong del a u mark sub sup kbd'.split(' '))

/** Turns single line ends into line breaks, except in code. Changes the tree, and returns it. */
export function withLineBreaks(tree: Root): Root {
  visit(tree, 'element', (node) => {
    if (node.tagName === 'code' || node.tagName === 'pre') return SKIP
    const isItem = node.tagName === 'li'
    if (isItem || words.has(node.tagName)) {
      node.children = node.children.flatMap((child, index) => broken(child, node.children.slice(0, index), isItem))
    }
    return undefined
  })
  return tree
}

function broken(node: ElementContent, before: readonly ElementContent[], isItem: boolean): readonly ElementContent[] {
  if (node.type !== 'text' || !node.value.includes('\n') || (isItem && node.value.trim() === '')) return [node]
  // the converter writes a line end after each break
  const last = before.at(-1)
  const isLineEnd = last?.type === 'text' && last.value === '\n'
  const behind = isLineEnd ? before.at(-2) : last
  const isBehind = behind?.type === 'element' && behind.tagName === 'br'
  const text = isBehind ? node.value.replace(/^\n/, '') : node.value
  const all = text.split('\n')
  const lines = isItem ? all.slice(all.findIndex(isFilled), all.findLastIndex(isFilled) + 1) : all
  return lines.flatMap((value, index) => [...(index === 0 ? [] : [lineBreak]), { type: 'text', value } as const])
}

const isFilled = (line: string): boolean => line !== ''

const lineBreak: Element = { type: 'element', tagName: 'br', properties: {}, children: [] }
