import { create } from 'zustand'
import type { Price } from '../../shared/prices.ts'
import type { BudgetState } from '../../shared/spending.ts'
import { call, on, onReconnect } from './bridge/client.ts'

interface MoneyState {
  readonly prices: readonly Price[]
  /** The budget; null if none is set. */
  readonly budget: BudgetState | null
  /** Increases after every expense. */
  readonly news: number
}

/** Prices and the budget, as last reported by main. */
export const useMoney = create<MoneyState>(() => ({ prices: [], budget: null, news: 0 }))

/** Interval of the check for a new day, in ms: a timer until midnight would sleep with the computer. */
const dayCheckMs = 30_000

async function load(): Promise<void> {
  const [prices, budget] = await Promise.all([call('prices.list', {}), call('spending.budget', {})])
  if (prices.ok) useMoney.setState({ prices: prices.value })
  if (budget.ok) useMoney.setState({ budget: budget.value })
}

/** Loads prices and budget, and keeps them up to date, for the lifetime of the page. */
export async function followMoney(): Promise<void> {
  on('prices.changed', (prices) => useMoney.setState({ prices }))
  on('spending.changed', ({ budget }) => useMoney.setState(({ news }) => ({ budget, news: news + 1 })))
  onReconnect(() => void load())
  let day = new Date().toDateString()
  setInterval(() => {
    const today = new Date().toDateString()
    // yesterday's spending does not count towards today's budget
    if (today !== day) void load()
    day = today
  }, dayCheckMs)
  await load()
}
