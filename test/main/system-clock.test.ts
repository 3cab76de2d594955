import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backgroundClock, systemClock } from '../../src/main/system-clock.ts'

const day = 24 * 60 * 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe.each([
  ['the clock', systemClock],
  ['the clock in the background', backgroundClock],
])('the system clock: %s', (_name, clock) => {
  test.each([1, day, 30 * day, 400 * day])('waits at least %i ms', (ms) => {
    const run = vi.fn()
    clock.after(ms, run)
    vi.advanceTimersByTime(ms - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('waits forever if no number is large enough, and can cancel any wait', () => {
    const run = vi.fn()
    const undo = [clock.after(Number.POSITIVE_INFINITY, run), clock.after(30 * day, run)]
    vi.advanceTimersByTime(29 * day)
    for (const take of undo) take()
    vi.advanceTimersByTime(400 * day)
    expect([run.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
  })
})
