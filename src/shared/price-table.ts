import {
  columnOf,
  currencyIn,
  denominatorOf,
  hasAnotherPrice,
  isRatio,
  isUnit,
  modelRank,
  type PriceColumn,
  shiftIn,
} from './price-columns.ts'
import { type JsonRow, jsonPrices } from './price-json.ts'
import { type Currency, type Price, type PriceUnit, parsePrice, priceRowsMax, priceText, priceUnits } from './prices.ts'

/** Longest pasted table or file, in UTF-16 units. */
export const priceTableMax = 1_000_000
const modelMax = 300

/** Why a table cannot be imported, with the line of the problem if there is one. */
export interface PriceProblem {
  readonly kind:
    | 'empty'
    | 'columns'
    | 'rows'
    | 'cells'
    | 'model'
    | 'price'
    | 'unit'
    | 'currency'
    | 'connection'
    | 'connections'
    | 'double'
    | 'twice'
    | 'ratio'
    | 'json'
  readonly line: number
  /** The cell, or the name of the model. */
  readonly text: string
}

export type ReadPrices =
  | {
      readonly ok: true
      readonly prices: readonly Price[]
      /** Headings of columns that were not read. */
      readonly ignored: readonly string[]
      /** Models of rows without a price, or of a connection that does not exist here. */
      readonly skipped: readonly string[]
    }
  | { readonly ok: false; readonly problem: PriceProblem }

interface ReadOptions {
  /** The currency if the table names none. */
  readonly currency: Currency
  readonly connections: readonly { readonly id: string; readonly name: string }[]
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** Origin of lines, as far as it affects how they are read. */
interface Source {
  /** True if Atelier wrote them, so that they contain no mistakes of a user. */
  readonly isOwn: boolean
  /** True if two columns may have the same meaning if no line has values in both. */
  readonly isJson: boolean
  readonly unread: readonly string[]
}

/**
 * Reads a pasted table (tab, comma, semicolon, also full-width, or Markdown) or JSON. Reports the first invalid line.
 */
export function readPrices(text: string, options: ReadOptions): ReadPrices {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return problem('empty', 0, '')
  if (text.length > priceTableMax) return problem('rows', 0, String(priceRowsMax))
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) {
    const found = jsonPrices(trimmed)
    if (found === null) return problem('json', 0, '')
    if (found === 'ratio') return problem('ratio', 0, '')
    if (found.rows.length > priceRowsMax) return problem('rows', 0, String(priceRowsMax))
    const { isOwn, rows, unread } = found
    return fromLines(jsonLines(rows), options, { isOwn, unread, isJson: true })
  }
  return fromLines(turned(textLines(trimmed)), options, { isOwn: false, unread: [], isJson: false })
}

/** Returns the table as JSON that `readPrices` can read. */
export function pricesAsJson(prices: readonly Price[], connections: ReadOptions['connections']): string {
  const rows = prices.map(({ model, connectionId, currency, ...price }) => ({
    model,
    ...(connectionId === ''
      ? {}
      : { connection: connections.find(({ id }) => id === connectionId)?.name, connection_id: connectionId }),
    currency,
    ...Object.fromEntries(priceUnits.flatMap((unit) => (price[unit] === null ? [] : [[unit, priceText(price[unit])]]))),
  }))
  return `${JSON.stringify({ format: 'atelier-prices', prices: rows }, null, 2)}\n`
}

function problem(kind: PriceProblem['kind'], line: number, text: string): { ok: false; problem: PriceProblem } {
  return { ok: false, problem: { kind, line, text: text.slice(0, 80) } }
}

