import { type Price, parsePrice } from '../../../shared/prices.ts'
import list from './list-prices.json' with { type: 'json' }

/** Day of the bundled list, as 2026-07-02. */
export const listDate = list.date

/** US dollars for a million tokens of input, cached input and output. */
const listed: ReadonlyMap<string, readonly (number | null)[]> = new Map(Object.entries(list.models))

/**
 * Returns the maker's list price of a model, for all connections; null if the bundled list of models.dev has none. Finds
 * it by the model's id in any case, also after a vendor's prefix, never by similarity.
 */
export function listPriceOf(model: string): Price | null {
  const id = model.toLowerCase()
  const entry = listed.get(id) ?? listed.get(id.slice(id.lastIndexOf('/') + 1))
  if (entry === undefined) return null
  const [input, cached, output] = entry.map((price) => (price === null ? null : parsePrice(String(price))))
  if (input == null || output == null) return null
  return {
    ...{ model, connectionId: '', currency: 'USD', listedOn: listDate },
    ...{ input, cached: cached ?? null, output, image: null, second: null, minute: null },
  }
}

/** Returns the list prices of models without a price, by name. */
export function missingListPrices(models: readonly string[], prices: readonly Price[]): readonly Price[] {
  return models
    .filter((model) => !prices.some((price) => price.model.toLowerCase() === model.toLowerCase()))
    .toSorted()
    .flatMap((model) => listPriceOf(model) ?? [])
}
