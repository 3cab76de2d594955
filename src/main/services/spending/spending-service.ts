import { fail } from '../../../shared/errors.ts'
import type { SavedFile } from '../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { pricesAsJson } from '../../../shared/price-table.ts'
import {
  type Amounts,
  budgetLevel,
  costOf,
  type Money,
  type Price,
  priceFor,
  priceRowsMax,
  type Sum,
} from '../../../shared/prices.ts'
import type { BudgetState } from '../../../shared/spending.ts'
import { videoPriceFor } from '../../../shared/video-prices.ts'
import { failureOf } from '../../faults.ts'
import type { Clock, Ports } from '../../platform.ts'
import type { Catalogues } from '../../storage/catalogues.ts'
import type { Database } from '../../storage/database.ts'
import type { Prices } from '../../storage/prices.ts'
import { groupsMax, type LocalDay, type PaidRequest, type Spending, type SpendingRow } from '../../storage/spending.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { MediaExport } from '../media/media-export.ts'
import { type CheapestModel, cheapestChatModel } from './cheapest-model.ts'
import { listDate, missingListPrices } from './list-prices.ts'
import { spendingCsv } from './spending-csv.ts'

export interface SpendingParts extends Pick<Ports, 'events' | 'log'> {
  readonly clock: Pick<Clock, 'now'>
  readonly database: Database
  readonly prices: Prices
  readonly catalogues: Pick<Catalogues, 'allModels' | 'get'>
  readonly spending: Spending
  readonly settings: Pick<SettingsService, 'get' | 'onChange'>
  readonly connections: Pick<ConnectionsService, 'nameOf'>
  readonly mediaExport: Pick<MediaExport, 'saveContents'>
  /** Returns the price of a million tokens that the user entered with the vector model. */
  readonly embeddingPrice: () => { readonly currency: Money['currency']; readonly perMillion: number } | null
  /** Returns the price that the user entered for one search of a service, by its name. */
  readonly searchPrice: (service: string) => Money | null
}

const noUnits = { input: null, cached: null, output: null, image: null, second: null, minute: null }

/** Maximum number of months that are listed. */
const monthsMax = 1_200

/** Prices, what paid requests cost, and the budget. */
export class SpendingService {
  private readonly parts: SpendingParts
  private known: readonly Price[] | null = null

  constructor(parts: SpendingParts) {
    this.parts = parts
    parts.settings.onChange(() => this.emitChange())
  }

  listPrices(): readonly Price[] {
    this.known ??= this.parts.prices.allPrices()
    return this.known
  }

  putPrices({ prices }: CallInput<'prices.put'>): null {
    const { database, prices: table } = this.parts
    database.transaction(() => {
      table.putPrices(prices)
      if (table.count > priceRowsMax) fail('invalid_input', `more than ${priceRowsMax} prices`)
    })
    this.emitSpendingChanged()
    return null
  }

  /** Returns the list prices that are missing in the table, as far as the table has space. */
  offeredPrices(): CallOutput<'prices.offered'> {
    const known = this.listPrices()
    const missing = missingListPrices(this.parts.catalogues.allModels(), known)
    return { date: listDate, prices: missing.slice(0, Math.max(0, priceRowsMax - known.length)) }
  }

  /** Returns the listed chat model of a connection that is cheapest for these amounts; null if none has a price. */
  cheapestModel(connectionId: string, amounts: Amounts): CheapestModel | null {
    const models = this.parts.catalogues.get(connectionId)?.models ?? []
    return cheapestChatModel(models, this.listPrices(), connectionId, amounts)
  }

  removePrice({ model, connectionId }: CallInput<'prices.remove'>): null {
    this.parts.prices.removePrice(model, connectionId)
    this.emitSpendingChanged()
    return null
  }

  /**
   * Records a paid request with the present price. Returns its cost, or null if it is unknown. Never throws: a paid
   * request must not fail because its cost cannot be written.
   */
  record(request: PaidRequest): Money | null {
    const cost = this.recordRequest(request)
    this.emitChange()
    return cost
  }

  /**
   * Records a request that is being answered. Pages are notified when it has ended, because its cost is not known
   * before.
   */
  beginRequest(request: PaidRequest): void {
    this.recordRequest(request)
  }

  /** Removes a row whose request cost nothing. Never throws. */
  forgetRequest(id: string): void {
    try {
      this.parts.spending.removeSpending(id)
    } catch (cause) {
      this.parts.log('error', 'spending could not be taken back', { code: failureOf(cause).code })
    }
  }

  /** Assigns the requests of one item to another. */
  reassign(itemId: string, newItemId: string): void {
    this.parts.spending.reassign(itemId, newItemId)
  }

  private recordRequest(request: PaidRequest): Money | null {
    const { connections, log, spending } = this.parts
    try {
      const { cost, price } = this.pricedOrNot(request)
      const row = { ...request, connection: connections.nameOf(request.connectionId), price, cost }
      spending.addSpending(row)
      return price === null || cost === null ? null : { currency: price.currency, nano: cost }
    } catch (cause) {
      log('error', 'spending could not be kept', { code: failureOf(cause).code })
      return null
    }
  }

