import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pricesAsJson, readPrices } from '../../src/shared/price-table.ts'
import {
  budgetLevel,
  costOf,
  type Price,
  parsePrice,
  priceFor,
  priceNanoMax,
  priceText,
  sumOf,
} from '../../src/shared/prices.ts'

const none = { input: null, cached: null, output: null, image: null, second: null, minute: null }
const price = (units: Partial<Price>): Price => ({ model: 'm', connectionId: '', currency: 'CNY', ...none, ...units })
const options = { currency: 'CNY', connections: [{ id: 'c1', name: 'Work' }] } as const
const nano = fc.integer({ min: 0, max: priceNanoMax })
const tokens = fc.integer({ min: 1, max: 10_000_000 })

describe('the cost of a request', () => {
  test('cached tokens are counted once, at their own price', () => {
    const table = price({ input: 2e9, cached: 5e8, output: 8e9 })
    expect(costOf({ promptTokens: 1000, cachedTokens: 400, outputTokens: 100 }, table)).toBe(
      1_200_000 + 200_000 + 800_000,
    )
    expect(costOf({ promptTokens: 1000, cachedTokens: 400 }, price({ input: 2e9 }))).toBe(2_000_000)
    expect(costOf({ promptTokens: 10, cachedTokens: 400 }, table)).toBe(5000)
  })

  test('a missing price is unknown, never zero', () => {
    expect(costOf({ promptTokens: 1000, outputTokens: 1 }, price({ input: 2e9 }))).toBeNull()
    expect(costOf({ images: 1 }, price({ input: 2e9 }))).toBeNull()
    expect(costOf({}, price({ input: 2e9 }))).toBeNull()
    expect(costOf({ images: 1 }, price({ image: 0 }))).toBe(0)
  })

  test('pictures, seconds and minutes are multiplied by their prices', () => {
    expect(costOf({ images: 3 }, price({ image: 2e8 }))).toBe(6e8)
    expect(costOf({ videoMs: 5000 }, price({ second: 8e8 }))).toBe(4e9)
    expect(costOf({ soundMs: 90_000 }, price({ minute: 36_000_000 }))).toBe(54_000_000)
  })

  test('cost equals an independent calculation in fractions, rounded once', () => {
    fc.assert(
      fc.property(tokens, tokens, tokens, nano, nano, nano, (prompt, cache, output, input, cached, out) => {
        const fromCache = Math.min(prompt, cache)
        const exact =
          BigInt(prompt - fromCache) * BigInt(input) + BigInt(fromCache) * BigInt(cached) + BigInt(output) * BigInt(out)
        const rest = exact % 1_000_000n
        const rounded = exact / 1_000_000n + (rest * 2n >= 1_000_000n ? 1n : 0n)
        const cost = costOf(
          { promptTokens: prompt, cachedTokens: cache, outputTokens: output },
          price({ input, cached, output: out }),
        )
        expect(cost).toBe(rounded > 8_000_000_000_000_000n ? null : Number(rounded))
      }),
    )
  })

  test('sums keep currencies separate and count requests without a price', () => {
    const money = fc.record({
      currency: fc.constantFrom('CNY' as const, 'USD' as const),
      nano: fc.integer({ min: 0, max: 1e12 }),
    })
    fc.assert(
      fc.property(fc.array(fc.option(money)), (costs) => {
        const sum = sumOf(costs)
        for (const currency of ['CNY', 'USD'] as const) {
          const expected = costs.reduce(
            (all, cost) => (cost?.currency === currency ? all + BigInt(cost.nano) : all),
            0n,
          )
          expect(BigInt(sum.totals.find((total) => total.currency === currency)?.nano ?? 0)).toBe(expected)
        }
        expect([sum.requests, sum.unpriced]).toEqual([costs.length, costs.filter((cost) => cost === null).length])
      }),
    )
  })

  test('the price of a connection overrides the general one', () => {
    const [all, own] = [price({ input: 1 }), price({ connectionId: 'c1', input: 2 })]
    expect(priceFor([all, own], 'c1', 'M')).toBe(own)
    expect(priceFor([own, all], 'c2', 'm')).toBe(all)
    expect(priceFor([own], 'c2', 'm')).toBeNull()
  })

  test('a budget warns from 80 %', () => {
    expect([79, 80, 99, 100].map((spent) => budgetLevel(spent, 100))).toEqual(['ok', 'near', 'near', 'reached'])
  })
})

