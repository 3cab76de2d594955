import type { VideoDuration } from '../../../shared/video.ts'
import { taskLifeMs } from '../../../shared/video-models.ts'

/** Random numbers in [0, 1), for the jitter. */
type Random = () => number

/** Longest wait between two failing polls of a task, in ms. */
const longestBackoffMs = 5 * 60_000
/** Longest `Retry-After` that is obeyed, in ms. */
const longestRetryAfterMs = 60 * 60_000

/** Shortest and longest time between two polls of a task, in ms (gateway-api.md, recommended polling interval). */
export function intervalBounds(duration: VideoDuration): readonly [shortest: number, longest: number] {
  return duration <= 10 ? [5_000, 10_000] : [15_000, 30_000]
}

/** Number of polls at the recommended interval, a few minutes in all. After them a task counts as slow. */
const promptPolls = 60
/** Number of further polls over which the wait grows by the recommended interval. */
const growthPolls = 15

/**
 * Returns when to poll a task that progresses normally, counted from the submission or the last poll. A slow task is
 * polled less and less often. The number of polls decides, because the computer's clock can be changed.
 */
export function nextPollAt(
  now: number,
  about: { readonly duration: VideoDuration /** Number of polls so far. */; readonly polls: number },
  random: Random,
): number {
  const [shortest, longest] = intervalBounds(about.duration)
  const wait = shortest + random() * (longest - shortest)
  const slower = 1 + Math.max(0, about.polls - promptPolls) / growthPolls
  return now + Math.round(Math.max(wait, Math.min(longestBackoffMs, wait * slower)))
}

/**
 * Returns when to poll again after `failures` failed polls in a row, this one included. The wait doubles each time and
 * is never shorter than the gateway asks.
 */
export function nextPollAfterFailure(
  now: number,
  about: { readonly duration: VideoDuration; readonly failures: number; readonly retryAfterMs: number | null },
  random: Random,
): number {
  const [shortest, longest] = intervalBounds(about.duration)
  const steps = Math.min(10, Math.max(0, about.failures - 1))
  const ceiling = Math.max(longest, Math.min(longestBackoffMs, longest * 2 ** steps))
  const wait = Math.max(shortest, ceiling / 2 + random() * (ceiling / 2))
  return now + Math.round(Math.max(wait, Math.min(longestRetryAfterMs, about.retryAfterMs ?? 0)))
}

/** Returns when to continue a failed download; `failures` is the number of failures in a row. */
export function nextDownloadAt(now: number, failures: number, random: Random): number {
  const ceiling = Math.min(longestBackoffMs, 1_000 * 2 ** Math.min(12, failures))
  return now + Math.round(Math.max(500, random() * ceiling))
}

/**
 * Returns true if the gateway's retention of a task is over. Uses the gateway's clock if its answers report it, because
 * this computer's clock can be wrong.
 */
export function isOverdue(about: {
  readonly now: number
  /** When the submission was answered. */
  readonly acceptedAt: number | null
  readonly gatewayNow: number | null
  /** Creation time of the task by the gateway. */
  readonly madeAt: number | null
}): boolean {
  const { now, acceptedAt, gatewayNow, madeAt } = about
  // a creation time in the future is invalid and would never expire
  if (gatewayNow !== null && madeAt !== null && madeAt <= gatewayNow) return gatewayNow - madeAt > taskLifeMs
  return acceptedAt !== null && now - acceptedAt > taskLifeMs
}

/**
 * Returns the creation time of a task as first reported; null if it is more than a task's lifetime ago. A task that the
 * gateway has just reported is not that old: such a time belongs to something else, and would end the job at once.
 */
export function firstMadeAt(told: number | null, now: number): number | null {
  return told !== null && now - told > taskLifeMs ? null : told
}
