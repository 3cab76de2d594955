import { type Price, priceRowsMax, priceUnits } from '../../shared/prices.ts'
import { priceSchema } from '../../shared/spending.ts'
import type { Database } from './database.ts'

/** The user's price table. */
export class Prices {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Returns the prices by model. Leaves out unreadable rows. */
  all(): readonly Price[] {
    return this.database
      .prepare('SELECT * FROM prices ORDER BY model, connection_id LIMIT ?')
      .all(priceRowsMax)
      .flatMap(({ connection_id, ...row }) => priceSchema.safeParse({ ...row, connectionId: connection_id }).data ?? [])
  }

  get count(): number {
    return Number(this.database.prepare('SELECT count(*) AS rows FROM prices').get()?.rows)
  }

  /** Stores prices, each replacing the one of its model and connection. Ignores the case of models. */
  put(prices: readonly Price[]): void {
    const keyOf = (price: Price): string => `${price.connectionId}\n${price.model.toLowerCase()}`
    const known = new Map(this.all().map((price) => [keyOf(price), price.model]))
    const insert = this.database.prepare(
      `INSERT INTO prices (model, connection_id, currency, input, cached, output, image, second, minute)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    for (const price of prices) {
      const before = known.get(keyOf(price))
      if (before !== undefined) this.remove(before, price.connectionId)
      const { connectionId, currency, model } = price
      insert.run(model, connectionId, currency, ...priceUnits.map((unit) => price[unit]))
      known.set(keyOf(price), model)
    }
  }

  remove(model: string, connectionId: string): void {
    this.database.prepare('DELETE FROM prices WHERE model = ? AND connection_id = ?').run(model, connectionId)
  }
}
