import type { VideoDuration } from '../../../shared/video.ts'
import { taskLifeMs } from '../../../shared/video-models.ts'

/** Random numbers in [0, 1), for the jitter. */
type Random = () => number

/** The longest wait between two polls of a task that fails to answer, in ms. */
const longestBackoffMs = 5 * 60_000
/** A gateway that wants to be left alone is, for up to this long. */
const longestRetryAfterMs = 60 * 60_000

/** The shortest and the longest time between two polls of a task, in ms (gateway-api.md, recommended polling interval). */
export function intervalBounds(duration: VideoDuration): readonly [shortest: number, longest: number] {
  return duration <= 10 ? [5_000, 10_000] : [15_000, 30_000]
}

/** Number of polls at the recommended interval, a few minutes in all. After them a task counts as slow. */
const promptPolls = 60
/** Over so many more polls the wait grows by the recommended one. */
const growthPolls = 15

/**
 * When to ask (again) for a task that goes on as it should: from the submission, then from one poll to the next. One
 * that takes very long is asked for less and less often; by polls, since the clock of this computer can be set.
 */
export function nextPollAt(
  now: number,
  about: { readonly duration: VideoDuration /** How often it was asked for. */; readonly polls: number },
  random: Random,
): number {
  const [shortest, longest] = intervalBounds(about.duration)
  const wait = shortest + random() * (longest - shortest)
  const slower = 1 + Math.max(0, about.polls - promptPolls) / growthPolls
  return now + Math.round(Math.max(wait, Math.min(longestBackoffMs, wait * slower)))
}

/**
 * When to ask again after polls that gave nothing to go on with: `failures` of them in a row, this one included. Twice
 * as late each time, never earlier than the gateway wants.
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

/** When to go on with a download that broke off, or that the disk did not take: `failures` times in a row. */
export function nextDownloadAt(now: number, failures: number, random: Random): number {
  const ceiling = Math.min(longestBackoffMs, 1_000 * 2 ** Math.min(12, failures))
  return now + Math.round(Math.max(500, random() * ceiling))
}

/**
 * Whether the gateway's retention of a task is over, by the gateway's clock where its answers tell it, because this
 * computer's clock can be wrong.
 */
export function isOverdue(about: {
  readonly now: number
  /** When the submission was answered. */
  readonly acceptedAt: number | null
  readonly gatewayNow: number | null
  /** When the gateway says that the task was made. */
  readonly madeAt: number | null
}): boolean {
  const { now, acceptedAt, gatewayNow, madeAt } = about
  // what is made later than now says nothing, and would never be over
  if (gatewayNow !== null && madeAt !== null && madeAt <= gatewayNow) return gatewayNow - madeAt > taskLifeMs
  return acceptedAt !== null && now - acceptedAt > taskLifeMs
}