function fromLines(lines: readonly Line[], options: ReadOptions, source: Source): ReadPrices {
  const [first] = lines
  if (first === undefined) return problem('empty', 0, '')
  if (lines.length > priceRowsMax + 1) return problem('rows', 0, String(priceRowsMax))
  const columns = columnsOf(first, lines.slice(1))
  const isBare = columns === null && isPriceCell(first.cells[1])
  if (columns === null && !isBare) return problem('columns', first.line, first.cells.join(' '))
  const read = columns ?? bareColumns
  const wide = lines.find(({ cells }) => widthOf(cells) > (columns === null ? read.length : widthOf(first.cells)))
  // a comma within a number, for thousands or decimals, has shifted all following cells
  if (wide !== undefined) return problem('cells', wide.line, wide.cells.join(', '))
  const wrong = columns === null ? null : wrongHeading(first, columns, source)
  if (wrong !== null) return wrong
  const prices: Price[] = []
  const skipped: string[] = []
  const seen = new Set<string>()
  for (const line of columns === null ? lines : lines.slice(1)) {
    const row = rowOf(line, read, first.cells, options, source)
    if ('ok' in row) return row
    if (!priceUnits.some((unit) => row[unit] !== null)) {
      skipped.push(row.model)
      continue
    }
    const name = `${row.model.toLowerCase()}\n${row.connectionId}`
    if (seen.has(name)) return problem('double', line.line, row.model)
    seen.add(name)
    prices.push(row)
  }
  if (prices.length === 0) return problem('empty', 0, '')
  const headings =
    columns === null ? [] : first.cells.filter((cell, at) => columns[at]?.meaning === null && cell !== '')
  return { ok: true, prices, ignored: [...headings.toSorted(moneyFirst), ...source.unread], skipped }
}

/** Returns the number of cells up to the last filled one. */
function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1
}

/** Returns the columns by the headings of the first line; null if no heading is for models. */
function columnsOf(first: Line, rows: readonly Line[]): PriceColumn[] | null {
  const columns = first.cells.map(columnOf)
  const priced = columns.filter(({ meaning }) => isUnit(meaning)).length
  // the top left cell of a table is often empty
  if (first.cells[0] === '' && priced > 0 && !columns.some(({ meaning }) => meaning === 'model'))
    columns[0] = bare('model')
  const models = columns.flatMap(({ meaning }, at) => (meaning === 'model' ? [at] : []))
  const [best] = models.toSorted((a, b) => modelScore(first, rows, a) - modelScore(first, rows, b))
  if (best === undefined) return null
  return columns.map((column, at) =>
    column.meaning === 'model' && at !== best ? { ...column, meaning: null } : column,
  )
}

/** Returns a score that is lower for a column that more likely has the names used in requests. */
function modelScore(first: Line, rows: readonly Line[], at: number): number {
  const cells = rows.map(({ cells }) => cells[at] ?? '')
  const isNumbered = cells.every((cell) => /^\d*$/.test(cell))
  return modelRank(first.cells[at] ?? '') + (isNumbered ? 100 : 0) + (cells.includes('') ? 50 : 0)
}

function wrongHeading(first: Line, columns: readonly PriceColumn[], { isJson }: Source): ReadPrices | null {
  if (!columns.some(({ meaning }) => isUnit(meaning)))
    return first.cells.some(isRatio)
      ? problem('ratio', first.line, '')
      : problem('empty', first.line, first.cells.join(' '))
  for (const [at, { currency, meaning }] of columns.entries()) {
    const heading = first.cells[at] ?? ''
    if (currency === 'foreign') return problem('currency', first.line, heading)
    const other = columns.findIndex((column) => column.meaning === meaning)
    if (!isJson && meaning !== null && meaning !== 'connection' && other < at)
      return problem('twice', first.line, `${first.cells[other] ?? ''}, ${heading}`)
  }
  return null
}

/** Sorts column names about money before others. */
function moneyFirst(one: string, other: string): number {
  const isMoney = (name: string): number => (/price|cost|token|价|费|元|\$/i.test(name) ? 0 : 1)
  return isMoney(one) - isMoney(other)
}

const noPrices = { input: null, cached: null, output: null, image: null, second: null, minute: null }
const nothing = /^(|-|–|—|\/|n\/?a|null|none|无|暂无)$/i
const free = /^(free|免费)$/i

