import { expect, test } from 'vitest'
import { cheapestChatModel } from '../../../../src/main/services/spending/cheapest-model.ts'
import { listPriceOf } from '../../../../src/main/services/spending/list-prices.ts'
import { modelKind } from '../../../../src/shared/model-kind.ts'
import type { Price } from '../../../../src/shared/prices.ts'

const amounts = { promptTokens: 1_000_000, outputTokens: 1_000_000 }
const price = (model: string, input: number, more: Partial<Price> = {}): Price => ({
  ...{ model, connectionId: '', currency: 'CNY', input: input * 1e9, cached: null, output: input * 1e9 },
  ...{ image: null, second: null, minute: null },
  ...more,
})
const cheapest = (models: readonly string[], prices: readonly Price[]) =>
  cheapestChatModel(
    models.map((id) => ({ id, family: 'other', kind: modelKind(id) })),
    prices,
    'team',
    amounts,
  )

test('the cheapest chat model is suggested, with its price at that connection', () => {
  const prices = [price('a', 3), price('b', 2), price('b', 1, { connectionId: 'team' }), price('text-embedding-x', 0.1)]
  expect(cheapest(['a', 'b', 'text-embedding-x'], prices)).toEqual({
    ...{ model: 'b', cost: { currency: 'CNY', nano: 2e9 }, isListed: false },
  })
})

test('own prices count before list prices, and yuan before dollars, as neither are converted', () => {
  const listed = listPriceOf('gpt-4o-mini') ?? expect.fail('the list has no gpt-4o-mini')
  const dollar = price('dollar', 0.01, { currency: 'USD' })
  expect(cheapest(['dollar', 'yuan', 'gpt-4o-mini'], [dollar, price('yuan', 50)])?.model).toBe('yuan')
  expect(cheapest(['dollar', 'gpt-4o-mini'], [dollar])?.model).toBe('dollar')
  expect(cheapest(['gpt-4o-mini', 'own'], [])).toMatchObject({ model: 'gpt-4o-mini', isListed: true })
  expect(cheapest(['gpt-4o-mini'], [listed])?.isListed).toBe(true)
})

test('nothing is suggested without a price', () => {
  expect(cheapest(['a'], [])).toBeNull()
  expect(cheapest([], [price('a', 1)])).toBeNull()
  expect(cheapest(['a'], [price('a', 1, { output: null })])).toBeNull()
})
