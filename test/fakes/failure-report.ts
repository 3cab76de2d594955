/** Reports kept; a test rarely makes more platforms, and processes that make thousands never clear them. */
const keptMax = 4
/** Longest report, in characters: what CI keeps of a failure is short. */
const charactersMax = 600

let kept: readonly (() => string)[] = []

/** Adds what `tell` returns to the error of the running test, if it fails (failed-tests.ts). */
export function reportAtFailure(tell: () => string): void {
  kept = [...kept.slice(1 - keptMax), tell]
}

/** Ends of the reports of the running test. */
export function failureReports(): readonly string[] {
  return kept.map((tell) => tell().slice(-charactersMax))
}

export function forgetReports(): void {
  kept = []
}
