import { type Currency, type Price, type PriceUnit, parsePrice, priceRowsMax, priceText } from './prices.ts'

/** Longest pasted table or file, in UTF-16 units. */
export const priceTableMax = 1_000_000
const modelMax = 300

/** Why a table cannot be taken, with the line where that is one. */
export interface PriceProblem {
  readonly kind: 'empty' | 'columns' | 'rows' | 'model' | 'price' | 'currency' | 'connection' | 'double' | 'json'
  readonly line: number
  /** The cell, or the name of the model. */
  readonly text: string
}

export type ReadPrices =
  | { readonly ok: true; readonly prices: readonly Price[]; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly problem: PriceProblem }

interface ReadOptions {
  /** The currency where the table names none. */
  readonly currency: Currency
  readonly connections: readonly { readonly id: string; readonly name: string }[]
}

type Meaning = PriceUnit | 'model' | 'connection' | 'currency'

interface Column {
  readonly meaning: Meaning | null
  readonly currency: Currency | null
  /** Power of ten that makes it a price by the million. */
  readonly shift: number
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** Reads a pasted table (tab, comma, semicolon or Markdown) or JSON. Names the first line that is wrong. */
export function readPrices(text: string, options: ReadOptions): ReadPrices {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return problem('empty', 0, '')
  if (text.length > priceTableMax) return problem('rows', 0, String(priceRowsMax))
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    const lines = jsonLines(trimmed)
    return lines === null ? problem('json', 0, '') : fromLines(lines, options)
  }
  return fromLines(textLines(trimmed), options)
}

/** The table as JSON that `readPrices` reads again. */
export function pricesAsJson(prices: readonly Price[], connections: ReadOptions['connections']): string {
  const rows = prices.map(({ model, connectionId, currency, ...units }) => ({
    model,
    ...(connectionId === ''
      ? {}
      : { connection: connections.find(({ id }) => id === connectionId)?.name ?? connectionId }),
    currency,
    ...Object.fromEntries(
      Object.entries(units).flatMap(([unit, nano]) => (nano === null ? [] : [[unit, priceText(nano)]])),
    ),
  }))
  return `${JSON.stringify({ format: 'atelier-prices', prices: rows }, null, 2)}\n`
}

function problem(kind: PriceProblem['kind'], line: number, text: string): ReadPrices {
  return { ok: false, problem: { kind, line, text: text.slice(0, 80) } }
}

function fromLines(lines: readonly Line[], options: ReadOptions): ReadPrices {
  const [first] = lines
  if (first === undefined) return problem('empty', 0, '')
  if (lines.length > priceRowsMax + 1) return problem('rows', 0, String(priceRowsMax))
  const named = first.cells.map(columnOf)
  const hasHeadings = named.some(({ meaning }) => meaning === 'model')
  const isBare = !hasHeadings && parsePrice(first.cells[1] ?? '') !== null
  if (!hasHeadings && !isBare) return problem('columns', first.line, first.cells.join(' '))
  const columns = hasHeadings ? named : bareColumns.slice(0, first.cells.length)
  const prices: Price[] = []
  const seen = new Set<string>()
  for (const { line, cells } of hasHeadings ? lines.slice(1) : lines) {
    const read = rowOf(line, cells, columns, options)
    if ('ok' in read) return read
    const name = `${read.model.toLowerCase()}\n${read.connectionId}`
    if (seen.has(name)) return problem('double', line, read.model)
    seen.add(name)
    prices.push(read)
  }
  if (prices.length === 0) return problem('empty', 0, '')
  const ignored = hasHeadings ? first.cells.filter((cell, at) => named[at]?.meaning === null && cell !== '') : []
  return { ok: true, prices, ignored }
}

const noPrices = { input: null, cached: null, output: null, image: null, second: null, minute: null }
const nothing = /^(|-|–|—|n\/?a|null|none|无|暂无)$/i

function rowOf(
  line: number,
  cells: readonly string[],
  columns: readonly Column[],
  { currency, connections }: ReadOptions,
): Price | ReadPrices {
  let found: Currency | null = null
  let model = ''
  let connectionId = ''
  const units: Record<PriceUnit, number | null> = { ...noPrices }
  for (const [at, column] of columns.entries()) {
    const cell = (cells[at] ?? '').trim()
    switch (column.meaning) {
      case null:
        break
      case 'model':
        model = cell
        break
      case 'currency':
        found = currencyIn(cell)
        if (found === null && cell !== '') return problem('currency', line, cell)
        break
      case 'connection': {
        if (cell === '') break
        const named = connections.find(({ id, name }) => name === cell || id === cell)
        if (named === undefined) return problem('connection', line, cell)
        connectionId = named.id
        break
      }
      default: {
        if (nothing.test(cell)) break
        const nano = parsePrice(cell, column.shift)
        if (nano === null) return problem('price', line, cell)
        units[column.meaning] = nano
        found ??= currencyIn(cell) ?? column.currency
      }
    }
  }
  if (model === '' || model.length > modelMax) return problem('model', line, cells.join(' '))
  return { model, connectionId, currency: found ?? currency, ...units }
}

