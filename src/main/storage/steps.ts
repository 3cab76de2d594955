/** Work in short steps. Others may read and write between them. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Does all steps at once, for work that is known to be short or that nobody waits for. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
