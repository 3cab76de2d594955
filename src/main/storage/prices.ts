import { type Price, priceRowsMax } from '../../shared/prices.ts'
import { priceSchema } from '../../shared/spending.ts'
import type { Database } from './database.ts'

/** The price table of the person. */
export class Prices {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** By model. A row that cannot be read is left out. */
  all(): readonly Price[] {
    return this.database
      .prepare('SELECT * FROM prices ORDER BY model, connection_id LIMIT ?')
      .all(priceRowsMax)
      .flatMap(({ connection_id, ...row }) => priceSchema.safeParse({ ...row, connectionId: connection_id }).data ?? [])
  }

  get count(): number {
    return Number(this.database.prepare('SELECT count(*) AS rows FROM prices').get()?.rows)
  }

  put({ model, connectionId, currency, input, cached, output, image, second, minute }: Price): void {
    this.remove(model, connectionId)
    this.database
      .prepare(
        `INSERT INTO prices (model, connection_id, currency, input, cached, output, image, second, minute)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(model, connectionId, currency, input, cached, output, image, second, minute)
  }

  /** Removes the price of a model; capitals do not matter. */
  remove(model: string, connectionId: string): void {
    for (const price of this.all())
      if (price.connectionId === connectionId && price.model.toLowerCase() === model.toLowerCase())
        this.database.prepare('DELETE FROM prices WHERE model = ? AND connection_id = ?').run(price.model, connectionId)
  }
}
