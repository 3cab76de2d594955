import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadWhileIdle, panelsRead } from '../../../src/renderer/platform/lazy-component.tsx'
import { watchBusy } from '../../../src/renderer/platform/page-busy.ts'

let idle: (() => void)[]

/** Runs what waits for the page to be idle, and what follows it. */
async function rest(): Promise<void> {
  const due = idle
  idle = []
  for (const run of due) run()
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  idle = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  performance.clearMarks(panelsRead)
})
afterEach(() => vi.useRealTimers())

const panel = () => ({ load: vi.fn(async () => undefined) })

it('loads one panel in each idle moment', async () => {
  const [first, second] = [panel(), panel()]
  loadWhileIdle([first, second], () => false)
  expect(first.load).not.toHaveBeenCalled()
  await rest()
  expect([first.load.mock.calls.length, second.load.mock.calls.length]).toEqual([1, 0])
  await rest()
  expect(second.load).toHaveBeenCalledTimes(1)
  expect(performance.getEntriesByName(panelsRead)).toHaveLength(1)
})

it('loads nothing between two pieces of an answer, and resumes after it', async () => {
  let isAnswering = true
  const only = panel()
  loadWhileIdle([only], () => isAnswering)
  await rest()
  await vi.advanceTimersByTimeAsync(250)
  await rest()
  expect(only.load).not.toHaveBeenCalled()
  isAnswering = false
  await vi.advanceTimersByTimeAsync(250)
  await rest()
  expect(only.load).toHaveBeenCalledTimes(1)
})

it('loads nothing after its undo', async () => {
  const only = panel()
  const undo = loadWhileIdle([only], () => true)
  await rest()
  undo()
  await vi.advanceTimersByTimeAsync(1000)
  await rest()
  expect(only.load).not.toHaveBeenCalled()
})

it('a page is busy while an answer arrives, and for half a second after a key', () => {
  let now = 1000
  let isAnswering = false
  const target = new EventTarget()
  const isBusy = watchBusy({ target, isAnswering: () => isAnswering, now: () => now })
  expect(isBusy()).toBe(false)
  target.dispatchEvent(new Event('keydown'))
  expect(isBusy()).toBe(true)
  now += 500
  expect(isBusy()).toBe(false)
  isAnswering = true
  expect(isBusy()).toBe(true)
})