function isPriceCell(cell: string | undefined): boolean {
  return cell !== undefined && parsePrice(cell) !== null
}

function rowOf(
  { line, cells }: Line,
  columns: readonly PriceColumn[],
  headings: readonly string[],
  { currency, connections }: ReadOptions,
  { isOwn }: Source,
): Price | { ok: false; problem: PriceProblem } {
  let found: Currency | null = null
  let model = ''
  const named = columns.flatMap(({ meaning }, at) => (meaning === 'connection' && cells[at] ? [cells[at].trim()] : []))
  const units: Record<PriceUnit, number | null> = { ...noPrices }
  const takenFrom = new Map<PriceUnit, number>()
  const unitCell = cells[columns.findIndex(({ meaning }) => meaning === 'unit')] ?? ''
  for (const [at, column] of columns.entries()) {
    const cell = (cells[at] ?? '').trim()
    switch (column.meaning) {
      case null:
      case 'connection':
      case 'unit':
        break
      case 'model':
        model = cell
        break
      case 'currency': {
        const said = currencyIn(cell)
        if (said === 'foreign' || (said === null && cell !== '')) return problem('currency', line, cell)
        if (found !== null && said !== null && said !== found) return problem('currency', line, cell)
        found = said ?? found
        break
      }
      default: {
        if (nothing.test(cell)) break
        const unit = column.meaning
        const shift = shiftOf(cell, unitCell, column, unit)
        if (shift === 'unclear') return problem('unit', line, cell)
        const [amount = ''] = cell.split(denominatorOf(cell) || '\n', 1)
        const nano = free.test(cell) ? 0 : parsePrice(amount, shift ?? 0)
        if (nano === null) return problem('price', line, cell)
        // no model costs so little per million tokens: it must be a price per token without a unit
        if (shift === null && !isOwn && isOfTokens(unit) && nano > 0 && nano < tokenNanoMin)
          return problem('unit', line, cell)
        const before = takenFrom.get(unit)
        if (before !== undefined && units[unit] !== nano)
          return problem('twice', line, `${headings[before] ?? ''}, ${headings[at] ?? ''}`)
        units[unit] = nano
        takenFrom.set(unit, at)
        const said = currencyIn(cell) ?? column.currency
        if (said === 'foreign' || (found !== null && said !== null && said !== found))
          return problem('currency', line, cell)
        found ??= said
      }
    }
  }
  if (model === '' || model === membersCell || model.length > modelMax) return problem('model', line, cells.join(' '))
  // a note below a table can change the unit of all its prices
  if (takenFrom.size === 0 && shiftIn(model, 'input') !== null && /token|价|元|price/i.test(model))
    return problem('unit', line, model)
  const connection = connectionIn(named, connections)
  if (typeof connection !== 'string')
    return { model, connectionId: connection.id, currency: found ?? currency, ...units }
  const [name = ''] = named
  // an export may name connections that have since been removed
  if (isOwn) return { model, connectionId: '', currency: found ?? currency, ...noPrices }
  return problem(connection === 'none' ? 'connection' : 'connections', line, name)
}

/** Returns the connection of a row, by its id or by a unique name. */
function connectionIn(
  named: readonly string[],
  connections: ReadOptions['connections'],
): { readonly id: string } | 'none' | 'several' {
  if (named.length === 0) return { id: '' }
  const byId = connections.find(({ id }) => named.includes(id))
  if (byId !== undefined) return byId
  const [one, ...others] = connections.filter(({ name }) => named.includes(name))
  if (one === undefined) return 'none'
  return others.length === 0 ? one : 'several'
}

/** Lowest price of a million tokens that is accepted without a unit: 0.0001. */
const tokenNanoMin = 1e5

function isOfTokens(unit: PriceUnit): boolean {
  return unit === 'input' || unit === 'cached' || unit === 'output'
}

