import { describe, expect, it } from 'vitest'
import {
  isBusy,
  noSearch,
  type SearchAction,
  type SearchState,
  searchReducer,
  stopsOf,
} from '../../../../src/renderer/features/history/search.ts'
import { appError } from '../../../../src/shared/errors.ts'
import type { FoundItem } from '../../../../src/shared/history.ts'
import { found, hit } from './items-made.ts'

const reduced = (state: SearchState, ...actions: readonly SearchAction[]) => actions.reduce(searchReducer, state)
const asked = (text: string): SearchAction => ({ type: 'asked', text })
const answered = (serial: number, items: readonly FoundItem[], next: number | null = null): SearchAction => ({
  type: 'answered',
  serial,
  answer: { items, next, total: items.length, indexed: 1 },
})
const titles = (state: SearchState) => state.items.map(({ item }) => item.key.id)

describe('a search of the history', () => {
  it('drops the answer to an earlier query', () => {
    const state = reduced(noSearch, asked('t'), asked('te'), answered(2, [found('new')]), answered(1, [found('old')]))
    expect([titles(state), state.text, isBusy(state)]).toEqual([['new'], 'te', false])
  })

  it('shows the earlier results until the next answer, marked as loading', () => {
    const state = reduced(noSearch, asked('t'), answered(1, [found('a')]), asked('te'))
    expect([titles(state), state.text, isBusy(state)]).toEqual([['a'], 't', true])
  })

  it('clears the results with the query, and drops a late answer', () => {
    const state = reduced(
      noSearch,
      asked('t'),
      answered(1, [found('a')]),
      asked('te'),
      asked(''),
      answered(2, [found('b')]),
    )
    expect([titles(state), state.asked, state.text, isBusy(state)]).toEqual([[], '', '', false])
  })

  it('shows whether meaning was requested, and why it was not possible', () => {
    const failure = appError('offline')
    const words = reduced(noSearch, asked('t'), answered(1, [found('a')]))
    expect([words.isFused, words.failure]).toEqual([false, null])
    const answer = { items: [found('b'), found('a')], next: null, total: null, indexed: 1 }
    const fused = reduced(words, asked('t'), { type: 'answered', serial: 2, answer, isFused: true })
    expect([titles(fused), fused.isFused, fused.failure]).toEqual([['b', 'a'], true, null])
    const failed = reduced(fused, asked('t'), { type: 'answered', serial: 3, answer, failure })
    expect([failed.isFused, failed.failure]).toEqual([false, failure])
  })

  it('stays at the selected hit when the order changes', () => {
    const reached = reduced(
      noSearch,
      asked('t'),
      answered(
        1,
        ['a', 'b', 'c'].map((id) => found(id)),
      ),
      {
        type: 'reached',
        at: 1,
      },
    )
    const turned = reduced(
      reached,
      asked('t'),
      answered(
        2,
        ['c', 'x', 'b', 'a'].map((id) => found(id)),
      ),
    )
    expect(stopsOf(turned.items)[turned.at]?.key).toBe(stopsOf(reached.items)[1]?.key)
  })

  it('keeps the highlighted row for the same query, and resets it for another', () => {
    const three = [found('a'), found('b'), found('c')]
    const reached = reduced(noSearch, asked('t'), answered(1, three), { type: 'reached', at: 2 })
    expect(reduced(reached, asked('t'), answered(2, three)).at).toBe(2)
    expect(reduced(reached, asked('t'), answered(2, [found('a')])).at).toBe(0)
    expect(reduced(reached, asked('u'), answered(2, three)).at).toBe(0)
    expect(reduced(reached, { type: 'reached', at: 9 }).at).toBe(2)
    expect(reduced(reached, { type: 'reached', at: -1 }).at).toBe(0)
  })

  it('adds the hits of an item found again to its row, up to five', () => {
    const first = reduced(noSearch, asked('t'), answered(1, [found('a', hit('1'), hit('2')), found('b', hit('3'))], 70))
    const more: SearchAction = {
      type: 'more',
      serial: 1,
      after: 70,
      answer: {
        items: [found('a', hit('4'), hit('5'), hit('6'), hit('7')), found('c', hit('8'))],
        next: null,
        total: null,
        indexed: 1,
      },
    }
    const state = reduced(first, more)
    expect(titles(state)).toEqual(['a', 'b', 'c'])
    expect(state.items[0]?.hits.map(({ partId }) => partId)).toEqual(['1', '2', '4', '5', '6'])
    // the number of hits is counted once
    expect([state.total, state.next]).toEqual([2, null])
    // a repeated page, or one of another search, changes nothing
    expect(reduced(state, more)).toBe(state)
    expect(reduced(first, asked('u'), more).items).toBe(first.items)
  })

  it('reports an error of the newest query only', () => {
    const error = appError('internal')
    expect(reduced(noSearch, asked('t'), { type: 'failed', serial: 1, error }).error).toBe(error)
    expect(reduced(noSearch, asked('t'), asked('u'), { type: 'failed', serial: 1, error }).error).toBeNull()
  })
})

describe('the stops of the arrow keys', () => {
  it('the arrow keys stop at each item with its first hit inside, then at its other hits', () => {
    const stops = stopsOf([
      found('a', hit('a', 'title'), hit('m1'), hit('m2')),
      found('b', hit('b', 'prompt')),
      found('c', hit('s1', 'segment')),
    ])
    expect(stops.map(({ found: { item }, hit: at, head }) => [item.key.id, at?.partId ?? null, head])).toEqual([
      ['a', 'm1', true],
      ['a', 'm2', false],
      ['b', null, true],
      ['c', 's1', true],
    ])
    expect(new Set(stops.map(({ key }) => key)).size).toBe(4)
  })
})
