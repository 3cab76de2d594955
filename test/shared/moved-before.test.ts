import fc from 'fast-check'
import { expect, it } from 'vitest'
import { itemToPrecede, movedBefore } from '../../src/shared/moved-before.ts'

const letters = ['a', 'b', 'c', 'd']

it('items move together before another one, or to the end', () => {
  expect(movedBefore(letters, ['c'], 'a')).toEqual(['c', 'a', 'b', 'd'])
  expect(movedBefore(letters, ['a', 'b'], 'd')).toEqual(['c', 'a', 'b', 'd'])
  expect(movedBefore(letters, ['a'], null)).toEqual(['b', 'c', 'd', 'a'])
})

it('an unknown or moved neighbour means the end', () => {
  expect(movedBefore(letters, ['a'], 'x')).toEqual(['b', 'c', 'd', 'a'])
  expect(movedBefore(letters, ['a'], 'a')).toEqual(['b', 'c', 'd', 'a'])
})

it('an item that moves before its new neighbour has the wanted index', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), (from, to) => {
      const item = letters[from] ?? ''
      const before = itemToPrecede(letters, item, to)
      if (from === to) expect(before).toBeUndefined()
      else expect(movedBefore(letters, [item], before ?? null).indexOf(item)).toBe(to)
    }),
  )
})

it('an item cannot move beyond the ends, and an unknown one not at all', () => {
  expect(itemToPrecede(letters, 'a', -1)).toBeUndefined()
  expect(itemToPrecede(letters, 'd', 4)).toBeUndefined()
  expect(itemToPrecede(letters, 'x', 1)).toBeUndefined()
})
