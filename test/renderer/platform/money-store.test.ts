import { afterEach, expect, it, vi } from 'vitest'
import { followMoney, useMoney } from '../../../src/renderer/platform/money-store.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('requests the budget again when a new day begins', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 15, 23, 59, 0) })
  const budget = (level: string) => ({
    ...{ period: 'day', spent: { currency: 'CNY', nano: 1 }, limitNano: 1, level, unpriced: 0 },
  })
  let level = 'reached'
  const call = async (name: string) => ({ ok: true, value: name === 'spending.budget' ? budget(level) : [] })
  const nothing = () => () => undefined
  vi.stubGlobal('window', { bridge: { call, on: nothing, onConnection: nothing } })
  await followMoney()
  level = 'ok'
  await vi.advanceTimersByTimeAsync(30_000)
  expect(useMoney.getState().budget?.level).toBe('reached')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(useMoney.getState().budget?.level).toBe('ok')
})
