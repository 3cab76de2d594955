import type { BlockContent, DefinitionContent, Html, Paragraph, Root, RootContent } from 'mdast'
import { beginsInline, type FoldPart, foldParts } from './html-tags.ts'

type Content = BlockContent | DefinitionContent
type Parse = (text: string) => Root

/** Prefix for a text whose first tag must not open an HTML block. */
const notHtml = '\u2060'

/**
 * Builds the folds meant by `<details>` and `<summary>`, and parses Markdown in blocks that begin with a tag such as
 * `<mark>`. An unclosed fold extends to the end of the surrounding block.
 */
export function buildFolds(tree: Root, parse: Parse): void {
  tree.children = folded(contentOf(tree), parse)
}

/** Returns the block nodes of the root. The parser creates no other nodes there. */
function contentOf(tree: Root): readonly Content[] {
  return tree.children.filter(isContent)
}

function isContent(node: RootContent): node is Content {
  return node.type !== 'text' && node.type !== 'yaml' && node.type !== 'listItem' && !inline.has(node.type)
}

const inline = new Set(
  'break delete emphasis footnoteReference image imageReference inlineCode inlineMath link linkReference strong tableCell tableRow'.split(
    ' ',
  ),
)

function folded(nodes: readonly Content[], parse: Parse): Content[] {
  const parts = nodes.flatMap((node) => partsOf(node, parse))
  return build(parts)
}

type Part = FoldTag | { readonly node: Content }
type FoldTag = Extract<FoldPart, { tag: unknown }>

function partsOf(node: Content, parse: Parse): Part[] {
  if (node.type === 'html') {
    if (beginsInline(node.value)) return inlineBlock(node, parse).map((child) => ({ node: child }))
    const parts = foldParts(node.value)
    if (parts === null) return [{ node }]
    return parts.flatMap<Part>((part) =>
      'tag' in part ? [part] : folded(contentOf(parse(part.text)), parse).map((child) => ({ node: child })),
    )
  }
  if (node.type === 'blockquote' || node.type === 'footnoteDefinition') {
    node.children = folded(node.children, parse)
  } else if (node.type === 'list') {
    for (const item of node.children) item.children = folded(item.children, parse)
  } else if (node.type === 'paragraph') return endingParts(node)
  return [{ node }]
}

/** Splits off the closing fold tags at the end of a paragraph. */
function endingParts(paragraph: Paragraph): Part[] {
  const last = paragraph.children.at(-1)
  const parts = last?.type === 'html' ? foldParts(last.value) : null
  const tags = parts?.flatMap((part) => ('tag' in part && part.tag.kind === 'close' ? [part] : [])) ?? []
  if (tags.length === 0) return [{ node: paragraph }]
  const rest = paragraph.children.slice(0, -1)
  return [...(rest.length > 0 ? [{ node: { ...paragraph, children: rest } }] : []), ...tags]
}

function inlineBlock(node: Html, parse: Parse): readonly Content[] {
  const children = contentOf(parse(notHtml + node.value))
  const [first] = children
  const start = first?.type === 'paragraph' ? first.children[0] : undefined
  if (start?.type === 'text') start.value = start.value.slice(notHtml.length)
  return children
}

interface Fold {
  readonly opening: FoldTag
  readonly content: Content[]
}

function build(parts: readonly Part[]): Content[] {
  const root: Content[] = []
  const open: Fold[] = []
  const add = (node: Content): void => {
    const around = open.at(-1)?.content ?? root
    around.push(node)
  }
  const end = (): void => {
    const fold = open.pop()
    if (fold !== undefined) add(element(fold))
  }
  for (const part of parts) {
    if ('node' in part) add(part.node)
    else if (part.tag.kind === 'open') {
      const isPlaced = part.tag.name === 'details' || open.at(-1)?.opening.tag.name === 'details'
      if (isPlaced) open.push({ opening: part, content: [] })
      else add(literal(part))
    } else if (open.some(({ opening }) => opening.tag.name === part.tag.name)) {
      while (open.at(-1)?.opening.tag.name !== part.tag.name) end()
      end()
    } else add(literal(part))
  }
  while (open.length > 0) end()
  return root
}

/** Returns a tag without a supported meaning as plain text. */
function literal({ source }: FoldTag): Paragraph {
  return { type: 'paragraph', children: [{ type: 'text', value: source }] }
}

function element({ opening, content }: Fold): Content {
  if (opening.tag.name === 'details') {
    const hProperties = /\sopen(?:[\s=>]|$)/i.test(opening.source) ? { open: true } : {}
    return { type: 'blockquote', data: { hName: 'details', hProperties }, children: content }
  }
  if (content.every((node) => node.type === 'paragraph')) {
    return { type: 'paragraph', data: { hName: 'summary' }, children: content.flatMap(({ children }) => children) }
  }
  return { type: 'blockquote', data: { hName: 'summary' }, children: content }
}
