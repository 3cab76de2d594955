import {
  BorderStyle,
  HeadingLevel,
  type IParagraphOptions,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  WidthType,
} from 'docx'
import type { BlockContent, DefinitionContent, List, ListItem, Table as MarkdownTable, RootContent } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { codeParagraph, plainRuns } from './docx-runs.ts'
import { type Definitions, definitionsIn, depthMax, InlineRuns } from './inline-runs.ts'
import { bullets, levelWithin, type OrderedLists } from './ordered-lists.ts'

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkMath)
  .use(remarkCjkFriendly)
  .freeze()

const headings = [
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const

type Block = BlockContent | DefinitionContent | RootContent

/** The surroundings of a block. */
interface Place {
  readonly depth: number
  /** Number of quotes around it. */
  readonly quotes: number
  /** The lists around it. */
  readonly level: number
  /** Number or bullet before the next paragraph; absent for none. */
  readonly mark?: IParagraphOptions['numbering']
}

/** Returns the paragraphs and tables of a text in Markdown; its source if it cannot be parsed. */
export function markdownBlocks(source: string, lists: OrderedLists): readonly (Paragraph | Table)[] {
  try {
    const root = parser.parse(source)
    const writer = new MarkdownWriter(source, definitionsIn(root.children), lists)
    return root.children.flatMap((node) => writer.blocks(node, { depth: 0, quotes: 0, level: 0 }))
  } catch {
    return [codeParagraph(source)]
  }
}

class MarkdownWriter {
  private readonly source: string
  private readonly runs: InlineRuns
  private readonly lists: OrderedLists

  constructor(source: string, definitions: Definitions, lists: OrderedLists) {
    this.source = source
    this.runs = new InlineRuns(source, definitions)
    this.lists = lists
  }

  blocks(node: Block, place: Place): readonly (Paragraph | Table)[] {
    if (place.depth > depthMax) return [codeParagraph(this.sourceOf(node))]
    const inside = { ...place, depth: place.depth + 1 }
    switch (node.type) {
      case 'paragraph':
        return [this.paragraph(place, { spacing: { after: 120 }, children: this.runs.of(node.children) })]
      case 'heading':
        return [
          this.paragraph(place, {
            heading: headings[Math.min(node.depth, headings.length) - 1] ?? HeadingLevel.HEADING_6,
            children: this.runs.of(node.children),
          }),
        ]
      case 'code':
      case 'math':
        return [codeParagraph(node.value, indentOf(place))]
      case 'blockquote':
        return node.children.flatMap((child) => this.blocks(child, { ...inside, quotes: place.quotes + 1 }))
      case 'list':
        return this.list(node, inside)
      case 'table':
        return [this.table(node)]
      case 'thematicBreak':
        return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: 'BBBBBB' } } })]
      case 'footnoteDefinition':
        return [
          new Paragraph({ children: plainRuns(`[${node.label ?? node.identifier}]`, { bold: true }) }),
          ...node.children.flatMap((child) => this.blocks(child, inside)),
        ]
      case 'definition':
        return []
      default:
        return [this.paragraph(place, { children: plainRuns(this.sourceOf(node)) })]
    }
  }

  private list(list: List, place: Place): readonly (Paragraph | Table)[] {
    const style = list.ordered === true ? this.lists.begin(list.start ?? 1) : { reference: bullets }
    const numbering = { ...style, level: levelWithin(place.level) }
    return list.children.flatMap((item) => this.item(item, { ...place, level: place.level + 1, mark: numbering }))
  }

  private item({ checked, children }: ListItem, place: Place): readonly (Paragraph | Table)[] {
    const { mark, ...after } = place
    const box = checked == null ? '' : checked ? '☑ ' : '☐ '
    const [first, ...rest] = children
    // a mark belongs to a paragraph
    const begin =
      first?.type === 'paragraph'
        ? [this.paragraph(place, { children: [...plainRuns(box), ...this.runs.of(first.children)] })]
        : [
            this.paragraph(place, { children: plainRuns(box) }),
            ...(first === undefined ? [] : this.blocks(first, after)),
          ]
    return [...begin, ...rest.flatMap((child) => this.blocks(child, after))]
  }

  private table({ children }: MarkdownTable): Table {
    const columns = Math.max(1, ...children.map((row) => row.children.length))
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: children.map(
        (row, index) =>
          new TableRow({
            tableHeader: index === 0,
            // each row of a table in Word has the same cells
            children: Array.from({ length: columns }, (_, column) => {
              const runs = this.runs.of(row.children[column]?.children ?? [], index === 0 ? { bold: true } : {})
              return new TableCell({ children: [new Paragraph({ children: runs })] })
            }),
          }),
      ),
    })
  }

  private paragraph(place: Place, options: IParagraphOptions): Paragraph {
    const quote =
      place.quotes === 0 ? {} : { border: { left: { style: BorderStyle.SINGLE, size: 12, color: 'BBBBBB', space: 8 } } }
    const indent = place.mark === undefined ? { indent: { left: indentOf(place) } } : { numbering: place.mark }
    return new Paragraph({ ...indent, ...quote, ...options })
  }

  private sourceOf(node: Block): string {
    const { end, start } = node.position ?? {}
    return this.source.slice(start?.offset ?? 0, end?.offset ?? 0)
  }
}

/** Returns the indent of a block, in twentieths of a point. */
function indentOf({ level, quotes }: Place): number {
  return 360 * Math.min(level, 9) + 300 * Math.min(quotes, 9)
}
