/**
 * Sums up reports of Vitest and Playwright (JSON; null where there is none). Returns a line for each run and project: the
 * sum of its files' times, and its slowest files. Files run beside each other, so the sum is longer than the run.
 */
export function durationSummary(unit: unknown, endToEnd: unknown): readonly string[]
