/** Longest time from now to anything due, in ms; a clock that was set back must not delay a job further. */
const furthestMs = 60 * 60_000 + 5 * 60_000

/**
 * Returns when a delayed action is due, in ms since 1970. If the clock was set back, `since`, when the wait began, lies
 * in the future, and `at` is invalid. The action is then due immediately, at most one request too early.
 */
export function dueAt(at: number | null, since: number | null, now: number): number {
  if (at === null || (since !== null && since > now) || at - now > furthestMs) return 0
  return at
}
