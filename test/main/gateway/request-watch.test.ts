import { describe, expect, test } from 'vitest'
import { RequestWatch } from '../../../src/main/gateway/request-watch.ts'
import type { FetchInit } from '../../../src/main/platform.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'

const deadlines = { headersMs: 1000, silenceMs: 500, totalMs: 5000 }

/** A watched request over a fetch with a queue; `tell` reports the queue's state, `cause` is the reason of the end. */
function watched(
  limits:
    | typeof deadlines
    | { readonly totalMs: null; readonly headersMs: number; readonly silenceMs: number } = deadlines,
) {
  const clock = new ManualClock()
  const stop = new AbortController()
  const watch = new RequestWatch(clock, limits, stop.signal)
  let tell: NonNullable<FetchInit['onLine']> = () => {}
  const fetch = watch.over((_input, init) => {
    tell = init?.onLine ?? tell
    return new Promise(() => {})
  })
  const outcome = watch.race(fetch('http://gateway.example')).then(
    () => 'answered',
    () => watch.error?.code,
  )
  return { clock, stop, watch, outcome, tell: (state: 'waiting' | 'sent') => tell(state) }
}

describe('a request that waits in the local queue', () => {
  test('a request in a queue does not time out, however long it waits', async () => {
    const { clock, watch, tell } = watched()
    tell('waiting')
    clock.advance(24 * 3600 * 1000)
    expect([watch.error, clock.nextIn]).toEqual([null, null])
  })

  test('a request has its full time from when it is sent', async () => {
    const { clock, watch, outcome, tell } = watched()
    clock.advance(900)
    tell('waiting')
    clock.advance(3600 * 1000)
    tell('sent')
    clock.advance(999)
    expect(watch.error).toBeNull()
    clock.advance(1)
    expect(await outcome).toBe('timeout')
  })

  test('a request has its full total time too', async () => {
    const { clock, outcome, tell, watch } = watched({ headersMs: 10_000, silenceMs: 10_000, totalMs: 5000 })
    clock.advance(4999)
    tell('waiting')
    tell('sent')
    clock.advance(4999)
    expect(watch.error).toBeNull()
    clock.advance(1)
    expect(await outcome).toBe('timeout')
  })

  test('a waiting request can be cancelled, and leaves no timer', async () => {
    const { clock, stop, outcome, tell, watch } = watched()
    tell('waiting')
    stop.abort()
    expect(await outcome).toBe('cancelled')
    watch.endWatch()
    tell('sent')
    expect(clock.nextIn).toBeNull()
  })
})

test('a request that never waits is timed from its beginning', async () => {
  const { clock, outcome } = watched()
  clock.advance(1000)
  expect(await outcome).toBe('timeout')
})
