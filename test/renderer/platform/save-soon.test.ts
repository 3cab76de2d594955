import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SaveSoon } from '../../../src/renderer/platform/save-soon.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('saves once after many changes, at once on request, and nothing without a change', () => {
  const save = vi.fn()
  const draft = new SaveSoon(save)
  draft.flush()
  expect(save).not.toHaveBeenCalled()
  for (let change = 0; change < 5; change += 1) draft.scheduleSave()
  expect(save).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(save).toHaveBeenCalledTimes(1)
  draft.scheduleSave()
  draft.flush()
  vi.runAllTimers()
  expect(save).toHaveBeenCalledTimes(2)
})

it('saves at intervals while changes continue', () => {
  const save = vi.fn()
  const draft = new SaveSoon(save)
  for (let change = 0; change < 50; change += 1) {
    draft.scheduleSave()
    vi.advanceTimersByTime(100)
  }
  // five seconds of typing
  expect(save).toHaveBeenCalledTimes(2)
  vi.runAllTimers()
  expect(save).toHaveBeenCalledTimes(3)
})

it('saves nothing after unsaved changes are dropped', () => {
  const save = vi.fn()
  const draft = new SaveSoon(save)
  draft.scheduleSave()
  draft.forget()
  vi.runAllTimers()
  draft.flush()
  expect(save).not.toHaveBeenCalled()
})
