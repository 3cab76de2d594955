import { describe, expect, test } from 'vitest'
import list from '../../../../src/main/services/spending/list-prices.json' with { type: 'json' }
import { listDate, listPriceOf, missingListPrices } from '../../../../src/main/services/spending/list-prices.ts'
import type { Price } from '../../../../src/shared/prices.ts'
import { priceSchema } from '../../../../src/shared/spending.ts'

const price: Price = {
  ...{ model: 'x', connectionId: '', currency: 'USD' },
  ...{ input: 1, cached: null, output: 1, image: null, second: null, minute: null },
}

describe('list prices', () => {
  test('list prices are found by id in any case and after a vendor, never by similarity', () => {
    const found = listPriceOf('gpt-4o')
    expect(found).toEqual({
      ...{ model: 'gpt-4o', connectionId: '', currency: 'USD', listedOn: listDate },
      ...{ input: 2.5e9, cached: 1.25e9, output: 10e9, image: null, second: null, minute: null },
    })
    expect(listPriceOf('openai/GPT-4o')).toEqual({ ...found, model: 'openai/GPT-4o' })
    expect(listPriceOf('my-gpt-4o')).toBeNull()
    expect(listPriceOf('constructor')).toBeNull()
  })

  test('list prices are all readable and stored unchanged', () => {
    for (const model of Object.keys(list.models)) expect(priceSchema.parse(listPriceOf(model)), model).toBeDefined()
  })

  test('list prices are offered by name for listed models without a price, of any connection', () => {
    const offered = missingListPrices(
      ['gpt-4o', 'claude-opus-4-5', 'unknown', 'GPT-5'],
      [{ ...price, model: 'gpt-5', connectionId: 'work' }],
    )
    expect(offered.map(({ model }) => model)).toEqual(['claude-opus-4-5', 'gpt-4o'])
  })
})
