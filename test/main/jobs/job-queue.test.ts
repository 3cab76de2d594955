import { beforeEach, describe, expect, test } from 'vitest'
import { JobQueue } from '../../../src/main/jobs/job-queue.ts'
import { ManualClock } from '../../fakes/manual-clock.ts'

interface Attempt {
  readonly id: string
  readonly signal: AbortSignal
  readonly end: () => void
  readonly fail: () => void
}

let clock: ManualClock
let waiting: string[]
let attempts: Attempt[]
let ended: string[]
let logged: string[]
let atOnce: number
let isPaused: boolean
let queue: JobQueue

/** Ids of started attempts that have not ended. */
const out = (): readonly string[] => attempts.filter(({ id }) => queue.isRunning(id)).map(({ id }) => id)
const settled = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))

function work(id: string, signal: AbortSignal): Promise<void> {
  const { promise, reject, resolve } = Promise.withResolvers<void>()
  attempts.push({ id, signal, end: resolve, fail: () => reject(new Error('broken')) })
  signal.addEventListener('abort', () => resolve())
  return promise
}

beforeEach(() => {
  clock = new ManualClock()
  waiting = ['a', 'b', 'c']
  attempts = []
  ended = []
  logged = []
  atOnce = 2
  isPaused = false
  queue = new JobQueue({
    clock,
    kind: 'counting job',
    log: (_level, message) => logged.push(message),
    isPaused: () => isPaused,
    line: {
      atOnce: () => atOnce,
      ready: () => waiting,
      attempt: (id, signal) => {
        waiting = waiting.filter((one) => one !== id)
        return work(id, signal)
      },
    },
    onEnd: (id) => {
      ended.push(id)
      queue.pump()
    },
  })
})

describe('the order of a job queue', () => {
  test('starts as many jobs as the limit allows, in order, and the next when one has ended', async () => {
    queue.pump()
    expect(out()).toEqual(['a', 'b'])
    attempts[1]?.end()
    await settled()
    expect(out()).toEqual(['a', 'c'])
    expect(ended).toEqual(['b'])
  })

  test('starts more jobs when the limit grows, and ends none when it shrinks', () => {
    queue.pump()
    atOnce = 3
    queue.pump()
    atOnce = 1
    queue.pump()
    expect(out()).toEqual(['a', 'b', 'c'])
  })

  test('never runs two attempts of one job, even if it is ready again', () => {
    queue.pump()
    waiting = ['a', 'c']
    atOnce = 3
    queue.pump()
    expect(out()).toEqual(['a', 'b', 'c'])
  })

  test('starts nothing while paused, leaves running jobs alone, and continues in order', async () => {
    queue.pump()
    isPaused = true
    attempts[0]?.end()
    await settled()
    queue.pump()
    expect(out()).toEqual(['b'])
    // what the user asks for, or what costs nothing
    void queue.run('x', (signal) => work('x', signal))
    expect(out()).toEqual(['b', 'x'])
    isPaused = false
    queue.pump()
    expect(out()).toEqual(['b', 'x', 'c'])
  })

  test('logs a failure after an attempt, and leaves no unhandled rejection', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const failing = new JobQueue({
      clock,
      kind: 'counting job',
      log: (_level, message) => logged.push(message),
      isPaused: () => false,
      line: null,
      onEnd: () => {
        throw new Error('broken')
      },
    })
    const run = failing.run('a', () => promise)
    resolve()
    await run
    expect([logged, failing.isRunning('a')]).toEqual([['counting job broke off'], false])
  })

  test('continues after an attempt that broke off, and logs it', async () => {
    queue.pump()
    attempts[0]?.fail()
    await settled()
    expect(out()).toEqual(['b', 'c'])
    expect(logged).toEqual(['counting job broke off'])
  })

  test('other work does not count against the limit of attempts', async () => {
    void queue.run('x', (signal) => work('x', signal))
    void queue.run('y', (signal) => work('y', signal))
    queue.pump()
    expect(out()).toEqual(['x', 'y', 'a', 'b'])
  })

  test('an attempt frees its place when other work replaces it', async () => {
    queue.pump()
    const saving = queue.run('a', (signal) => work('a', signal))
    queue.pump()
    expect(attempts.map(({ id }) => id)).toEqual(['a', 'b', 'a', 'c'])
    attempts[0]?.end()
    await settled()
    expect(queue.isRunning('a')).toBe(true)
    attempts[2]?.end()
    await saving
    expect(queue.isRunning('a')).toBe(false)
  })
})

describe('a running job', () => {
  test('an aborted job keeps its place until it has ended', async () => {
    queue.pump()
    queue.abort('a')
    expect([attempts[0]?.signal.aborted, queue.isRunning('a')]).toEqual([true, true])
    await settled()
    expect(out()).toEqual(['b', 'c'])
  })

  test('a released job frees its place at once, and wakes no more', () => {
    queue.wake('a', clock.now() + 5, () => ended.push('woken'))
    queue.pump()
    queue.release('a')
    queue.pump()
    expect(out()).toEqual(['b', 'c'])
    clock.advance(10)
    expect(ended).toEqual([])
  })

  test('a job wakes once, at its time, or at once if that is over', () => {
    queue.wake('a', clock.now() + 100, () => ended.push('early'))
    queue.wake('a', clock.now() + 50, () => ended.push('a'))
    queue.wake('b', clock.now() - 50, () => ended.push('b'))
    clock.advance(0)
    expect(ended).toEqual(['b'])
    clock.advance(1_000)
    expect(ended).toEqual(['b', 'a'])
    expect(clock.nextIn).toBeNull()
  })
})

describe('a job queue that is stopped', () => {
  test('a stopped queue starts and wakes nothing more; running work continues', async () => {
    queue.wake('d', clock.now() + 5, () => ended.push('woken'))
    queue.pump()
    queue.stop()
    clock.advance(10)
    attempts[0]?.end()
    await settled()
    expect([out(), ended, attempts[1]?.signal.aborted]).toEqual([['b'], ['a'], false])
  })

  test('a queue is closed when all its running work has ended', async () => {
    queue.pump()
    await queue.close()
    expect(attempts.map(({ id, signal }) => [id, signal.aborted])).toEqual([
      ['a', true],
      ['b', true],
    ])
    expect([out(), clock.nextIn]).toEqual([[], null])
  })
})
