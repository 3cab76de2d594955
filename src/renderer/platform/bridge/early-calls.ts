import type { Result } from '../../../shared/ipc/result.ts'

/** Calls that public/early-calls.js made before the page's scripts were loaded, and whose answers are unchanged since. */
interface EarlyCalls {
  /** Returns the answer to a call with exactly this input, once; null if there is none. */
  readonly take: (name: string, input: unknown) => Promise<Result<unknown>> | null
  readonly end: () => void
}

declare global {
  interface Window {
    readonly earlyCalls?: EarlyCalls
  }
}

/** Returns the early answer to a call, null if there is none. It resolves to null if the early call failed. */
export function takeEarlyAnswer(name: string, input: unknown): Promise<Result<unknown> | null> | null {
  const early = window.earlyCalls?.take(name, input) ?? null
  return early?.then((answer) => (answer.ok ? answer : null)).catch(() => null) ?? null
}

/** Drops the answers that nobody took: later they could be old. */
export function endEarlyCalls(): void {
  window.earlyCalls?.end()
}
