/** Work in short steps. Others may read and write between them. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Runs all steps without yielding, for work that is known to be short or does not block anyone. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
