import { expect, it } from 'vitest'
import { followsAfterScroll } from '../../../../../src/renderer/features/chat/state/use-follow-end.ts'

const at = (top: number, height = 1000, viewport = 400) => ({ top, height, viewport })

it('lets go when the reader goes up, however little', () => {
  expect(followsAfterScroll(true, at(600), at(590), true)).toBe(false)
})

it('takes the end up again only when the reader arrives there', () => {
  expect(followsAfterScroll(false, at(200), at(400), true)).toBe(false)
  expect(followsAfterScroll(false, at(400), at(590), true)).toBe(true)
  expect(followsAfterScroll(false, at(590), at(590), true)).toBe(false)
})

it('is not moved by a region that grows or shrinks by itself', () => {
  expect(followsAfterScroll(true, at(600), at(600, 2000), true)).toBe(true)
  expect(followsAfterScroll(false, at(100), at(100, 2000), true)).toBe(false)
  expect(followsAfterScroll(true, at(600), at(500, 900), true)).toBe(true)
})

it('lets go when something else is brought into view, as a screen reader does', () => {
  expect(followsAfterScroll(true, at(600), at(200), false)).toBe(false)
})

it('is not let go by a list that moves while it measures, with nobody touching it', () => {
  expect(followsAfterScroll(true, at(600), at(400, 1200), false)).toBe(true)
})
