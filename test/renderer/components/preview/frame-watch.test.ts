import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FrameWatch, loadedMs, patienceMs, pingMs } from '../../../../src/renderer/components/preview/frame-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched() {
  const log: string[] = []
  const watch = new FrameWatch({
    show: () => log.push('show'),
    ping: () => log.push('ping'),
    onSilence: () => log.push('silence'),
  })
  return { log, watch }
}

it('gives up a frame that never becomes ready', () => {
  const { log } = watched()
  vi.advanceTimersByTime(patienceMs)
  expect(log).toEqual(['silence'])
})

it('gives the text once, however often a page claims to be ready', () => {
  const { log, watch } = watched()
  watch.sendText()
  watch.sendText()
  expect(log).toEqual(['show', 'ping'])
})

it('pings a frame that answers, and gives it up when it stops', () => {
  const { log, watch } = watched()
  watch.sendText()
  watch.noteAnswer()
  vi.advanceTimersByTime(pingMs)
  watch.noteAnswer()
  vi.advanceTimersByTime(pingMs + patienceMs)
  expect(log).toEqual(['show', 'ping', 'ping', 'ping', 'silence'])
})

it('gives up sooner after another document has loaded', () => {
  const { log, watch } = watched()
  watch.loaded()
  watch.sendText()
  watch.noteAnswer()
  watch.loaded()
  vi.advanceTimersByTime(loadedMs)
  expect(log).toEqual(['show', 'ping', 'ping', 'silence'])
})

it('counts unsolicited messages', () => {
  const { watch } = watched()
  expect([watch.count(), watch.count(), watch.count()]).toEqual([1, 2, 3])
})

it('does nothing after its end', () => {
  const { log, watch } = watched()
  watch.close()
  vi.advanceTimersByTime(patienceMs)
  expect(log).toEqual([])
})
