import type { Element, Root as HastRoot } from 'hast'
import type { Definition, FootnoteDefinition, FootnoteReference, Root as MdastRoot } from 'mdast'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkCjkStrikethrough from 'remark-cjk-friendly-gfm-strikethrough'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { SKIP, visit } from 'unist-util-visit'
import { markAlerts } from './alerts.ts'
import { elementsMax, treeDepthMax, type Unformatted, unformatted } from './block-limits.ts'
import type { ListPart } from './block-splitter.ts'
import { markCitations } from './citation-marks.ts'
import { withoutFormulaBlocks, withPrices } from './dollar-formulas.ts'
import { foldLines } from './fold-lines.ts'
import { splitFormulas } from './formula-blocks.ts'
import { boundFormulas } from './formula-limits.ts'
import { buildFolds } from './html-folds.ts'
import { buildPhrases } from './html-phrases.ts'
import { readableFormulas } from './math-delimiters.ts'
import { type LabelScope, sharedLabels, withLabels } from './shared-labels.ts'
import { type AnyDefinition, markUnused, unusedHandlers } from './unused-definitions.ts'
import { markScripts } from './writing-direction.ts'

/** A parsed block, with its parts that concern other blocks. */
export interface ParsedBlock {
  readonly tree: MdastRoot
  readonly definitions: readonly Definition[]
  readonly footnotes: readonly FootnoteDefinition[]
  /** Footnote references of the block itself, in order; not those inside its footnotes. */
  readonly calls: readonly string[]
  /** Every label looked up by the block's references. */
  readonly asked: ReadonlySet<string>
  /** The labels of its links and pictures that are defined, here or elsewhere. */
  readonly references: ReadonlySet<string>
}

/** A footnote reference: the footnote's number, and the index of this reference to it. */
export interface FootnoteCall {
  readonly number: number
  readonly time: number
}

/** One tilde means a range or "about", as in "5~7". */
const strikethrough = { singleTilde: false }

const parser = unified()
  .use(remarkParse)
  .use(function readSyntax() {
    const data = this.data()
    // remark-gfm and remark-math would also bring the code that writes Markdown
    data.micromarkExtensions = [gfm(strikethrough), math()].map(withPrices).map(withoutFormulaBlocks)
    data.fromMarkdownExtensions = [...gfmFromMarkdown(), mathFromMarkdown()]
  })
  .use(remarkCjkFriendly)
  .use(remarkCjkStrikethrough, strikethrough)
  .use(function shareLabels() {
    const data = this.data()
    data.micromarkExtensions = [...(data.micromarkExtensions ?? []), foldLines, sharedLabels]
  })
  .freeze()

const converter = unified()
  .use(remarkRehype, { allowDangerousHtml: true, handlers: { ...unusedHandlers, footnoteReference: callElement } })
  .use(() => rawHtmlIsText)
  .freeze()

/** Returns the label that connects definitions and references. */
export function labelOf(node: { readonly identifier: string }): string {
  return node.identifier.toLowerCase().toUpperCase()
}

const noLabels: LabelScope = { links: new Set(), notes: new Set(), asked: new Set() }

/**
 * Parses one block; `scope` has the labels of other blocks. Returns the reason instead when the block is too large, too
 * deep or too dense for bounded time.
 */
export function parseSource(source: string, scope: LabelScope = noLabels): ParsedBlock | Unformatted {
  const reason = unformatted(source)
  if (reason !== null) return reason
  // the preceding line prevents a byte order mark inside the message from being read as one at its beginning
  const { text, finish } = readableFormulas(source)
  const tree = withLabels(scope, () => {
    const whole = parser.parse(source.startsWith('\uFEFF') ? text : `\n${text}`)
    if (sizeOf(whole).depth <= treeDepthMax) buildFolds(whole, (part) => parser.parse(part))
    return whole
  })
  // all later code recurses over the depth
  if (sizeOf(tree).depth > treeDepthMax) return 'deep'
  buildPhrases(tree, source)
  finish(tree)
  keepCells(tree)
  keepLanguages(tree)
  markAlerts(tree)
  const definitions: Definition[] = []
  const footnotes: FootnoteDefinition[] = []
  const references = new Set<string>()
  visit(tree, (node) => {
    if (node.type === 'definition') definitions.push(node)
    else if (node.type === 'footnoteDefinition') footnotes.push(node)
    else if (node.type === 'linkReference' || node.type === 'imageReference') references.add(labelOf(node))
  })
  return { tree, definitions, footnotes, calls: referencesIn(tree).map(labelOf), asked: scope.asked, references }
}

