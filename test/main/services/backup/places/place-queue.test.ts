import { expect, test } from 'vitest'
import { PlaceQueue } from '../../../../../src/main/services/backup/places/place-queue.ts'
import { AppFailure, appError } from '../../../../../src/shared/errors.ts'
import { ManualClock } from '../../../../fakes/platform.ts'

/** A promise with its two ends. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

/** Lets everything run that waits for nothing else. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function queueOf(look: (id: string) => Promise<boolean> = async () => true): {
  readonly clock: ManualClock
  readonly queue: PlaceQueue
  readonly sent: string[]
  readonly hold: (held: Promise<void>) => void
} {
  const clock = new ManualClock()
  const sent: string[] = []
  let held = Promise.resolve()
  const queue: PlaceQueue = new PlaceQueue({
    clock,
    isDue: look,
    send: (id) =>
      queue.alone(id, 'send', async () => {
        sent.push(id)
        await held
      }),
    onPlansChanged: async () => undefined,
  })
  const hold = (until: Promise<void>): void => {
    held = until
  }
  return { clock, queue, sent, hold }
}

test('places that are due at once are served one after another', async () => {
  const { queue, sent, hold } = queueOf()
  const first = gate()
  hold(first.opened)
  for (const id of ['a', 'b', 'c']) queue.enqueue(id)
  await settled()
  expect(sent).toEqual(['a'])
  first.open()
  await settled()
  expect(sent).toEqual(['a', 'b', 'c'])
})

test('a job that begins while a place is inspected goes first, and the upload follows', async () => {
  const looked = gate()
  const { queue, sent } = queueOf(async () => {
    await looked.opened
    return true
  })
  queue.enqueue('a')
  const fetched = gate()
  const fetching = queue.alone('b', 'bring', () => fetched.opened)
  looked.open()
  await settled()
  expect(sent).toEqual([])
  fetched.open()
  await fetching
  await settled()
  expect(sent).toEqual(['a'])
})

test('a stop while a place is inspected cancels its upload', async () => {
  const looked = gate()
  const { queue, sent } = queueOf(async () => {
    await looked.opened
    return true
  })
  queue.enqueue('a')
  queue.enqueue('b')
  await queue.stop('a')
  looked.open()
  await settled()
  expect(sent).toEqual(['b'])
})

test('a place that cannot be inspected is uploaded to, so that its failure is reported', async () => {
  const { queue, sent } = queueOf(() => Promise.reject(new Error('no disk')))
  queue.enqueue('a')
  await settled()
  expect(sent).toEqual(['a'])
})

test('a backup that is queued again during its own upload is not retried at once when that upload fails', async () => {
  let count = 0
  const queue: PlaceQueue = new PlaceQueue({
    clock: new ManualClock(),
    isDue: async () => true,
    send: (id) =>
      queue.alone(id, 'send', async () => {
        count += 1
        if (count === 1) queue.enqueue(id)
        throw new AppFailure(appError('place_busy'))
      }),
    onPlansChanged: async () => undefined,
  })
  queue.enqueue('a', true)
  await settled()
  expect(count).toBe(1)
  queue.enqueue('a', true)
  await settled()
  expect(count).toBe(2)
})

test('a permanent failure cancels the planned attempt', async () => {
  const { clock, queue } = queueOf()
  queue.retryLater('a', appError('place_busy', undefined, { retryAfterMs: 1_800_000 }))
  queue.retryLater('b', appError('place_busy'))
  expect(queue.retryAt('a')).toBe(clock.now() + 1_800_000)
  queue.retryLater('a', appError('place_sign_in'))
  expect([queue.retryAt('a'), queue.retryAt('b')]).toEqual([null, clock.now() + 60_000])
})

test('a wait of months that a server asks for ends after a day, and is reported so', () => {
  const { clock, queue } = queueOf()
  for (const retryAfterMs of [30 * 24 * 60 * 60_000, 365 * 24 * 60 * 60_000]) {
    queue.retryLater('a', appError('place_busy', undefined, { retryAfterMs }))
    expect(queue.retryAt('a')).toBe(clock.now() + 24 * 60 * 60_000)
  }
})
