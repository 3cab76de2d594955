import { expect, it } from 'vitest'
import { details, narrows, noFilter } from '../../../../src/renderer/features/images/filter.ts'

it('shows whether a filter is active, and how many', () => {
  expect(narrows(noFilter)).toBe(false)
  expect(narrows({ ...noFilter, query: '  ' })).toBe(false)
  expect(narrows({ ...noFilter, favourite: true })).toBe(true)
  expect(narrows({ ...noFilter, to: 5 })).toBe(true)
  expect(details({ ...noFilter, models: ['a', 'b'], from: 1, to: 2 })).toBe(3)
})
