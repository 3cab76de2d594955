import { expect, it } from 'vitest'
import { followsAfterScroll } from '../../../../../src/renderer/features/chat/state/use-follow-end.ts'

const at = (top: number, height = 1000, viewport = 400) => ({ top, height, viewport })

it('following ends when the reader scrolls up, however little', () => {
  expect(followsAfterScroll(true, at(600), at(590), true)).toBe(false)
})

it('following resumes only when the reader reaches the end', () => {
  expect(followsAfterScroll(false, at(200), at(400), true)).toBe(false)
  expect(followsAfterScroll(false, at(400), at(590), true)).toBe(true)
  expect(followsAfterScroll(false, at(590), at(590), true)).toBe(false)
})

it('a region that grows or shrinks on its own does not end following', () => {
  expect(followsAfterScroll(true, at(600), at(600, 2000), true)).toBe(true)
  expect(followsAfterScroll(false, at(100), at(100, 2000), true)).toBe(false)
  expect(followsAfterScroll(true, at(600), at(500, 900), true)).toBe(true)
})

it('following ends when something else is scrolled into view, for example by a screen reader', () => {
  expect(followsAfterScroll(true, at(600), at(200), false)).toBe(false)
})

it('a list that moves while it measures does not end following', () => {
  expect(followsAfterScroll(true, at(600), at(400, 1200), false)).toBe(true)
})