/** Returns the footnote references in a tree, in order; not those inside its footnotes. */
function referencesIn(tree: MdastRoot): readonly FootnoteReference[] {
  const found: FootnoteReference[] = []
  visit(tree, (node) => {
    if (node.type === 'footnoteDefinition') return SKIP
    if (node.type === 'footnoteReference') found.push(node)
    return undefined
  })
  return found
}

/** Returns a footnote's text as a separate block. */
export function footnoteBlock(definition: FootnoteDefinition, from: ParsedBlock): ParsedBlock {
  const tree: MdastRoot = { type: 'root', children: definition.children }
  const calls = referencesIn(tree).map(labelOf)
  return { tree, definitions: [], footnotes: [], calls, asked: from.asked, references: from.references }
}

/** Returns true if the last complete line of a source belongs to the block before it. */
export function continuesBlock(source: string): boolean {
  const { text } = readableFormulas(source)
  const last = parser.parse(text).children.at(-1)
  const line = text.trimEnd().split(/\r\n?|\n/).length
  return last?.position !== undefined && last.position.start.line < line
}

export interface Surroundings {
  /** The definitions of the block's references, by label. */
  readonly definitionOf: (label: string) => Definition | undefined
  /** Footnote references of the block, in order. */
  readonly calls: readonly FootnoteCall[]
  readonly list: ListPart | null
  /** Returns true for a definition that no reference in the message leads to. */
  readonly isUnused: (definition: AnyDefinition) => boolean
}

const alone: Surroundings = { definitionOf: () => undefined, calls: [], list: null, isUnused: () => false }

/** Converts a parsed block to elements. Other HTML becomes text; nothing in the tree can run or load anything. */
export function convertBlock(block: ParsedBlock, around: Surroundings = alone): HastRoot | Unformatted {
  markUnused(block.tree, around.isUnused)
  const known = [...block.asked].flatMap((label) => around.definitionOf(label) ?? [])
  const children = block.tree.children.filter((node) => node.type !== 'footnoteDefinition' || node.data?.isUnused)
  const part = around.list
  const list = part === null ? undefined : part.number === null ? children.at(-1) : children[0]
  if (part !== null && list?.type === 'list') {
    const place = children.indexOf(list)
    const start = part.number ?? list.start
    children[place] = { ...list, spread: list.spread || part.loose, ...(list.ordered ? { start } : {}) }
  }
  for (const [index, node] of referencesIn(block.tree).entries()) {
    const { number = 0, time = 0 } = around.calls[index] ?? {}
    node.data = { ...node.data, number, time }
  }
  // the first definition of a label wins, and those of the message are already resolved
  const tree = converter.runSync({ type: 'root', children: [...known, ...children] })
  splitFormulas(tree)
  boundFormulas(tree)
  markCitations(tree)
  markScripts(tree)
  return sizeOf(tree).nodes > elementsMax ? 'dense' : tree
}

declare module 'mdast' {
  interface FootnoteReferenceData {
    number?: number
    time?: number
  }
}

function callElement(_state: unknown, node: FootnoteReference): Element {
  const { number = 0, time = 0 } = node.data ?? {}
  const properties = { dataFootnote: number, dataTime: time }
  return { type: 'element', tagName: 'sup', properties, children: [{ type: 'text', value: String(number) }] }
}

interface TreeNode {
  readonly type: string
  readonly children?: readonly TreeNode[]
}

/** Returns the depth and node count of a tree, without recursion. */
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

/** Widens tables to their longest row, as cells without a column would be lost. */
function keepCells(tree: MdastRoot): void {
  visit(tree, 'table', (table) => {
    const width = Math.max(...table.children.map((row) => row.children.length))
    const align = table.align ?? []
    table.align = [...align, ...Array.from({ length: Math.max(0, width - align.length) }, () => null)]
  })
}

/**
 * Moves everything after a blank in a language to the words after it: `a&nbsp;b` is one word to the parser, two to
 * rehype.
 */
function keepLanguages(tree: MdastRoot): void {
  visit(tree, 'code', (code) => {
    const [language = '', ...rest] = (code.lang ?? '').trim().split(/\s+/)
    if (language === (code.lang ?? '')) return
    code.lang = language === '' ? null : language
    code.meta = [...rest, ...(code.meta ? [code.meta] : [])].join(' ') || null
  })
}

function rawHtmlIsText(tree: HastRoot): void {
  visit(tree, 'raw', (node, index, parent) => {
    if (parent && index !== undefined) parent.children.splice(index, 1, { type: 'text', value: node.value })
  })
}