/** Returns the power of ten by the cell, the heading and the row's unit, which must agree. */
function shiftOf(cell: string, unitCell: string, column: PriceColumn, unit: PriceUnit): number | 'unclear' | null {
  const inCell = denominatorOf(cell)
  const ofRow =
    unitCell === '' || !isOfTokens(unit) ? null : shiftIn(`/${unitCell.replace(/^.*?(\/|每|per)/i, '')}`, unit)
  if (hasAnotherPrice(inCell)) return 'unclear'
  const said = [inCell === '' ? null : (shiftIn(inCell, unit) ?? 'unclear'), column.shift, ofRow]
  const shifts = new Set(said.filter((one) => one !== null))
  const [shift] = shifts
  return shifts.size > 1 ? 'unclear' : (shift ?? null)
}

function bare(meaning: PriceUnit | 'model'): PriceColumn {
  return { meaning, currency: null, shift: null }
}

const bareColumns = [bare('model'), bare('input'), bare('output'), bare('cached')]

/** Transposes a table that has models as its columns. */
function turned(lines: readonly Line[]): readonly Line[] {
  const [first, ...others] = lines
  if (first === undefined || others.length === 0) return lines
  const names = first.cells.slice(1)
  if (others.some(({ cells }) => widthOf(cells) > first.cells.length)) return lines
  if (names.length === 0 || names.some((name) => columnOf(name).meaning !== null && isUnit(columnOf(name).meaning)))
    return lines
  if (first.cells[0] !== '' && columnOf(first.cells[0] ?? '').meaning !== 'model') return lines
  if (!others.some(({ cells }) => isUnit(columnOf(cells[0] ?? '').meaning))) return lines
  if (names.some((name) => columnOf(name).meaning === 'currency' || columnOf(name).meaning === 'unit')) return lines
  return [
    { line: first.line, cells: ['model', ...others.map(({ cells }) => cells[0] ?? '')] },
    ...names.map((name, at) => ({
      line: first.line,
      cells: [name, ...others.map(({ cells }) => cells[at + 1] ?? '')],
    })),
  ]
}

function textLines(text: string): Line[] {
  const [top = '', ...below] = text.split(/\r\n?|\n/)
  // Excel reads the separator from such a line
  const named = /^"?sep=(.)"?$/i.exec(top)?.[1]
  const rows = (named === undefined ? [top, ...below] : ['', ...below]).map((row, at) => ({
    line: at + 1,
    row: row.trimEnd(),
  }))
  const filled = rows.filter(({ row }) => row.trim() !== '')
  const first = filled[0]?.row ?? ''
  const isMarkdown = named === undefined && first.includes('|')
  const separator = named ?? ['\t', ';', ',', '；', '，'].find((sign) => first.includes(sign)) ?? ','
  return filled
    .filter(({ row }) => !isMarkdown || /[^\s|:-]/.test(row))
    .map(({ line, row }) => ({ line, cells: isMarkdown ? markdownCells(row) : cellsOf(row, separator) }))
}

function markdownCells(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split('|').map((cell) => withoutMarks(cell.trim()))
}

/** Removes Markdown marks of code or bold text around a cell. */
function withoutMarks(cell: string): string {
  let [start, end] = [0, cell.length]
  while (start < end && '`*'.includes(cell.charAt(start))) start += 1
  while (end > start && '`*'.includes(cell.charAt(end - 1))) end -= 1
  return cell.slice(start, end)
}

/** Splits a line into cells; quotes may contain the separator. */
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

/** Converts rows of JSON to lines of one table. */
function jsonLines(rows: readonly JsonRow[]): Line[] {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, 200)
  return [
    { line: 0, cells: keys },
    ...rows.map((row, at) => ({ line: at + 1, cells: keys.map((key) => cellText(row[key])) })),
  ]
}

/** Placeholder for a list or an object, of any depth. It is neither a price nor a name. */
const membersCell = '{…}'

function cellText(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'NaN'
  if (typeof value === 'object' && value !== null) return membersCell
  return value === null || value === undefined ? '' : String(value)
}
