import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { intervalBounds, nextPollAt } from '../../../../src/main/services/videos/poll-schedule.ts'
import { type PlanLimits, type PlannedJob, plan } from '../../../../src/main/services/videos/video-plan.ts'
import type { VideoProgress } from '../../../../src/main/storage/video-jobs.ts'
import { appError } from '../../../../src/shared/errors.ts'
import { type VideoDuration, videoStatuses } from '../../../../src/shared/video.ts'
import { videoDurations } from '../../../../src/shared/video-models.ts'
import { randomFrom } from '../../../fakes/seeded-random.ts'
import { jobIn } from './video-progress.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = 1_800_000_000_000

const limits: PlanLimits = {
  atOnce: 3,
  pollsPerMinute: 30,
  downloadsAtOnce: 2,
  lastPollAt: null,
  online: true,
  paused: false,
}

function job(id: string, progress: VideoProgress, changes: Partial<PlannedJob> = {}): PlannedJob {
  return { id, duration: 5, progress, busy: false, ...changes }
}
const queued = (id: string, changes: Partial<PlannedJob> = {}) => job(id, jobIn.queued, changes)
const watched = (id: string, changes: Partial<VideoProgress> = {}, more: Partial<PlannedJob> = {}) =>
  job(id, { ...jobIn.processing, acceptedAt: now - hour, polledAt: now - minute, nextPollAt: now, ...changes }, more)
const fetched = (id: string, changes: Partial<VideoProgress> = {}, more: Partial<PlannedJob> = {}) =>
  job(id, { ...jobIn.downloading, sentAt: now - hour, ...changes }, more)
const begun = (jobs: readonly PlannedJob[], changes: Partial<PlanLimits> = {}): readonly string[] =>
  plan(jobs, now, { ...limits, ...changes }).actions.map(({ type, id }) => `${type} ${id}`)
const wake = (jobs: readonly PlannedJob[], changes: Partial<PlanLimits> = {}): number | null => {
  const { wakeAt } = plan(jobs, now, { ...limits, ...changes })
  return wakeAt === null ? null : wakeAt - now
}

test('nothing is planned without work', () => {
  expect(plan([], now, limits)).toEqual({ actions: [], wakeAt: null })
})

describe('the planned submissions', () => {
  test('submissions are sent in queue order, as many as the gateway may have', () => {
    expect(begun(['a', 'b', 'c', 'd'].map((id) => queued(id)))).toEqual(['submit a', 'submit b', 'submit c'])
  })

  test('submissions do not wait for jobs with an unknown status, or without the link of a finished video', () => {
    const odd = [
      watched('x', { wordUnknown: true, nextPollAt: now + minute }),
      watched('y', { error: appError('no_video_link'), nextPollAt: now + minute }),
      watched('z', { nextPollAt: now + minute }),
    ]
    expect(begun([...odd, ...['a', 'b', 'c'].map((id) => queued(id))])).toEqual(['submit a', 'submit b'])
  })

  test('submissions wait for submitted and polled jobs, not for downloads', () => {
    const out = [
      job('s', jobIn.submitting, { busy: true }),
      watched('p', { nextPollAt: now + minute }),
      queued('k', { busy: true }),
      fetched('f', {}, { busy: true }),
      queued('a'),
      queued('b'),
    ]
    expect(begun(out)).toEqual([])
    expect(begun(out, { atOnce: 4 })).toEqual(['submit a'])
  })

  test('submissions wait until a lowered limit is met, and none is undone', () => {
    const jobs = [...['a', 'b', 'c'].map((id) => watched(id, { nextPollAt: now + minute })), queued('q')]
    expect(begun(jobs, { atOnce: 1 })).toEqual([])
  })

  test('refused submissions wait for their time, and others go first', () => {
    const refused = job('r', { ...jobIn.queued, sentAt: now - 1000, retryAt: now + 7000 })
    expect(begun([refused, queued('a')])).toEqual(['submit a'])
    expect(wake([refused])).toBe(7000)
    expect(begun([job('r', { ...refused.progress, retryAt: now })])).toEqual(['submit r'])
  })
})

describe('the planned polls', () => {
  test('polls are sent one at a time, the most overdue first', () => {
    const jobs = [watched('later', { nextPollAt: now - 1 }), watched('first', { nextPollAt: now - 2 })]
    expect(begun(jobs)).toEqual(['poll first'])
    expect(wake(jobs)).toBe(2000)
  })

  test('polls keep their minimum distance across all jobs', () => {
    const jobs = [watched('a')]
    expect(begun(jobs, { lastPollAt: now - 1999 })).toEqual([])
    expect(wake(jobs, { lastPollAt: now - 1999 })).toBe(1)
    expect(begun(jobs, { lastPollAt: now - 2000 })).toEqual(['poll a'])
  })

  test.each([
    [5, 5_000],
    [10, 5_000],
    [15, 15_000],
    [20, 15_000],
  ] as const)('polls of a video of %i s never come sooner than %i ms after the last', (duration, shortest) => {
    const asked = watched('a', { polledAt: now - shortest + 1, nextPollAt: now }, { duration })
    expect([begun([asked]), wake([asked])]).toEqual([[], 1])
  })

  test('no poll is sent while another runs', () => {
    expect([begun([watched('a', {}, { busy: true })]), wake([watched('a', {}, { busy: true })])]).toEqual([[], null])
  })
})

