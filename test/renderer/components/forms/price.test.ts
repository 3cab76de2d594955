import { expect, it } from 'vitest'
import { typedPrice, withPrice } from '../../../../src/renderer/components/forms/price.ts'

it('reads a price as it is typed', () => {
  expect(typedPrice('0.8')).toBe(0.8)
  expect(typedPrice(' ¥1,25 ')).toBe(1.25)
  expect(typedPrice('１．５')).toBe(1.5)
  expect(typedPrice('.5')).toBe(0.5)
  expect(typedPrice('')).toBeNull()
  for (const text of ['abc', '-1', '1e5', '100001', '1.2.3'])
    expect([text, typedPrice(text)]).toEqual([text, undefined])
})

it('changes one price and leaves the others', () => {
  expect(withPrice({ a: 1, b: 2 }, 'a', 3)).toEqual({ a: 3, b: 2 })
  expect(withPrice({ a: 1, b: 2 }, 'a', null)).toEqual({ b: 2 })
})
