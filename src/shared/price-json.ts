/** A row of JSON, with the members of nested prices lifted to the top level. */
export type JsonRow = Readonly<Record<string, unknown>>

export interface JsonPrices {
  readonly rows: readonly JsonRow[]
  /** Names of members that hold prices of another kind. */
  readonly unread: readonly string[]
  /** True if Atelier wrote it. */
  readonly isOwn: boolean
}

const depthMax = 6

/**
 * Returns the rows of JSON: a list, a list under a usual name, or an object by model. Knows the forms of LiteLLM,
 * OpenRouter and models.dev, which are in US dollars. Returns `ratio` for multipliers from which no price can be
 * derived, null for anything else.
 */
export function jsonPrices(text: string): JsonPrices | 'ratio' | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const found = rowsIn(value, 0)
  if (found === null || found === 'ratio') return found
  const unread = new Set<string>()
  const rows = found.map((row) => flatRow(row, unread))
  return { rows, unread: [...unread], isOwn: isRow(value) && value.format === 'atelier-prices' }
}

function isRow(value: unknown): value is JsonRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function rowsIn(value: unknown, depth: number): JsonRow[] | 'ratio' | null {
  if (depth > depthMax) return null
  if (Array.isArray(value)) return value.every(isRow) ? value : null
  if (!isRow(value)) return null
  for (const name of ['prices', 'models', 'data', 'items', 'list', 'result', 'results']) {
    const list = value[name]
    if (typeof list !== 'object' || list === null) continue
    const rows = rowsIn(list, depth + 1)
    // fields stated once for all rows
    const shared = Object.fromEntries(['currency', 'unit'].flatMap((key) => (key in value ? [[key, value[key]]] : [])))
    return Array.isArray(rows) ? rows.map((row) => ({ ...shared, ...row })) : rows
  }
  const entries = Object.entries(value)
  // options of new-api and one-api
  if (entries.some(([key, one]) => /ratio/i.test(key) && typeof one !== 'number') || isNumbers(value)) return 'ratio'
  // providers of models.dev, each with its models
  if (entries.length > 0 && entries.every(([, one]) => isRow(one) && isRow(one.models))) {
    const lists = entries.map(([, one]) => rowsIn(one, depth + 1))
    return lists.flatMap((rows) => (Array.isArray(rows) ? rows : []))
  }
  if (!entries.every(([, row]) => isRow(row))) return null
  return entries.map(([model, row]) => ({ ...(isRow(row) ? row : {}), model }))
}

function isNumbers(value: unknown): boolean {
  if (!isRow(value)) return false
  const values = Object.values(value)
  return values.length > 0 && values.every((one) => typeof one === 'number')
}

function flatRow(row: JsonRow, unread: Set<string>): JsonRow {
  const currency = row.currency ?? 'USD'
  if ('input_cost_per_token' in row || 'output_cost_per_token' in row) return { ...row, currency }
  const { pricing, price, prices, cost, ...others } = row
  const nested = [pricing, prices, cost, price].find(isRow)
  if (nested === undefined) return row
  const flat: Record<string, unknown> = { ...others }
  if (isOpenRouter(nested)) {
    flat.currency = currency
    for (const [key, one] of Object.entries(nested)) {
      const name = openRouterNames[key]
      if (name === undefined) unread.add(`pricing.${key}`)
      // a negative price means a variable one
      else if (typeof one === 'object' || !String(one).startsWith('-')) flat[name] = one
    }
    return flat
  }
  if (nested === cost && isRow(row.limit)) flat.currency = currency
  for (const [key, one] of Object.entries(nested)) {
    if (typeof one === 'object' && one !== null) unread.add(key)
    else flat[key] = one
  }
  return flat
}

const openRouterNames: Readonly<Record<string, string>> = {
  prompt: 'input per token',
  completion: 'output per token',
  input_cache_read: 'cached input per token',
}

/** Returns true for a row of OpenRouter, which writes prices per token, as texts. */
function isOpenRouter({ prompt, completion }: JsonRow): boolean {
  const isByToken = (one: unknown): boolean => typeof one === 'string' && Number(one) < 0.005
  return isByToken(prompt) && isByToken(completion)
}