describe('the planned downloads', () => {
  test('two downloads run at once, in order, next to other work', () => {
    expect(begun(['a', 'b', 'c'].map((id) => fetched(id)))).toEqual(['download a', 'download b'])
    expect(begun([fetched('a', {}, { busy: true }), fetched('b'), fetched('c')])).toEqual(['download b'])
    expect(begun([fetched('a'), queued('q')], { atOnce: 1 })).toEqual(['download a', 'submit q'])
  })

  test('interrupted downloads wait for their time, and others go first', () => {
    const broken = fetched('a', { retryAt: now + 4000 })
    expect([begun([broken, fetched('b')]), wake([broken])]).toEqual([['download b'], 4000])
  })
})

test('a pause submits nothing and plans no wake-up, and jobs at the gateway continue', () => {
  expect(begun([queued('a'), watched('b'), fetched('c')], { paused: true })).toEqual(['poll b', 'download c'])
  expect(wake([queued('a')], { paused: true })).toBeNull()
})

test('nothing begins and no wake-up is planned without a network', () => {
  expect(plan([queued('a'), watched('b'), fetched('c')], now, { ...limits, online: false })).toEqual({
    actions: [],
    wakeAt: null,
  })
})

describe('the plan after the clock was set', () => {
  test('after a clock goes back a day, deferred jobs are due at once', () => {
    const then = now + day
    const jobs = [
      watched('poll', { acceptedAt: then - hour, polledAt: then - minute, nextPollAt: then + 5000 }),
      fetched('download', { sentAt: then - hour, retryAt: then + 5000 }),
      job('submit', { ...jobIn.queued, sentAt: then - 1000, retryAt: then + 5000 }),
    ]
    expect(begun(jobs, { lastPollAt: then - 1000 })).toEqual(['poll poll', 'download download', 'submit submit'])
  })

  test('after a clock goes ahead and back, nothing is due later than about an hour', () => {
    const anyJob = fc
      .record({
        status: fc.constantFrom(...videoStatuses.slice(0, 5)),
        times: fc.array(fc.option(fc.integer({ min: now - 2 * day, max: now + 400 * day }), { nil: null }), {
          minLength: 5,
          maxLength: 5,
        }),
        duration: fc.constantFrom(...videoDurations),
      })
      .map(
        ({
          status,
          times: [sentAt = null, acceptedAt = null, polledAt = null, nextPollAt = null, retryAt = null],
          ...more
        }) => job('a', { ...jobIn[status], sentAt, acceptedAt, polledAt, nextPollAt, retryAt }, more),
      )
    const last = fc.option(fc.integer({ min: now - day, max: now + 400 * day }), { nil: null })
    fc.assert(
      fc.property(anyJob, last, (one, lastPollAt) => {
        const { actions, wakeAt } = plan([one], now, { ...limits, lastPollAt })
        if (one.progress.status === 'submitting') return actions.length === 0 && wakeAt === null
        return actions.length === 1 ? wakeAt === null : wakeAt !== null && wakeAt > now && wakeAt <= now + 65 * minute
      }),
      { numRuns: 1000 },
    )
  })
})

/** Runs the planner over endless videos for a while, as the queue does; returns the time of each poll. */
function pollsOf(durations: readonly VideoDuration[], pollsPerMinute: number, seed: number, span: number) {
  const random = randomFrom(seed)
  let jobs = durations.map((duration, index) =>
    job(String(index), { ...jobIn.pending, acceptedAt: now, nextPollAt: now, polls: 0 }, { duration }),
  )
  const at: { readonly id: string; readonly at: number }[] = []
  let lastPollAt: number | null = null
  for (let time = now; time < now + span; ) {
    const next = plan(jobs, time, { ...limits, pollsPerMinute, lastPollAt })
    for (const { id } of next.actions) {
      at.push({ id, at: time })
      lastPollAt = time
      jobs = jobs.map((one) => {
        if (one.id !== id) return one
        const polls = one.progress.polls + 1
        // sometimes a user, or the returned network, asks at once
        const due = random() < 0.2 ? time : nextPollAt(time, { duration: one.duration, polls }, random)
        return { ...one, progress: { ...one.progress, polls, polledAt: time, nextPollAt: due } }
      })
    }
    if (next.actions.length === 0) time = Math.max(time + 1, Math.ceil(next.wakeAt ?? time))
  }
  return at
}

test('polls never exceed the limit per minute, none is too early, and every video gets its turn', () => {
  const durations = fc.array(fc.constantFrom(...videoDurations), { minLength: 1, maxLength: 25 })
  fc.assert(
    fc.property(durations, fc.integer({ min: 1, max: 120 }), fc.nat(), (of, pollsPerMinute, seed) => {
      const span = Math.max(10 * minute, (2 * of.length * minute) / pollsPerMinute)
      const polls = pollsOf(of, pollsPerMinute, seed, span)
      for (const [index, { at }] of polls.entries()) {
        const before = polls[index - pollsPerMinute]
        if (before !== undefined) expect(at - before.at).toBeGreaterThanOrEqual(minute - 1)
      }
      for (const [index, duration] of of.entries()) {
        const own = polls.filter(({ id }) => id === String(index)).map(({ at }) => at)
        expect(own.length).toBeGreaterThan(0)
        for (const [turn, at] of own.slice(1).entries())
          expect(at - (own[turn] ?? 0)).toBeGreaterThanOrEqual(intervalBounds(duration)[0])
      }
    }),
    { numRuns: 40 },
  )
})
