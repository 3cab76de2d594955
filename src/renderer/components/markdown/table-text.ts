import type { Element, ElementContent } from 'hast'
import { csvRow } from '../../../shared/csv-row.ts'

/** The cells of a table, header first; every row has as many as the header. */
export interface TableCells {
  readonly header: readonly Element[]
  readonly rows: readonly (readonly Element[])[]
}

function elementsOf(node: Element | undefined, ...names: readonly string[]): readonly Element[] {
  return (node?.children ?? [])
    .filter((child) => child.type === 'element')
    .filter(({ tagName }) => names.includes(tagName))
}

/** Returns the cells of a table element. */
export function tableCells(table: Element): TableCells {
  const cellsOf = (row: Element | undefined) => elementsOf(row, 'th', 'td')
  const [head] = elementsOf(table, 'thead')
  const header = cellsOf(elementsOf(head, 'tr')[0])
  const rows = elementsOf(table, 'tbody').flatMap((body) => elementsOf(body, 'tr'))
  return { header, rows: rows.map(cellsOf) }
}

/** Returns the text of a cell, without formatting. */
export function cellText(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (node.tagName === 'img') return typeof node.properties.alt === 'string' ? node.properties.alt : ''
  if (node.tagName === 'br') return '\n'
  return withoutDoubleBreaks(node.children).map(cellText).join('')
}

/** Drops the line end that the converter writes after a break. */
function withoutDoubleBreaks(nodes: readonly ElementContent[]): readonly ElementContent[] {
  return nodes.map((node, index) => {
    const before = nodes[index - 1]
    const isBehind = node.type === 'text' && before?.type === 'element' && before.tagName === 'br'
    return isBehind ? { ...node, value: node.value.replace(/^\n/, '') } : node
  })
}

/** Returns true if a cell has a control, such as a link. */
export function hasControls(cell: Element): boolean {
  return cell.children.some(
    (child) =>
      child.type === 'element' &&
      (['a', 'cite', 'img', 'input'].includes(child.tagName) ||
        child.properties.dataFootnote !== undefined ||
        hasControls(child)),
  )
}

/** Elements without Markdown marks. */
const tags = new Set(['sub', 'kbd', 'mark', 'u'])
const marks: Readonly<Record<string, string>> = { strong: '**', em: '*', del: '~~' }

/** Returns a text as Markdown that parses back to the same text, on one line. */
function escapedText(text: string): string {
  return text.replace(/[\\|`*_[\]<~$&]/g, '\\$&').replace(/\r?\n|\r/g, '<br>')
}

/** Escapes pipes. A pipe ends a cell even in code and formulas, unless an odd number of backslashes precedes it. */
function withInnerPipes(text: string): string {
  return text.replace(/\\[\\|]|\|/g, (found) => (found === '|' ? '\\|' : found))
}

/** Returns the code of a cell as Markdown, with a fence longer than any run of backticks in it. */
function codeMarkdown(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  // one space on both sides belongs to the fence
  const space = /^[` ]|[` ]$/.test(text) && text.trim() !== '' ? ' ' : ''
  return `${fence}${space}${withInnerPipes(text)}${space}${fence}`
}

/** Returns the content of a cell as Markdown, with bold, italics, code, formulas and links. */
function cellMarkdown(node: ElementContent): string {
  if (node.type === 'text') return escapedText(node.value)
  if (node.type !== 'element') return ''
  const inside = () => withoutDoubleBreaks(node.children).map(cellMarkdown).join('')
  const mark = Object.hasOwn(marks, node.tagName) ? marks[node.tagName] : undefined
  if (mark !== undefined) return `${mark}${inside()}${mark}`
  const isTag = tags.has(node.tagName) || (node.tagName === 'sup' && node.properties.dataFootnote === undefined)
  if (isTag) return `<${node.tagName}>${inside()}</${node.tagName}>`
  if (node.tagName === 'code') {
    const text = cellText(node).replace(/[\r\n]+/g, ' ')
    const names = Array.isArray(node.properties.className) ? node.properties.className : []
    if (names.includes('language-math')) return `$${withInnerPipes(text)}$`
    return codeMarkdown(text)
  }
  if (node.tagName === 'a' && typeof node.properties.href === 'string')
    return `[${inside()}](<${node.properties.href.replace(/[<>|\s]/g, encodeURIComponent)}>)`
  if (node.tagName === 'br') return '<br>'
  return node.children.length === 0 ? escapedText(cellText(node)) : inside()
}

/** Returns a table as CSV, with its rows in the given order. */
export function tableCsv({ header, rows }: TableCells, order: readonly number[]): string {
  const line = (cells: readonly Element[]) => csvRow(cells.map((cell) => cellText(cell).trim()))
  return line(header) + order.map((index) => line(rows[index] ?? [])).join('')
}

/** Returns a table as Markdown, with its rows in the given order. */
export function tableMarkdown({ header, rows }: TableCells, order: readonly number[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  const texts = (cells: readonly Element[]) =>
    cells.map((cell) => withoutDoubleBreaks(cell.children).map(cellMarkdown).join('').trim())
  const rule = header.map(({ properties }) => {
    switch (properties.align) {
      case 'left':
        return ':--'
      case 'right':
        return '--:'
      case 'center':
        return ':-:'
      default:
        return '---'
    }
  })
  return line(texts(header)) + line(rule) + order.map((index) => line(texts(rows[index] ?? []))).join('')
}
