/**
 * Sums up reports of Vitest and Playwright (JSON; null where there is none). Returns the lines: for each failed test its
 * name, what was expected, and what Atelier logged meanwhile. Empty without a failure.
 */
export function failureSummary(unit: unknown, endToEnd: unknown): readonly string[]
