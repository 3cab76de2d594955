/** Closes once; further calls wait for the same result. */
export interface Closing {
  readonly begun: boolean
  close(): Promise<void>
}

/** Runs closing steps one after another, the parts of a step in parallel. A failing step stops the sequence. */
export function closing(steps: readonly (() => readonly unknown[])[]): Closing {
  let closed: Promise<void> | null = null
  return {
    get begun() {
      return closed !== null
    },
    close() {
      closed ??= (async () => {
        for (const step of steps) await Promise.all(step())
      })()
      return closed
    },
  }
}
