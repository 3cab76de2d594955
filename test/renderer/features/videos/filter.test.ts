import { expect, it } from 'vitest'
import { details, groupsShown, narrows, noFilter } from '../../../../src/renderer/features/videos/filter.ts'
import { columnsFor } from '../../../../src/renderer/features/videos/queue/list-layout.ts'
import { videoGroups } from '../../../../src/shared/video.ts'

it('offers every group that main knows', () => {
  expect([...groupsShown].sort()).toEqual([...videoGroups].sort())
})

it('shows whether a filter is active, and how much of it is folded away', () => {
  expect(narrows(noFilter)).toBe(false)
  expect(narrows({ ...noFilter, query: '  ' })).toBe(false)
  expect(narrows({ ...noFilter, group: 'done' })).toBe(true)
  expect(narrows({ ...noFilter, favourite: true })).toBe(true)
  expect(details({ ...noFilter, models: ['a', 'b'], favourite: true, group: 'done' })).toBe(3)
})

it('puts as many cards next to each other as are easy to read', () => {
  expect(columnsFor(0)).toBe(0)
  expect(columnsFor(496)).toBe(1)
  // a window of 1280 px has two
  expect(columnsFor(896)).toBe(2)
  expect(columnsFor(10_000)).toBe(5)
})
