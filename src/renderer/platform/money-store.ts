import { create } from 'zustand'
import type { Price } from '../../shared/prices.ts'
import type { BudgetState } from '../../shared/spending.ts'
import { call, on, onReconnect } from './bridge/client.ts'

interface MoneyState {
  readonly prices: readonly Price[]
  /** Null where no budget is set. */
  readonly budget: BudgetState | null
  /** Grows when something was spent. */
  readonly news: number
}

/** Prices and the budget, as main last told. */
export const useMoney = create<MoneyState>(() => ({ prices: [], budget: null, news: 0 }))

/** How often is looked whether a new day has begun, in ms: a timer until midnight would sleep with the computer. */
const dayCheckMs = 30_000

async function load(): Promise<void> {
  const [prices, budget] = await Promise.all([call('prices.list', {}), call('spending.budget', {})])
  if (prices.ok) useMoney.setState({ prices: prices.value })
  if (budget.ok) useMoney.setState({ budget: budget.value })
}

/** Loads prices and budget, and keeps them up to date, as long as the page lives. */
export async function followMoney(): Promise<void> {
  on('prices.changed', (prices) => useMoney.setState({ prices }))
  on('spending.changed', ({ budget }) => useMoney.setState(({ news }) => ({ budget, news: news + 1 })))
  onReconnect(() => void load())
  let day = new Date().toDateString()
  setInterval(() => {
    const today = new Date().toDateString()
    // what was spent yesterday is no part of today's budget
    if (today !== day) void load()
    day = today
  }, dayCheckMs)
  await load()
}
