import { describe, expect, it } from 'vitest'
import { commonTags, tagChanges } from '../../../../src/renderer/features/history/dialogs/tags.ts'
import { details, narrows, wide } from '../../../../src/renderer/features/history/filter.ts'
import { idOf, keyOf, listed, looksSame } from '../../../../src/renderer/features/history/item-id.ts'
import { headingAbove } from '../../../../src/renderer/features/history/timeline/headings.ts'
import { historyKinds } from '../../../../src/shared/history-limits.ts'
import { everything } from '../../../../src/shared/history-query.ts'
import { item } from './items-made.ts'

describe('the headings of the timeline', () => {
  const now = new Date(2026, 10, 21, 0, 30).getTime()
  const ago = (hours: number, pinned = false) => ({ at: now - hours * 3_600_000, pinned })

  it('a heading is above the first item of each day of the calendar, and above the favourites', () => {
    const items = [ago(90, true), ago(2, true), ago(0.1), ago(1), ago(20), ago(40), ago(41), ago(70)]
    const days = items.map((one, index) => headingAbove(one, items[index - 1], index === 0, now)?.day ?? null)
    expect(days).toEqual(['pinned', null, 'today', 'yesterday', null, 'day', null, 'day'])
  })

  it('a heading is left out if the previous item is not known yet', () => {
    expect(headingAbove(ago(1), undefined, false, now)).toBeNull()
    expect(headingAbove(ago(1), undefined, true, now)?.day).toBe('yesterday')
  })
})

describe('the names of items', () => {
  it('the list id of an item includes its kind', () => {
    for (const kind of historyKinds) expect(keyOf(idOf({ kind, id: 'a b' }))).toEqual({ kind, id: 'a b' })
    expect(new Set(historyKinds.map((kind) => idOf({ kind, id: '1' }))).size).toBe(4)
    expect([keyOf('song 1'), keyOf('chat'), keyOf('')]).toEqual([null, null, null])
  })

  it('a row whose displayed values are unchanged is kept', () => {
    const row = listed(item('a'))
    expect(looksSame(row, listed(item('a', { createdAt: 9 })))).toBe(true)
    for (const change of [
      { title: 'b' },
      { pinned: true },
      { tags: ['x'] },
      { at: 2 },
      { size: 3 },
      { deletedAt: 1 },
    ]) {
      expect(looksSame(row, listed(item('a', change)))).toBe(false)
    }
  })
})

describe('the filter of the history', () => {
  it('the places are filtered by every filter but their own, and it can be undone', () => {
    expect([narrows(everything), details(everything)]).toEqual([false, 0])
    expect(narrows({ ...everything, place: 'bin' })).toBe(false)
    const narrow = {
      ...everything,
      kinds: ['chat' as const],
      pinned: true,
      tags: ['a', 'b'],
      from: 1,
      to: 2,
      withMedia: true,
    }
    expect([narrows(narrow), details(narrow)]).toEqual([true, 4])
    expect({ ...narrow, ...wide }).toEqual(everything)
  })
})

describe('the tags of items', () => {
  it('tags that all items have are shown', () => {
    expect(commonTags([{ tags: ['a', 'b'] }, { tags: ['b', 'c'] }])).toEqual(['b'])
    expect(commonTags([])).toEqual([])
  })

  it('changed tags are added and removed, without blanks and duplicates', () => {
    expect(tagChanges(['a', 'b'], ['b', ' c ', 'c', ''])).toEqual({ add: ['c'], remove: ['a'] })
    expect(tagChanges(['a'], ['a', 'x'.repeat(80)]).add).toEqual(['x'.repeat(60)])
  })
})
