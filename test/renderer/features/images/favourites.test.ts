import { expect, it } from 'vitest'
import { itemAt, noPages, type Pages, withPage } from '../../../../src/renderer/components/lists/pages.ts'
import { marked, marksOf, unmarked } from '../../../../src/renderer/features/images/favourites.ts'
import type { ImageSummary } from '../../../../src/shared/image.ts'

function image(id: string, favourite: boolean): ImageSummary {
  const media = { id, mime: 'image/png', bytes: 1, width: 1, height: 1 } as const
  return { id, media, thumbnailId: null, promptStart: id, model: 'm', createdAt: 1, favourite, edited: false }
}

const shown = (pages: Pages<ImageSummary>) => [0, 1, 2].map((at) => itemAt(pages, at)?.favourite)

it('a refused change restores every mark, also those that were set before', () => {
  const pages = withPage(
    noPages,
    { number: 0, generation: noPages.generation },
    [image('a', true), image('b', false), image('c', true)],
    3,
    Object.is,
  )
  const ids = new Set(['a', 'b'])
  const before = marksOf(pages, ids)
  const changed = marked(pages, ids, true)
  expect(shown(changed)).toEqual([true, true, true])
  expect(shown(unmarked(changed, before, true))).toEqual([true, false, true])
})

it('later changes from other windows stay', () => {
  const pages = withPage(
    noPages,
    { number: 0, generation: noPages.generation },
    [image('a', false), image('b', false), image('c', true)],
    3,
    Object.is,
  )
  const ids = new Set(['a', 'b'])
  const before = marksOf(pages, ids)
  const changedSince = marked(marked(pages, ids, true), new Set(['a']), false)
  expect(shown(unmarked(changedSince, before, true))).toEqual([false, false, true])
})
