import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SaveSoon } from '../../../src/renderer/app/save-soon.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('saves once after many changes, at once where it is asked to, and nothing where nothing changed', () => {
  const save = vi.fn()
  const draft = new SaveSoon(save)
  draft.flush()
  expect(save).not.toHaveBeenCalled()
  for (let change = 0; change < 5; change += 1) draft.changed()
  expect(save).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(save).toHaveBeenCalledTimes(1)
  draft.changed()
  draft.flush()
  vi.runAllTimers()
  expect(save).toHaveBeenCalledTimes(2)
})
