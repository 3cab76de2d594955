import type { Amounts, Price, SpendingKind, Sum } from '../../shared/prices.ts'
import { currencies } from '../../shared/prices.ts'
import { priceSchema, type SpendingGroup, spendingGroupSchema } from '../../shared/spending.ts'
import { type Database, numberOrNull } from './database.ts'
import { id, integer, jsonOrNull, nullable, shortText, table, text, time } from './table.ts'

const amount = nullable(integer)

export const spendingTable = table('spending', {
  id,
  at: time,
  kind: text(),
  model: shortText(),
  connectionId: id,
  connection: text(),
  itemId: id,
  promptTokens: amount,
  cachedTokens: amount,
  outputTokens: amount,
  images: amount,
  videoMs: amount,
  soundMs: amount,
  currency: nullable(text()),
  cost: amount,
  price: jsonOrNull(priceSchema),
})

/** A completed paid request. */
export interface PaidRequest extends Amounts {
  /** Requests with the same id are the same request: one row, whose amounts and cost may be added later. */
  readonly id: string
  readonly at: number
  readonly kind: SpendingKind
  readonly model: string
  readonly connectionId: string
  /** The conversation or job of the request. */
  readonly itemId: string
  /** True if part of the amounts is unknown, so that the sum is not the price of the request. */
  readonly isIncomplete?: true
}

/** A request with its price and cost. */
export interface SpendingRow extends PaidRequest {
  /** Name of the connection at that time. */
  readonly connection: string
  readonly price: Price | null
  /** The cost in 10⁻⁹ of the price's currency; null if unknown. */
  readonly cost: number | null
}

/**
 * A local day with the times of its beginning and end. They are not computed by SQLite, which follows the system's time
 * zone rules; these may differ from ours and end in 2038.
 */
export interface LocalDay {
  /** The day, as 2026-03-01. */
  readonly day: string
  readonly from: number
  readonly until: number
}

/** Maximum number of groups of a month that are read. */
export const groupsMax = 20_000

/** Returns a sum in SQL that stays within JavaScript's exact integers; SQLite's own sum fails far beyond them. */
const sumOf = (column: string): string => `CAST(min(total(${column}), ${Number.MAX_SAFE_INTEGER}.0) AS INTEGER)`

/** Paid requests, one row each. Rows stay when their item is deleted. */
export class Spending {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  /** Adds a request, or the amounts of an existing one without any. */
  addSpending(row: SpendingRow): void {
    this.database
      .prepare(
        `INSERT INTO spending (id, at, kind, model, connection_id, connection, item_id, prompt_tokens,
           cached_tokens, output_tokens, images, video_ms, sound_ms, currency, cost, price)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET prompt_tokens = excluded.prompt_tokens, cached_tokens = excluded.cached_tokens,
           output_tokens = excluded.output_tokens, images = excluded.images, video_ms = excluded.video_ms,
           sound_ms = excluded.sound_ms, currency = excluded.currency, cost = excluded.cost, price = excluded.price
         WHERE coalesce(spending.cost, spending.prompt_tokens, spending.output_tokens, spending.images,
             spending.video_ms, spending.sound_ms) IS NULL
           AND coalesce(excluded.prompt_tokens, excluded.output_tokens, excluded.images, excluded.video_ms,
             excluded.sound_ms) IS NOT NULL`,
      )
      .run(
        ...[row.id, row.at, row.kind, row.model, row.connectionId, row.connection, row.itemId],
        ...[row.promptTokens, row.cachedTokens, row.outputTokens, row.images, row.videoMs, row.soundMs].map(
          (amount) => amount ?? null,
        ),
        row.cost === null ? null : (row.price?.currency ?? null),
        row.cost,
        row.cost === null || row.price === null ? null : JSON.stringify(row.price),
      )
  }

  removeSpending(id: string): void {
    this.database.prepare('DELETE FROM spending WHERE id = ?').run(id)
  }

  /** Reassigns the requests of one item to another. */
  reassign(itemId: string, newItemId: string): void {
    this.database.prepare('UPDATE spending SET item_id = ? WHERE item_id = ?').run(newItemId, itemId)
  }

  /** Returns the time of the first request, or of the first from a given time on; null if there is none. */
  firstAt(from = Number.MIN_SAFE_INTEGER): number | null {
    return numberOrNull(this.database.prepare('SELECT min(at) AS at FROM spending WHERE at >= ?').get(from)?.at)
  }

  /** Returns the requests of each of these days, grouped by kind, model, connection and currency. */
  groups(days: readonly LocalDay[]): readonly SpendingGroup[] {
    const ofDay = this.database.prepare(
      `SELECT kind, model, connection,
         iif(cost IS NULL, NULL, currency) AS currency, ${sumOf('cost')} AS nano, count(*) AS requests,
         ${sumOf('prompt_tokens')} AS promptTokens, ${sumOf('cached_tokens')} AS cachedTokens,
         ${sumOf('output_tokens')} AS outputTokens, ${sumOf('images')} AS images,
         ${sumOf('video_ms')} AS videoMs, ${sumOf('sound_ms')} AS soundMs
       FROM spending WHERE at >= ? AND at < ? GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4 LIMIT ?`,
    )
    const groups: SpendingGroup[] = []
    for (const { day, from, until } of days) {
      const rows = ofDay.all(from, until, groupsMax - groups.length)
      groups.push(...rows.flatMap((row) => spendingGroupSchema.safeParse({ ...row, day }).data ?? []))
    }
    return groups
  }

  /** Returns the sum of the requests for an item. */
  ofItem(itemId: string): Sum {
    return this.sum("item_id <> '' AND item_id = ?", [itemId])
  }

  /** Returns the sum of the requests from one time up to another. */
  between(from: number, until: number): Sum {
    return this.sum('at >= ? AND at < ?', [from, until])
  }

  private sum(condition: string, values: readonly (string | number)[]): Sum {
    const rows = this.database
      .prepare(
        `SELECT iif(cost IS NULL, NULL, currency) AS currency, ${sumOf('cost')} AS nano, count(*) AS requests
         FROM spending WHERE ${condition} GROUP BY 1`,
      )
      .all(...values)
    const countOf = (list: typeof rows): number => list.reduce((all, row) => all + Number(row.requests), 0)
    return {
      totals: currencies.flatMap((currency) => {
        const row = rows.find((one) => one.currency === currency)
        return row === undefined ? [] : [{ currency, nano: Number(row.nano) }]
      }),
      requests: countOf(rows),
      unpriced: countOf(rows.filter(({ currency }) => currency === null)),
    }
  }
}
