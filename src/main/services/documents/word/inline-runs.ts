import { ExternalHyperlink, type ParagraphChild } from 'docx'
import type { PhrasingContent, RootContent } from 'mdast'
import { codeFont, plainRuns, type RunStyle } from './docx-runs.ts'

/** Addresses by the identifiers that references name. */
export type Definitions = ReadonlyMap<string, string>

/** Maximum depth of nested Markdown. Deeper parts are written as their source. */
export const depthMax = 40

/** Returns the definitions at the top of a text; the first of equal ones counts. */
export function definitionsIn(nodes: readonly RootContent[]): Definitions {
  const found = nodes.flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url] as const] : []))
  return new Map(found.toReversed())
}

/** Writes the words of a paragraph. */
export class InlineRuns {
  private readonly source: string
  private readonly definitions: Definitions

  constructor(source: string, definitions: Definitions) {
    this.source = source
    this.definitions = definitions
  }

  of(nodes: readonly PhrasingContent[], style: RunStyle = {}, depth = 0): readonly ParagraphChild[] {
    return nodes.flatMap((node) => this.run(node, style, depth))
  }

  private run(node: PhrasingContent, style: RunStyle, depth: number): readonly ParagraphChild[] {
    if (depth > depthMax) return plainRuns(this.sourceOf(node), style)
    switch (node.type) {
      case 'text':
        return plainRuns(node.value, style)
      case 'emphasis':
        return this.of(node.children, { ...style, italics: true }, depth + 1)
      case 'strong':
        return this.of(node.children, { ...style, bold: true }, depth + 1)
      case 'delete':
        return this.of(node.children, { ...style, strike: true }, depth + 1)
      case 'inlineCode':
      case 'inlineMath':
        return plainRuns(node.value, { ...style, font: codeFont })
      case 'break':
        return plainRuns('\n', style)
      case 'link':
        return this.link(node.url, node.children, style, depth)
      case 'linkReference':
        return this.link(this.definitions.get(node.identifier) ?? '', node.children, style, depth)
      // a picture elsewhere is never loaded
      case 'image':
        return linked(node.url, plainRuns(node.alt || node.url, style))
      case 'imageReference':
        return linked(this.definitions.get(node.identifier) ?? '', plainRuns(node.alt || node.identifier, style))
      case 'footnoteReference':
        return plainRuns(`[${node.label ?? node.identifier}]`, { ...style, superScript: true })
      default:
        return plainRuns(this.sourceOf(node), style)
    }
  }

  private link(
    url: string,
    children: readonly PhrasingContent[],
    style: RunStyle,
    depth: number,
  ): readonly ParagraphChild[] {
    return linked(url, this.of(children, isLinked(url) ? { ...style, style: 'Hyperlink' } : style, depth + 1))
  }

  private sourceOf(node: PhrasingContent): string {
    const { end, start } = node.position ?? {}
    return this.source.slice(start?.offset ?? 0, end?.offset ?? 0)
  }
}

/** Returns true for an address that a click may open: one of the web, or of a mail. */
function isLinked(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(url) && URL.canParse(url)
}

function linked(url: string, children: readonly ParagraphChild[]): readonly ParagraphChild[] {
  return isLinked(url) ? [new ExternalHyperlink({ link: new URL(url).href, children: [...children] })] : children
}
