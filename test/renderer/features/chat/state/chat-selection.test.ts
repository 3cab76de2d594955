import { describe, expect, test } from 'vitest'
import {
  noChats,
  withAll,
  withListed,
  withRange,
  withToggled,
} from '../../../../../src/renderer/features/chat/state/chat-selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

describe('selected chats', () => {
  test('chats are selected and deselected one by one', () => {
    const two = withToggled(withToggled(noChats, 'a'), 'c')
    expect([...two.ids]).toEqual(['a', 'c'])
    expect([...withToggled(two, 'a').ids]).toEqual(['c'])
  })

  test('a range extends from the last pressed chat in either direction, and shrinks again', () => {
    const start = withToggled(noChats, 'c')
    const down = withRange(start, order, { from: null, to: 'e' })
    expect([...down.ids]).toEqual(['c', 'd', 'e'])
    expect([...withRange(down, order, { from: null, to: 'd' }).ids]).toEqual(['c', 'd'])
    expect([...withRange(down, order, { from: null, to: 'a' }).ids]).toEqual(['c', 'a', 'b'])
  })

  test('a range keeps what was selected before', () => {
    const apart = withToggled(withToggled(noChats, 'a'), 'd')
    const range = withRange(apart, order, { from: null, to: 'e' })
    expect([...range.ids].toSorted()).toEqual(['a', 'd', 'e'])
    expect([...withRange(range, order, { from: null, to: 'c' }).ids].toSorted()).toEqual(['a', 'c', 'd'])
  })

  test('a range without an anchor begins at the current row, or contains one chat if that is not listed', () => {
    expect([...withRange(noChats, order, { from: 'b', to: 'd' }).ids]).toEqual(['b', 'c', 'd'])
    expect([...withRange(noChats, order, { from: 'gone', to: 'd' }).ids]).toEqual(['d'])
    expect([...withRange(noChats, order, { from: null, to: 'd' }).ids]).toEqual(['d'])
    expect(withRange(noChats, order, { from: 'b', to: 'folder x' })).toBe(noChats)
  })

  test('chats that leave the list are deselected', () => {
    const all = withAll(order)
    expect(withListed(all, order)).toBe(all)
    const fewer = withListed(all, ['b', 'c'])
    expect([[...fewer.ids], fewer.anchor]).toEqual([['b', 'c'], null])
  })
})
