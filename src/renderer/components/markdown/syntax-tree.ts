import type { Root as HastRoot } from 'hast'
import type { Root as MdastRoot, Text } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { elementsMax, treeDepthMax, type Unformatted, unformatted } from './block-limits.ts'
import { normaliseMathDelimiters } from './math-delimiters.ts'

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkMath)
  .use(remarkCjkFriendly)
  .use(() => pricesAreNotFormulas)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(() => rawHtmlIsText)
  .freeze()

/**
 * Parses one block of Markdown. Raw HTML comes out as text; nothing in the tree can run or load anything. Answers with
 * the reason where the block is too large, too deep or too dense to be formatted in a bounded time.
 */
export function parseBlock(source: string): HastRoot | Unformatted {
  const reason = unformatted(source)
  if (reason !== null) return reason
  const parsed = processor.parse(normaliseMathDelimiters(source))
  // converting recurses over depth, so it is measured first
  if (sizeOf(parsed).depth > treeDepthMax) return 'deep'
  const tree = processor.runSync(parsed)
  return sizeOf(tree).nodes > elementsMax ? 'dense' : tree
}

interface TreeNode {
  readonly type: string
  readonly children?: readonly TreeNode[]
}

/** Depth and number of nodes of a tree, found without recursion. */
function sizeOf(root: TreeNode): { readonly depth: number; readonly nodes: number } {
  const open: (readonly [node: TreeNode, depth: number])[] = [[root, 0]]
  let depth = 0
  let nodes = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, level] = next
    nodes += 1
    depth = Math.max(depth, level)
    for (const child of node.children ?? []) open.push([child, level + 1])
  }
  return { depth, nodes }
}

/**
 * "from $5 to $10" is no formula: as in Pandoc, a formula in single dollar signs has no space inside its ends, and no
 * digit follows it. https://pandoc.org/MANUAL.html#extension-tex_math_dollars
 */
function pricesAreNotFormulas(tree: MdastRoot): void {
  visit(tree, 'inlineMath', (node, index, parent) => {
    if (!parent || index === undefined || node.position === undefined) return
    const { start, end } = node.position
    const written = (end.offset ?? 0) - (start.offset ?? 0)
    const isSingle = written === node.value.length + 2
    const next = parent.children[index + 1]
    const digitFollows = next?.type === 'text' && /^\d/.test(next.value)
    if (!isSingle || (!digitFollows && !/^\s|\s$/.test(node.value))) return
    const text: Text = { type: 'text', value: `$${node.value}$` }
    parent.children.splice(index, 1, text)
  })
}

function rawHtmlIsText(tree: HastRoot): void {
  visit(tree, 'raw', (node, index, parent) => {
    if (parent && index !== undefined) parent.children.splice(index, 1, { type: 'text', value: node.value })
  })
}
