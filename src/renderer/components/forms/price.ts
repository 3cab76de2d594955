/** Price of a video of this length, in yuan; null if no price was entered. */
export function estimateOf(pricePerSecond: number | undefined, seconds: number, count = 1): number | null {
  if (pricePerSecond === undefined || !Number.isFinite(pricePerSecond)) return null
  return Math.round(pricePerSecond * seconds * count * 100) / 100
}

const formats = new Map<string, Intl.NumberFormat>()

/** A price in yuan, as ¥4.00 in every language. */
export function priceWords(language: string, yuan: number): string {
  const format =
    formats.get(language) ??
    new Intl.NumberFormat(language, { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol' })
  formats.set(language, format)
  return format.format(yuan)
}

/** Parses a typed price: a number of zero or more, null for an empty field, undefined for an invalid one. */
export function typedPrice(text: string): number | null | undefined {
  const folded = text.normalize('NFKC').trim().replace(/^¥/, '').replace(',', '.').trim()
  if (folded === '') return null
  if (!/^\d{1,6}(\.\d{0,4})?$|^\.\d{1,4}$/.test(folded)) return undefined
  const price = Number(folded)
  return price <= 100_000 ? price : undefined
}

/** The prices with one set, or removed (null). */
export function withPrice(
  prices: Readonly<Record<string, number>>,
  base: string,
  price: number | null,
): Record<string, number> {
  const { [base]: _before, ...others } = prices
  return price === null ? others : { ...others, [base]: price }
}
