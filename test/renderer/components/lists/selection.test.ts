import { expect, it } from 'vitest'
import { createStore } from 'zustand'
import { itemsPerPage, type Pages } from '../../../../src/renderer/components/lists/pages.ts'
import {
  extended,
  listedRange,
  markingOf,
  nothingSelected,
  type Selection,
  selected,
  toggled,
  without,
} from '../../../../src/renderer/components/lists/selection.ts'

it('toggles marks; a range begins at the last toggled item', () => {
  const one = toggled(nothingSelected, 'a')
  expect([...one.ids]).toEqual(['a'])
  const none = toggled(one, 'a')
  expect([...none.ids]).toEqual([])
  expect(none.anchor).toBe('a')
})

it('adds ranges in either direction from the same anchor', () => {
  const range = extended(toggled(nothingSelected, 'c'), ['a', 'b', 'c'])
  expect([...range.ids].sort()).toEqual(['a', 'b', 'c'])
  expect(range.anchor).toBe('c')
})

it('drops items that no longer exist', () => {
  const rest = without(selected(['a', 'b', 'c']), ['a', 'c'])
  expect([...rest.ids]).toEqual(['b'])
  expect(rest.anchor).toBeNull()
})

const idAt = (place: number): string => `item ${place}`
const all = Array.from({ length: itemsPerPage * 3 }, (_, place) => idAt(place))

/** A list of three pages, some of them read. */
function read(...numbers: readonly number[]): Pages<{ readonly id: string }> {
  const page = (number: number) => {
    const ids = all.slice(number * itemsPerPage, (number + 1) * itemsPerPage)
    return [number, { items: ids.map((id) => ({ id })), generation: 0 }] as const
  }
  return { pages: new Map(numbers.map(page)), total: all.length, generation: 0 }
}

it('ranges run in either direction over loaded items without a request', async () => {
  const never = () => Promise.reject(new Error('asked'))
  expect(await listedRange(read(0), idAt(2), idAt(5), never)).toEqual([2, 3, 4, 5].map(idAt))
  expect(await listedRange(read(0), idAt(5), idAt(2), never)).toEqual([2, 3, 4, 5].map(idAt))
  expect(await listedRange(read(0), idAt(3), idAt(3), never)).toEqual([idAt(3)])
})

it('a range includes items that were never scrolled to', async () => {
  const [from, to] = [itemsPerPage - 1, itemsPerPage * 2]
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const)
    expect(await listedRange(read(0, 2), idAt(one), idAt(other), async () => all)).toEqual(all.slice(from, to + 1))
})

it('a range from or to an unknown item is empty', async () => {
  expect(await listedRange(read(0), idAt(1), idAt(itemsPerPage), async () => all)).toBeNull()
  expect(await listedRange(read(0), 'gone', idAt(1), async () => all)).toBeNull()
})

interface Marked {
  readonly selecting: boolean
  readonly selection: Selection
}

function marking(reached: string | null) {
  const store = createStore<Marked>(() => ({ selecting: false, selection: nothingSelected }))
  const all = ['a', 'b', 'c', 'd']
  const actions = markingOf(store, {
    reached: () => reached,
    range: async (from, to) => {
      const [start, end] = [all.indexOf(from), all.indexOf(to)].sort()
      return start === undefined || start < 0 ? null : all.slice(start, (end ?? 0) + 1)
    },
    all: async () => all,
  })
  return { ...actions, marked: () => [...store.getState().selection.ids].sort(), state: store.getState }
}

it('selection begins with the first mark, and the end clears all marks', () => {
  const { toggleSelected, setSelecting, marked, state } = marking(null)
  toggleSelected('b')
  expect(state().selecting).toBe(true)
  expect(marked()).toEqual(['b'])
  setSelecting(false)
  expect(state()).toEqual({ selecting: false, selection: nothingSelected })
})

it('marks a range from the anchor, or from the focused item', async () => {
  const begun = marking('a')
  begun.toggleSelected('d')
  await begun.selectUpTo('b')
  expect(begun.marked()).toEqual(['b', 'c', 'd'])
  const reached = marking('a')
  await reached.selectUpTo('c')
  expect(reached.marked()).toEqual(['a', 'b', 'c'])
  expect(reached.state().selection.anchor).toBe('a')
})

it('marks one item if the beginning of a range is unknown', async () => {
  const gone = marking('gone')
  await gone.selectUpTo('c')
  expect(gone.marked()).toEqual(['c'])
})

it('selects all items', async () => {
  const { selectAll, marked } = marking(null)
  await selectAll()
  expect(marked()).toEqual(['a', 'b', 'c', 'd'])
})
