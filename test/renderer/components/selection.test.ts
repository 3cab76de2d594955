import { expect, it } from 'vitest'
import {
  extended,
  nothingSelected,
  placesBetween,
  selected,
  toggled,
  without,
} from '../../../src/renderer/components/selection.ts'

it('marks and takes marks away; a range begins where it was done last', () => {
  const one = toggled(nothingSelected, 'a')
  expect([...one.ids]).toEqual(['a'])
  const none = toggled(one, 'a')
  expect([...none.ids]).toEqual([])
  expect(none.anchor).toBe('a')
})

it('adds ranges in either direction, and goes on from the same place', () => {
  expect(placesBetween(2, 5)).toEqual([2, 3, 4, 5])
  expect(placesBetween(5, 2)).toEqual([2, 3, 4, 5])
  expect(placesBetween(3, 3)).toEqual([3])
  const range = extended(toggled(nothingSelected, 'c'), ['a', 'b', 'c'])
  expect([...range.ids].sort()).toEqual(['a', 'b', 'c'])
  expect(range.anchor).toBe('c')
})

it('forgets what is gone', () => {
  const rest = without(selected(['a', 'b', 'c']), ['a', 'c'])
  expect([...rest.ids]).toEqual(['b'])
  expect(rest.anchor).toBeNull()
})
