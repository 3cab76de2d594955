import { describe, expect, it } from 'vitest'
import {
  indexOfItem,
  itemAt,
  itemsAtTop,
  itemsPerPage,
  noPages,
  outdated,
  type Pages,
  pagesToRead,
  withChange,
  withPage,
} from '../../../../src/renderer/components/lists/pages.ts'
import type { ImageSummary } from '../../../../src/shared/image.ts'
import { image } from '../../features/images/images-made.ts'

const page = (number: number, count = itemsPerPage) =>
  Array.from({ length: count }, (_, index) => image(`i${number * itemsPerPage + index}`))

const read = (state: Pages<ImageSummary>, number: number, generation: number, items: ImageSummary[], total: number) =>
  withPage(state, { number, generation }, items, total, (before, now) => before.favourite === now.favourite)

describe('a list with unread pages', () => {
  it('reads only the visible pages', () => {
    expect(pagesToRead(noPages, 0, 60)).toEqual([0])
    const first = read(noPages, 0, 0, page(0), 5000)
    expect(first.total).toBe(5000)
    expect(pagesToRead(first, 0, 60)).toEqual([])
    expect(pagesToRead(first, 190, 230)).toEqual([1])
    expect(pagesToRead(first, 3000, 3450)).toEqual([15, 16, 17])
    expect(pagesToRead(first, 4990, 9000)).toEqual([24])
  })

  it('requests the beginning of an empty list', () => {
    expect(pagesToRead(read(noPages, 0, 0, [], 0), 0, 0)).toEqual([])
    expect(pagesToRead(outdated(read(noPages, 0, 0, [], 0)), 0, 0)).toEqual([0])
  })

  it('knows the index of read items, and none for unread ones', () => {
    const state = read(read(noPages, 0, 0, page(0), 500), 2, 0, page(2, 100), 500)
    expect(itemAt(state, 7)?.id).toBe('i7')
    expect(itemAt(state, 250)).toBeUndefined()
    expect(itemAt(state, 450)?.id).toBe('i450')
    expect(indexOfItem(state, 'i450')).toBe(450)
    expect(indexOfItem(state, 'i250')).toBe(-1)
  })

  it('shows its items after a change until it was read again', () => {
    const state = outdated(read(noPages, 0, 0, page(0), 400))
    expect(itemAt(state, 3)?.id).toBe('i3')
    expect(pagesToRead(state, 0, 60)).toEqual([0])
    const again = read(state, 0, 1, [image('new'), ...page(0, 199)], 401)
    expect(itemAt(again, 0)?.id).toBe('new')
    expect(pagesToRead(again, 0, 60)).toEqual([])
    // an answer from before the change is too late
    expect(read(again, 0, 0, page(0), 400)).toBe(again)
  })

  it('keeps the object of an unchanged image, so that its tile is not rendered again', () => {
    const state = read(noPages, 0, 0, page(0, 3), 3)
    const again = read(outdated(state), 0, 1, [image('i0'), image('i1', { favourite: true }), image('i2')], 3)
    expect(itemAt(again, 0)).toBe(itemAt(state, 0))
    expect(itemAt(again, 1)).not.toBe(itemAt(state, 1))
    expect(itemAt(again, 2)).toBe(itemAt(state, 2))
  })

  it('returns its first items as far as they were read', () => {
    expect(itemsAtTop(noPages, 2)).toEqual([])
    const state = read(read(noPages, 0, 0, page(0), 400), 1, 0, page(1), 400)
    expect(itemsAtTop(state, 2)).toEqual([itemAt(state, 0), itemAt(state, 1)])
    expect(itemsAtTop(read(noPages, 0, 0, page(0, 3), 3), 24)).toHaveLength(3)
  })

  it('drops items beyond the end', () => {
    const state = read(read(noPages, 0, 0, page(0), 400), 1, 0, page(1), 400)
    const shorter = read(outdated(state), 0, 1, page(0, 150), 150)
    expect(itemAt(shorter, 200)).toBeUndefined()
    expect(pagesToRead(shorter, 0, 400)).toEqual([])
  })

  it('changes images at once, before main answers', () => {
    const state = read(noPages, 0, 0, page(0, 3), 3)
    const marked = withChange(state, new Set(['i1']), (one) => ({ ...one, favourite: true }))
    expect([0, 1, 2].map((index) => itemAt(marked, index)?.favourite)).toEqual([false, true, false])
    expect(itemAt(marked, 0)).toBe(itemAt(state, 0))
  })
})
