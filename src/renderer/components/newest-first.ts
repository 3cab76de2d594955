/** Work that gives up by itself when its signal is aborted. */
export interface Work {
  readonly signal: AbortSignal
  run(): Promise<void>
}

/**
 * Runs work, the newest first and at most `atOnce` at a time; what was aborted before its turn is dropped. For a wall
 * of pictures that is scrolled fast: what is in view now is drawn before what has passed, and little is under way.
 */
export function newestFirst(atOnce: number): (work: Work) => void {
  let running = 0
  let waiting: Work[] = []
  const next = (): void => {
    waiting = waiting.filter(({ signal }) => !signal.aborted)
    while (running < atOnce) {
      const work = waiting.pop()
      if (work === undefined) return
      running += 1
      void work.run().finally(() => {
        running -= 1
        next()
      })
    }
  }
  return (work) => {
    waiting.push(work)
    next()
  }
}