  /** Returns the price and cost of a request. It counts without them if they cannot be determined. */
  private pricedOrNot(request: PaidRequest): Pick<SpendingRow, 'cost' | 'price'> {
    try {
      if (request.kind === 'search') return this.pricedSearch(request)
      const price = this.priceOf(request)
      return { price, cost: price === null || request.isIncomplete === true ? null : costOf(request, price) }
    } catch (cause) {
      this.parts.log('error', 'a request could not be priced', { code: failureOf(cause).code })
      return { price: null, cost: null }
    }
  }

  /** Returns the amounts and price of a search, which do not depend on its results. */
  private pricedSearch({ isIncomplete, model }: PaidRequest): Pick<SpendingRow, 'cost' | 'price'> {
    const each = this.parts.searchPrice(model)
    if (each === null) return { price: null, cost: null }
    const price = { model, connectionId: '', currency: each.currency, ...noUnits }
    return { price, cost: isIncomplete === true ? null : each.nano }
  }

  months(): readonly string[] {
    const first = new Date(this.parts.spending.firstAt() ?? this.parts.clock.now())
    const last = new Date(this.parts.clock.now())
    const months: string[] = []
    const month = new Date(last.getFullYear(), last.getMonth(), 1)
    while (
      months.length < monthsMax &&
      (months.length === 0 || month >= new Date(first.getFullYear(), first.getMonth(), 1))
    ) {
      months.push(monthOf(month))
      month.setMonth(month.getMonth() - 1)
    }
    return [...this.monthsAfter(last), ...months]
  }

  /** Future months in which a clock that was ahead left requests, newest first. */
  private monthsAfter(last: Date): readonly string[] {
    const months: string[] = []
    for (let before = last; months.length < monthsMax; ) {
      const next = new Date(before.getFullYear(), before.getMonth() + 1, 1).getTime()
      const at = this.parts.spending.firstAt(next)
      if (at === null) break
      before = new Date(at)
      months.unshift(monthOf(before))
    }
    return months
  }

  month({ month }: CallInput<'spending.month'>): CallOutput<'spending.month'> {
    const groups = this.parts.spending.groups(daysOf(month))
    return { groups, hasMore: groups.length === groupsMax }
  }

  async exportPrices(): Promise<SavedFile> {
    const { connections, mediaExport } = this.parts
    const prices = this.listPrices()
    const named = prices.map(({ connectionId: id }) => ({ id, name: connections.nameOf(id) }))
    const known = named.filter(({ name }) => name !== '')
    return await mediaExport.saveContents(
      [{ name: 'prices.json', content: () => pricesAsJson(prices, known) }],
      'prices',
    )
  }

  async exportMonth({ month }: CallInput<'spending.export'>): Promise<SavedFile> {
    const { groups } = this.month({ month })
    const file = { name: `spending-${month}.csv`, content: () => spendingCsv(groups) }
    return await this.parts.mediaExport.saveContents([file], 'spending')
  }

  conversation(id: string): Sum {
    return this.parts.spending.ofItem(id)
  }

  budget(): BudgetState | null {
    const { clock, settings, spending } = this.parts
    const { budgetAmount, budgetCurrency: currency, budgetPeriod: period } = settings.get()
    if (period === 'off') return null
    const now = new Date(clock.now())
    const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
    const from = period === 'day' ? new Date(year, month, day) : new Date(year, month, 1)
    const until = period === 'day' ? new Date(year, month, day + 1) : new Date(year, month + 1, 1)
    const { totals, unpriced } = spending.between(from.getTime(), until.getTime())
    const nano = totals.find((total) => total.currency === currency)?.nano ?? 0
    const limitNano = Math.round(budgetAmount * 1e9)
    return { period, spent: { currency, nano }, limitNano, level: budgetLevel(nano, limitNano), unpriced }
  }

  /** Returns the price from the table, or else the one entered for videos or for vectors only. */
  private priceOf({ connectionId, kind, model }: PaidRequest): Price | null {
    const prices = this.listPrices()
    if (kind === 'video')
      return videoPriceFor({ prices, videoPriceOf: this.parts.settings.get().videoPriceOf }, connectionId, model)
    const listed = priceFor(prices, connectionId, model)
    if (listed !== null) return listed
    const entered = kind === 'embedding' ? this.parts.embeddingPrice() : null
    if (entered === null) return null
    const input = Math.round(entered.perMillion * 1e9)
    return { model, connectionId: '', currency: entered.currency, ...noUnits, input }
  }

  private emitSpendingChanged(): void {
    this.known = null
    this.parts.events.emit('prices.changed', this.listPrices())
  }

  /** Notifies the pages. Never throws: settings and requests change for other reasons. */
  private emitChange(): void {
    try {
      this.parts.events.emit('spending.changed', { budget: this.budget() })
    } catch (cause) {
      this.parts.log('error', 'the budget could not be read', { code: failureOf(cause).code })
    }
  }
}

/** Returns a local month, as 2026-03. */
function monthOf(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

function daysOf(month: string): readonly LocalDay[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: new Date(year, number, 0).getDate() }, (_, at) => ({
    day: `${month}-${String(at + 1).padStart(2, '0')}`,
    from: new Date(year, number - 1, at + 1).getTime(),
    until: new Date(year, number - 1, at + 2).getTime(),
  }))
}
