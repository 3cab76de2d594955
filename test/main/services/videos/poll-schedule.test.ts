import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  firstMadeAt,
  intervalBounds,
  isOverdue,
  nextDownloadAt,
  nextPollAfterFailure,
  nextPollAt,
} from '../../../../src/main/services/videos/poll-schedule.ts'
import { videoDurations } from '../../../../src/shared/video-models.ts'

const minute = 60_000
const hour = 60 * minute
const now = 1_800_000_000_000
const chance = fc.double({ min: 0, max: 0.999_999, noNaN: true })
const anyDuration = fc.constantFrom(...videoDurations)
const least = () => 0
const most = () => 0.999_999

describe('the next poll of a task that continues', () => {
  test.each([
    [5, 5_000, 10_000],
    [10, 5_000, 10_000],
    [15, 15_000, 30_000],
    [20, 15_000, 30_000],
  ] as const)('the next poll of a video of %i seconds comes after %i to %i ms', (duration, shortest, longest) => {
    const wait = (random: () => number) => nextPollAt(0, { duration, polls: 0 }, random)
    expect([intervalBounds(duration), wait(least), wait(most)]).toEqual([[shortest, longest], shortest, longest])
  })

  test('polls are spread over the whole interval, so that videos of one minute do not poll together', () => {
    const wait = (random: number) => nextPollAt(0, { duration: 5, polls: 3 }, () => random)
    expect([0, 0.25, 0.5, 0.75].map(wait)).toEqual([5_000, 6_250, 7_500, 8_750])
  })

  test('polls keep their rate sixty times, then slow down, and come at least every five minutes', () => {
    const waits = [0, 60, 75, 90, 300, 10_000].map((polls) => nextPollAt(0, { duration: 15, polls }, least))
    expect(waits).toEqual([15_000, 15_000, 30_000, 45_000, 255_000, 5 * minute])
  })

  test('a poll is never earlier than the shortest interval, and never later than five minutes', () => {
    fc.assert(
      fc.property(anyDuration, fc.nat(100_000), chance, (duration, polls, random) => {
        const wait = nextPollAt(now, { duration, polls }, () => random) - now
        return wait >= intervalBounds(duration)[0] && wait <= 5 * minute
      }),
    )
  })
})

describe('the next poll after one that failed', () => {
  const failed = (failures: number, retryAfterMs: number | null = null, random = most) =>
    nextPollAfterFailure(0, { duration: 5, failures, retryAfterMs }, random)

  test('failed polls double the wait, up to five minutes', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => Math.round(failed(failures) / 1000))
    expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300, 300])
    expect([1, 2, 6].map((failures) => failed(failures, null, least))).toEqual([5_000, 10_000, 150_000])
  })

  test('a poll is never earlier than the gateway wants, up to an hour', () => {
    expect(failed(1, 45_000)).toBe(45_000)
    expect(failed(1, 1)).toBe(10_000)
    expect(failed(1, 24 * hour)).toBe(hour)
    expect(failed(1, Number.POSITIVE_INFINITY)).toBe(hour)
  })

  test('the next poll has a valid time for any numbers', () => {
    const anything = fc.option(fc.double({ min: 0 }), { nil: null })
    fc.assert(
      fc.property(anyDuration, fc.integer(), anything, chance, (duration, failures, retryAfterMs, random) => {
        const about = { duration, failures, retryAfterMs: Number.isNaN(retryAfterMs) ? null : retryAfterMs }
        const wait = nextPollAfterFailure(now, about, () => random) - now
        return Number.isInteger(wait) && wait >= intervalBounds(duration)[0] && wait <= hour
      }),
    )
  })
})

test('an interrupted download is retried with growing delays of at most five minutes', () => {
  expect([0, 1, 2, 4, 30].map((failures) => nextDownloadAt(0, failures, most))).toEqual([
    1_000, 2_000, 4_000, 16_000, 300_000,
  ])
  expect(nextDownloadAt(0, 30, least)).toBe(500)
})

describe('the lifetime of a task', () => {
  const day = 24 * hour
  const overdue = (changes: Partial<Parameters<typeof isOverdue>[0]>): boolean =>
    isOverdue({ now, acceptedAt: now - hour, gatewayNow: null, madeAt: null, ...changes })

  test('a task expires a day after the submission was answered', () => {
    expect([day, day + 1].map((age) => overdue({ acceptedAt: now - age }))).toEqual([false, true])
    expect(overdue({ acceptedAt: null })).toBe(false)
  })

  test('a task’s day follows the gateway’s own clock if its answers have it', () => {
    const theirs = now - 1000 * day
    const made = { acceptedAt: now - hour, gatewayNow: theirs, madeAt: theirs - day - 1 }
    expect(overdue(made)).toBe(true)
    // this computer's clock was set ahead by a week meanwhile
    expect(overdue({ ...made, acceptedAt: now - 7 * day, madeAt: theirs - hour })).toBe(false)
  })

  test('a task’s day does not begin before the task was first reported', () => {
    expect([1, now - day - 1, now - day, now, now + day, null].map((told) => firstMadeAt(told, now))).toEqual([
      null,
      null,
      now - day,
      now,
      now + day,
      null,
    ])
  })

  test.each([
    ['no time of the gateway', { gatewayNow: null, madeAt: now }],
    ['no creation time', { gatewayNow: now, madeAt: null }],
    ['a creation time in the future', { gatewayNow: now, madeAt: now + 900 * day }],
  ])('the lifetime of a task is measured by this computer’s clock for %s', (_name, times) => {
    expect(overdue({ ...times, acceptedAt: now - day - 1 })).toBe(true)
    expect(overdue({ ...times, acceptedAt: now - day + 1 })).toBe(false)
  })
})