describe('a typed price', () => {
  test.each([
    ['2.5', 2_500_000_000],
    ['¥ 0,8', 800_000_000],
    ['$1,200.5', 1_200_500_000_000],
    ['0.0000000001', null],
    ['1e-99', null],
    ['0.0000000004', null],
    ['0.0000000005', 1],
    ['0', 0],
    ['0.00', 0],
    ['0e-99', 0],
    ['1e-7', 100],
    ['０．５元', 500_000_000],
    ['US$ 2.50', 2_500_000_000],
    ['2.5 美元', 2_500_000_000],
    ['2 USD', 2_000_000_000],
    ['￥２ 元 / 百万', 2_000_000_000],
    ['1 234,5', 1_234_500_000_000],
    ['12\u202f000', 12_000_000_000_000],
    ['¥4 ¥2', null],
    ['0.5 1', null],
    ['2 5', null],
    ['2.5$5', null],
    ['$2 000 5', null],
    ['2元5', null],
    ['1US2', null],
    ['-1', null],
    ['000', null],
    ['05', null],
    ['0.05', 50_000_000],
    ['free', null],
    ['.', null],
    ['100001', null],
  ])('the typed price %s is %s', (text, expected) => expect(parsePrice(text)).toBe(expected))

  test('every price is written and read without loss', () => {
    fc.assert(
      fc.property(nano, (value) => {
        expect(parsePrice(priceText(value))).toBe(value)
      }),
    )
  })
})

describe('a pasted price table', () => {
  const wanted = [price({ model: 'a', input: 2e9, cached: 5e8, output: 8e9 }), price({ model: 'b', input: 1e9 })]
  test.each([
    ['tabs', 'Model\tInput (¥/1M)\tCached input\tOutput\na\t2\t0.5\t8\nb\t1\t-\t\n'],
    ['commas', 'model,input,"cached, input",output\r\na,2,0.5,8\r\nb,1,,\r\n'],
    ['semicolons', 'model;input;cached;output\na;2,0;0,5;8\nb;1;;'],
    [
      'Markdown',
      '| 模型 | 输入 | 缓存输入 | 输出 |\n|---|:--:|--:|---|\n| `a` | ¥2 | ¥0.5 | ¥8 |\n| **b** | 1元 | — |  |',
    ],
    ['JSON', '[{"model":"a","input":2,"cachedInput":"0.5","output":8},{"model":"b","input":1}]'],
    ['JSON by model', '{"a":{"input":2,"cached":0.5,"output":8},"b":{"input":1,"output":null}}'],
    ['prices by the thousand', 'model,input per 1k,cached per 1K tokens,output/1k\na,0.002,0.0005,0.008\nb,0.001,,'],
    [
      'prices by the token',
      '[{"id":"a","input_price_per_token":2e-6,"cached_price_per_token":5e-7,"output_price_per_token":8e-6},{"id":"b","input_price_per_token":0.000001}]',
    ],
  ])('%s are read', (_, text) =>
    expect(readPrices(text, options)).toEqual({ ok: true, prices: wanted, ignored: [], skipped: [] }),
  )

  test('a table without headings is read as model, input, output', () => {
    expect(readPrices('a\t$2\t8', options)).toMatchObject({
      prices: [{ model: 'a', currency: 'USD', input: 2e9, output: 8e9 }],
    })
  })

  test('currencies and connections are read; other columns are named', () => {
    const read = readPrices('model,connection,currency,image,note\na,Work,美元,0.04,fine', options)
    expect(read).toMatchObject({ prices: [{ connectionId: 'c1', currency: 'USD', image: 4e7 }], ignored: ['note'] })
  })

  test.each([
    ['', 'empty', 0],
    ['nothing of the kind', 'columns', 1],
    ['model,input\na,2\nb,cheap', 'price', 3],
    ['model,input\n,2', 'model', 2],
    ['model,input\na,2\nA,3', 'double', 3],
    ['model,connection,input\na,Home,2', 'connection', 2],
    ['model,currency,input\na,EUR,2', 'currency', 2],
    ['{"a":', 'json', 0],
    [`model,input\n${'a,1\n'.repeat(2001)}`, 'rows', 0],
  ])('%j names its problem', (text, kind, line) => {
    expect(readPrices(text, options)).toMatchObject({ ok: false, problem: { kind, line } })
  })

  test('an exported table is read again', () => {
    const prices = [...wanted, price({ model: 'c', connectionId: 'c1', currency: 'USD', minute: 1, second: 3e9 })]
    const read = readPrices(pricesAsJson(prices, options.connections), options)
    expect(read).toEqual({ ok: true, prices, ignored: [], skipped: [] })
  })

  test('no text throws', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300, unit: 'grapheme' }),
        (text) => void readPrices(`model,input\n${text}`, options),
      ),
    )
  })
})
