/** Parses a typed price: a number of zero or more, null for an empty field, undefined for an invalid one. */
export function typedPrice(text: string): number | null | undefined {
  const folded = text.normalize('NFKC').trim().replace(/^¥/, '').replace(',', '.').trim()
  if (folded === '') return null
  if (!/^\d{1,6}(\.\d{0,4})?$|^\.\d{1,4}$/.test(folded)) return undefined
  const price = Number(folded)
  return price <= 100_000 ? price : undefined
}

/** Returns the prices with one entry set, or removed (null). */
export function withPrice(
  prices: Readonly<Record<string, number>>,
  base: string,
  price: number | null,
): Record<string, number> {
  const { [base]: _before, ...others } = prices
  return price === null ? others : { ...others, [base]: price }
}
