// No schemas here, because the page uses this file at run time; `spending.ts` has them.

export const currencies = ['CNY', 'USD'] as const
export type Currency = (typeof currencies)[number]

/** Units of a price. Tokens are priced by the million. */
export const priceUnits = ['input', 'cached', 'output', 'image', 'second', 'minute'] as const
export type PriceUnit = (typeof priceUnits)[number]

export const spendingKinds = ['chat', 'image', 'transcription', 'video', 'embedding', 'search'] as const
export type SpendingKind = (typeof spendingKinds)[number]

/** Maximum number of rows of the price table. */
export const priceRowsMax = 2_000
/** Highest price: 100,000 of a currency. */
export const priceNanoMax = 100_000 * 1e9
/** Highest cost of one request that is stored. */
export const costNanoMax = 8_000_000 * 1e9

/** Prices of a model, in 10⁻⁹ of the currency; null where the user entered none. */
export interface Price extends Readonly<Record<PriceUnit, number | null>> {
  readonly model: string
  /** The connection that the price applies to; empty for all. */
  readonly connectionId: string
  readonly currency: Currency
  /** Day of the bundled list that a list price is from, as 2026-07-02; absent for a price that the user entered. */
  readonly listedOn?: string | undefined
}

/** Money in 10⁻⁹ of a currency. */
export interface Money {
  readonly currency: Currency
  readonly nano: number
}

/** Amounts that a request used. */
export interface Amounts {
  /** Tokens sent, including cached ones. */
  readonly promptTokens?: number | undefined
  /** The part of `promptTokens` that came from the gateway's cache. */
  readonly cachedTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly images?: number | undefined
  readonly videoMs?: number | undefined
  readonly soundMs?: number | undefined
}

/** Sums by currency, and the number of requests without a price. */
export interface Sum {
  readonly totals: readonly Money[]
  readonly requests: number
  readonly unpriced: number
}

/** Returns the price of a model: the one of its connection, else the one of all connections. Ignores case. */
export function priceFor(prices: readonly Price[], connectionId: string, model: string): Price | null {
  const name = model.toLowerCase()
  const named = prices.filter((price) => price.model.toLowerCase() === name)
  return (
    named.find((price) => price.connectionId === connectionId) ??
    named.find(({ connectionId: of }) => of === '') ??
    null
  )
}

/** A common multiple of 1,000,000 tokens, 1,000 ms and 60,000 ms. */
const parts = 3_000_000n

/**
 * Returns the cost in 10⁻⁹ of the currency, rounded half up once. Null if a price is missing or no usage is known.
 * Cached tokens have their own price, else that of input, and are counted once.
 */
export function costOf(amounts: Amounts, price: Price): number | null {
  const prompt = amounts.promptTokens ?? 0
  const cached = Math.min(amounts.cachedTokens ?? 0, prompt)
  const used: readonly (readonly [amount: number, price: number | null, perUnit: bigint])[] = [
    [prompt - cached, price.input, 3n],
    [cached, price.cached ?? price.input, 3n],
    [amounts.outputTokens ?? 0, price.output, 3n],
    [amounts.images ?? 0, price.image, parts],
    [amounts.videoMs ?? 0, price.second, 3_000n],
    [amounts.soundMs ?? 0, price.minute, 50n],
  ]
  let sum = 0n
  let isKnown = false
  for (const [amount, unit, perUnit] of used) {
    if (amount === 0) continue
    if (unit === null || !Number.isSafeInteger(amount) || amount < 0) return null
    isKnown = true
    sum += BigInt(amount) * BigInt(unit) * perUnit
  }
  const nano = (sum + parts / 2n) / parts
  return isKnown && nano <= BigInt(costNanoMax) ? Number(nano) : null
}

/** Sums costs for each currency; null is a request without a price. */
export function sumOf(costs: readonly (Money | null)[]): Sum {
  const totals = new Map<Currency, number>()
  let unpriced = 0
  for (const cost of costs) {
    if (cost === null) unpriced += 1
    else totals.set(cost.currency, (totals.get(cost.currency) ?? 0) + cost.nano)
  }
  return {
    totals: currencies.flatMap((currency) => {
      const nano = totals.get(currency)
      return nano === undefined ? [] : [{ currency, nano }]
    }),
    requests: costs.length,
    unpriced,
  }
}

/** Returns how much of a budget is used. */
export function budgetLevel(spentNano: number, limitNano: number): 'ok' | 'near' | 'reached' {
  if (spentNano >= limitNano) return 'reached'
  return spentNano * 10 >= limitNano * 8 ? 'near' : 'ok'
}

/** Longest price including words, in UTF-16 units. */
const amountMax = 60
/** Words of currencies, before and after a price. */
const wordsBefore = /^(?:(?:[¥$元]|美元|CNY|USD|RMB|US)\s*)+/i
const wordsAfter = /(?:\s*(?:[¥$元]|美元|CNY|USD|RMB|US))+$/i

/**
 * Reads a typed price exactly, in 10⁻⁹, times `10^shift`; further digits are rounded half up. Null if it is not a
 * single price from 0 to 100,000, or is too small to be stored. A comma or space followed by three digits separates
 * thousands; any other comma is a decimal point.
 */
export function parsePrice(text: string, shift = 0): number | null {
  const [amount = ''] = text.normalize('NFKC').split('/', 1)
  const worded = amount.trim()
  if (worded.length > amountMax) return null
  const bare = worded.replace(wordsBefore, '').replace(wordsAfter, '')
  const joined = /^[1-9]\d{0,2}( \d{3})+([.,]\d*)?$/.test(bare) ? bare.replaceAll(' ', '') : bare
  const plain = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(joined) ? joined.replaceAll(',', '') : joined.replace(',', '.')
  const match = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i.exec(plain)
  const [, whole = '', fraction = '', exponent = '0'] = match ?? []
  if (match === null || whole + fraction === '') return null
  // a number that was cut at a comma
  if (/^0\d/.test(whole)) return null
  const places = 9 + shift + Number(exponent) - fraction.length
  const digits = BigInt(`0${whole}${fraction}`)
  const nano = places >= 0 ? digits * 10n ** BigInt(places) : half(digits, 10n ** BigInt(-places))
  // a price too small to be stored is not free
  if (nano === 0n && digits > 0n) return null
  return nano <= BigInt(priceNanoMax) ? Number(nano) : null
}

function half(digits: bigint, by: bigint): bigint {
  return (digits + by / 2n) / by
}

/** Formats money as a decimal number, without loss. */
export function priceText(nano: number): string {
  const digits = String(nano).padStart(10, '0')
  let end = digits.length
  while (end > digits.length - 9 && digits.charAt(end - 1) === '0') end -= 1
  const fraction = digits.slice(-9, end)
  return fraction === '' ? digits.slice(0, -9) : `${digits.slice(0, -9)}.${fraction}`
}
