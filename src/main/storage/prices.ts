import { currencies, type Price, priceRowsMax } from '../../shared/prices.ts'
import { priceSchema } from '../../shared/spending.ts'
import type { Database } from './database.ts'
import { choice, id, integer, nullable, shortText, table } from './table.ts'

const amount = nullable(integer)

export const priceTable = table(
  'prices',
  {
    model: shortText(),
    connectionId: id,
    currency: choice(currencies),
    input: amount,
    cached: amount,
    output: amount,
    image: amount,
    second: amount,
    minute: amount,
    listedOn: nullable(shortText()),
  },
  { lists: { NULL: 2000 } },
)

/** The user's price table. */
export class Prices {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the prices by model. Leaves out unreadable rows. */
  allPrices(): readonly Price[] {
    return this.database
      .prepare('SELECT * FROM prices ORDER BY model, connection_id LIMIT ?')
      .all(priceRowsMax)
      .flatMap((row) => {
        const { listedOn, ...price } = priceTable.readRow(row)
        return priceSchema.safeParse(listedOn === null ? price : { ...price, listedOn }).data ?? []
      })
  }

  get count(): number {
    return Number(this.database.prepare('SELECT count(*) AS rows FROM prices').get()?.rows)
  }

  /** Stores prices, each replacing the one of its model and connection. Ignores the case of models. */
  putPrices(prices: readonly Price[]): void {
    const keyOf = (price: Price): string => `${price.connectionId}\n${price.model.toLowerCase()}`
    const known = new Map(this.allPrices().map((price) => [keyOf(price), price.model]))
    for (const price of prices) {
      const before = known.get(keyOf(price))
      if (before !== undefined) this.removePrice(before, price.connectionId)
      priceTable.insert(this.database, { ...price, listedOn: price.listedOn ?? null })
      known.set(keyOf(price), price.model)
    }
  }

  removePrice(model: string, connectionId: string): void {
    this.database.prepare('DELETE FROM prices WHERE model = ? AND connection_id = ?').run(model, connectionId)
  }
}
