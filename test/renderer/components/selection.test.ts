import { expect, it } from 'vitest'
import { itemsPerPage, type Pages } from '../../../src/renderer/components/pages.ts'
import {
  extended,
  listedRange,
  nothingSelected,
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
  const range = extended(toggled(nothingSelected, 'c'), ['a', 'b', 'c'])
  expect([...range.ids].sort()).toEqual(['a', 'b', 'c'])
  expect(range.anchor).toBe('c')
})

it('forgets what is gone', () => {
  const rest = without(selected(['a', 'b', 'c']), ['a', 'c'])
  expect([...rest.ids]).toEqual(['b'])
  expect(rest.anchor).toBeNull()
})

const idAt = (place: number): string => `item ${place}`
const all = Array.from({ length: itemsPerPage * 3 }, (_, place) => idAt(place))

/** A list of three pages of which these were read. */
function read(...numbers: readonly number[]): Pages<{ readonly id: string }> {
  const page = (number: number) => {
    const ids = all.slice(number * itemsPerPage, (number + 1) * itemsPerPage)
    return [number, { items: ids.map((id) => ({ id })), generation: 0 }] as const
  }
  return { pages: new Map(numbers.map(page)), total: all.length, generation: 0 }
}

it('ranges run in either direction, over what was read without asking', async () => {
  const never = () => Promise.reject(new Error('asked'))
  expect(await listedRange(read(0), idAt(2), idAt(5), never)).toEqual([2, 3, 4, 5].map(idAt))
  expect(await listedRange(read(0), idAt(5), idAt(2), never)).toEqual([2, 3, 4, 5].map(idAt))
  expect(await listedRange(read(0), idAt(3), idAt(3), never)).toEqual([idAt(3)])
})

it('a range over items that were never scrolled to holds them, too', async () => {
  const [from, to] = [itemsPerPage - 1, itemsPerPage * 2]
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const)
    expect(await listedRange(read(0, 2), idAt(one), idAt(other), async () => all)).toEqual(all.slice(from, to + 1))
})

it('there is no range from or to what is not known', async () => {
  expect(await listedRange(read(0), idAt(1), idAt(itemsPerPage), async () => all)).toBeNull()
  expect(await listedRange(read(0), 'gone', idAt(1), async () => all)).toBeNull()
})
