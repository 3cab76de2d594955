import type { Element, ElementContent } from 'hast'
import type { Definition, FootnoteDefinition, Root } from 'mdast'
import type { Options } from 'remark-rehype'
import { visit } from 'unist-util-visit'

type State = Parameters<NonNullable<NonNullable<Options['handlers']>['definition']>>[0]

/** A definition of a link, a picture or a footnote. */
export type AnyDefinition = Definition | FootnoteDefinition

declare module 'mdast' {
  interface DefinitionData {
    /** The unused definitions in adjacent lines, which the first of them shows as one paragraph. */
    lines?: readonly Definition[]
  }
  interface FootnoteDefinitionData {
    isUnused?: boolean
  }
}

/**
 * Marks unused definitions. They are shown as text in place, because a model's list of sources would otherwise
 * disappear.
 */
export function markUnused(tree: Root, isUnused: (definition: AnyDefinition) => boolean): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'footnoteDefinition') node.data = { ...node.data, isUnused: isUnused(node) }
    if (node.type !== 'definition') return
    const { lines: _, ...data } = node.data ?? {}
    const above = parent?.children[(index ?? 0) - 1]
    if (!isUnused(node)) node.data = data
    else if (above?.type === 'definition' && above.data?.lines && isNextLine(above, node)) {
      const lines = [...above.data.lines, node]
      for (const line of lines) line.data = { ...line.data, lines }
    } else node.data = { ...data, lines: [node] }
  })
}

function isNextLine(above: Definition, below: Definition): boolean {
  return above.position?.end.line === (below.position?.start.line ?? 0) - 1
}

/** Handlers of rehype for marked definitions. It drops all others. */
export const unusedHandlers = {
  definition(_state: State, node: Definition): Element | undefined {
    const lines = node.data?.lines ?? []
    if (lines[0] !== node) return undefined
    const children = lines.flatMap((line, index) => [...(index === 0 ? [] : [lineBreak()]), ...definitionWords(line)])
    return { type: 'element', tagName: 'p', properties: {}, children }
  },
  footnoteDefinition(state: State, node: FootnoteDefinition): ElementContent[] | undefined {
    if (node.data?.isUnused !== true) return undefined
    const label = labelWords(`[^${node.label ?? node.identifier}]`)
    const [first, ...rest] = state.all(node)
    if (first?.type === 'element' && first.tagName === 'p') {
      return [{ ...first, children: [...label, ...first.children] }, ...rest]
    }
    const own: Element = { type: 'element', tagName: 'p', properties: {}, children: label }
    return first === undefined ? [own] : [own, first, ...rest]
  },
}

function lineBreak(): ElementContent {
  return { type: 'element', tagName: 'br', properties: {}, children: [] }
}

/** The label is an element of its own, because `[1]` in a text would be read as a citation of another source. */
function labelWords(label: string): ElementContent[] {
  const span: Element = { type: 'element', tagName: 'span', properties: {}, children: [{ type: 'text', value: label }] }
  return [span, { type: 'text', value: ': ' }]
}

function definitionWords({ identifier, label, title, url }: Definition): ElementContent[] {
  const address: ElementContent = { type: 'text', value: url }
  const isWeb = /^https?:\/\//i.test(url)
  return [
    ...labelWords(`[${label ?? identifier}]`),
    isWeb ? { type: 'element', tagName: 'a', properties: { href: url }, children: [address] } : address,
    ...(title ? [{ type: 'text' as const, value: ` “${title}”` }] : []),
  ]
}
