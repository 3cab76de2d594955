import type { HandlersOf } from '../../../shared/ipc/contract.ts'
import type { spendingCalls } from '../../../shared/ipc/spending-calls.ts'
import type { Feature } from '../../feature.ts'
import { Catalogues } from '../../storage/catalogues.ts'
import { Prices } from '../../storage/prices.ts'
import { Spending } from '../../storage/spending.ts'
import { type SpendingParts, SpendingService } from './spending-service.ts'

export type { SpendingService } from './spending-service.ts'

/** The feature for money: the price table, the ledger of paid requests, and the budget. */
export interface SpendingFeature extends Feature {
  readonly handlers: HandlersOf<typeof spendingCalls>
  readonly service: SpendingService
}

export function createSpending(parts: Omit<SpendingParts, 'catalogues' | 'prices' | 'spending'>): SpendingFeature {
  const { database } = parts
  const service = new SpendingService({
    ...parts,
    catalogues: new Catalogues(database),
    prices: new Prices(database),
    spending: new Spending(database),
  })
  return {
    service,
    handlers: {
      'prices.list': () => service.listPrices(),
      'prices.put': (input) => service.putPrices(input),
      'prices.remove': (input) => service.removePrice(input),
      'prices.offered': () => service.offeredPrices(),
      'prices.export': () => service.exportPrices(),
      'spending.months': () => service.months(),
      'spending.month': (input) => service.month(input),
      'spending.export': (input) => service.exportMonth(input),
      'spending.conversation': ({ conversationId }) => service.conversation(conversationId),
      'spending.budget': () => service.budget(),
    },
  }
}
