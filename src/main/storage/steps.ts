/** Work in short steps, between which others may read and write. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Runs all steps without yielding, for work that is known to be short or blocks nobody. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