function bare(meaning: Meaning): Column {
  return { meaning, currency: null, shift: 0 }
}

const bareColumns = [bare('model'), bare('input'), bare('output'), bare('cached')]

/** Meanings of headings, the more special ones first. */
const headings: readonly (readonly [sign: RegExp, meaning: Meaning | null])[] = [
  [/cache[ _-]?(write|creation)|缓存写|写入缓存/, null],
  [/cache|缓存/, 'cached'],
  [/currency|币|货币/, 'currency'],
  [/connection|连接/, 'connection'],
  [/image|picture|图|张/, 'image'],
  [/second|video|秒|视频/, 'second'],
  [/minute|audio|sound|分钟|音频|转写/, 'minute'],
  [/output|completion|输出|补全/, 'output'],
  [/input|prompt|输入|提示/, 'input'],
  [/model|模型|^(name|id|名称)$/, 'model'],
  [/^in$/, 'input'],
  [/^out$/, 'output'],
]

function columnOf(heading: string): Column {
  const name = heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKC')
    .toLowerCase()
    .trim()
  const meaning = name.length > 100 ? null : (headings.find(([sign]) => sign.test(name))?.[1] ?? null)
  const perToken = /(per|\/)[ _]?token$/.test(name)
  const perThousand = /(per|\/)[ _]?1?[ _]?(k\b|k[ _]?token|thousand)|千/.test(name)
  return { meaning, currency: currencyIn(heading), shift: perToken ? 6 : perThousand ? 3 : 0 }
}

function currencyIn(text: string): Currency | null {
  if (/\$|usd|dollar|美元/i.test(text)) return 'USD'
  return /[¥￥元]|cny|rmb|yuan|人民币/i.test(text) ? 'CNY' : null
}

function textLines(text: string): Line[] {
  const rows = text.split(/\r\n?|\n/).map((row, at) => ({ line: at + 1, row: row.trimEnd() }))
  const filled = rows.filter(({ row }) => row.trim() !== '')
  const first = filled[0]?.row ?? ''
  const isMarkdown = first.includes('|')
  const separator = first.includes('\t') ? '\t' : first.includes(';') ? ';' : ','
  return filled
    .filter(({ row }) => !isMarkdown || /[^\s|:-]/.test(row))
    .map(({ line, row }) => ({ line, cells: isMarkdown ? markdownCells(row) : cellsOf(row, separator) }))
}

function markdownCells(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split('|').map((cell) => withoutMarks(cell.trim()))
}

/** A cell without marks of code or bold text around it. */
function withoutMarks(cell: string): string {
  let [start, end] = [0, cell.length]
  while (start < end && '`*'.includes(cell.charAt(start))) start += 1
  while (end > start && '`*'.includes(cell.charAt(end - 1))) end -= 1
  return cell.slice(start, end)
}

/** Cells of a line; quotes may hold the separator. */
function cellsOf(row: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < row.length; at += 1) {
    const sign = row.charAt(at)
    if (sign === '"' && isQuoted && row.charAt(at + 1) === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

/** Rows of JSON as lines of one table: a list, a list under `prices` or `models`, or an object by model. */
function jsonLines(text: string): Line[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const rows = jsonRows(value)
  if (rows === null) return null
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, 200)
  if (rows.length > priceRowsMax) return Array.from({ length: rows.length + 1 }, (_, line) => ({ line, cells: [] }))
  return [
    { line: 0, cells: keys },
    ...rows.map((row, at) => ({ line: at + 1, cells: keys.map((key) => cellText(row[key])) })),
  ]
}

type JsonRow = Readonly<Record<string, unknown>>

function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function jsonRows(value: unknown): JsonRow[] | null {
  if (Array.isArray(value)) return value.every(isRow) ? value : null
  if (!isRow(value)) return null
  for (const list of [value.prices, value.models, value.data]) if (list !== undefined) return jsonRows(list)
  const entries = Object.entries(value)
  return entries.every(([, row]) => isRow(row))
    ? entries.map(([model, row]) => ({ ...(isRow(row) ? row : {}), model }))
    : null
}

function cellText(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'NaN'
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
}
