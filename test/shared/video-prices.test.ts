import { expect, it } from 'vitest'
import type { Price } from '../../src/shared/prices.ts'
import { videoCost, videoPriceFor } from '../../src/shared/video-prices.ts'

const none = { input: null, cached: null, output: null, image: null, minute: null }
const listed: Price = { ...none, model: 'wan', connectionId: 'c', currency: 'USD', second: 100_000_000 }
const videoPriceOf = { wan: 0.8, free: 0 }
const cost = (prices: readonly Price[], model: string, seconds = 5, connectionId = 'c') =>
  videoCost(videoPriceFor({ prices, videoPriceOf }, connectionId, model), seconds)

it("the table's price is used first, with its currency", () => {
  expect(cost([listed], 'wan')).toEqual({ currency: 'USD', nano: 500_000_000 })
  expect(cost([{ ...listed, connectionId: '' }], 'WAN')).toEqual({ currency: 'USD', nano: 500_000_000 })
})

it('the price per second is used if the table has none, in either orientation', () => {
  expect(cost([listed], 'wan', 5, 'other')).toEqual({ currency: 'CNY', nano: 4e9 })
  expect(cost([listed], 'wan-landscape', 30)).toEqual({ currency: 'CNY', nano: 24e9 })
})

it('a price of zero is known', () => {
  expect(cost([], 'free')).toEqual({ currency: 'CNY', nano: 0 })
})

it('the price is unknown if the table prices the model by something other than seconds', () => {
  expect(cost([{ ...listed, second: null, image: 1 }], 'wan')).toBeNull()
})

it.each(['other', 'constructor', '__proto__'])('the price is unknown for %s', (model) => {
  expect(cost([listed], model)).toBeNull()
})
