import { expect, it } from 'vitest'
import { inputCost } from '../../../../../src/renderer/features/chat/money/input-estimate.ts'
import { messageTokens } from '../../../../../src/renderer/features/chat/state/message-tokens.ts'
import type { Price } from '../../../../../src/shared/prices.ts'

const price = (input: number | null, currency: Price['currency'] = 'CNY'): Price => ({
  ...{ model: 'm', connectionId: '', currency, input, cached: null, output: null },
  ...{ image: null, second: null, minute: null },
})

it('counts attached text, not only the words of the message', () => {
  expect(messageTokens('Hello', [{ tokens: 100_000 }])).toBe(messageTokens('Hello', []) + 100_000)
  expect(messageTokens('', [])).toBe(0)
})

it('adds up the cost of each asked model', () => {
  expect(inputCost([price(2_000_000_000)], 1_000_000)).toEqual({ currency: 'CNY', nano: 2_000_000_000 })
  expect(inputCost([price(2_000_000_000), price(3_000_000_000)], 500_000)).toEqual({
    currency: 'CNY',
    nano: 2_500_000_000,
  })
})

it('returns nothing if a part is unknown', () => {
  expect(inputCost([price(1), null], 10)).toBeNull()
  expect(inputCost([price(1), price(1, 'USD')], 10)).toBeNull()
  expect(inputCost([price(null)], 10)).toBeNull()
  expect(inputCost([], 10)).toBeNull()
  expect(inputCost([price(1)], 0)).toBeNull()
})
