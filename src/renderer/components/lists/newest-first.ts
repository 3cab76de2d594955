/** Work that stops when its signal is aborted. */
export interface Work {
  readonly signal: AbortSignal
  run(): Promise<void>
}

/**
 * Runs work, at most `atOnce` at a time: of what is asked for in one go the first first, and the newest go before older
 * ones. What was aborted before its turn is dropped. For a wall of pictures that is scrolled fast: what is in view now
 * is drawn before what has passed, and little is under way.
 */
export function newestFirst(atOnce: number): (work: Work) => void {
  let running = 0
  let goes: Work[][] = []
  let open: Work[] | null = null
  const take = (): Work | undefined => {
    goes = goes.map((go) => go.filter(({ signal }) => !signal.aborted)).filter((go) => go.length > 0)
    return goes.at(-1)?.shift()
  }
  const next = (): void => {
    open = null
    while (running < atOnce) {
      const work = take()
      if (work === undefined) return
      running += 1
      void work.run().finally(() => {
        running -= 1
        next()
      })
    }
  }
  return (work) => {
    if (open === null) {
      open = []
      goes.push(open)
      queueMicrotask(next)
    }
    open.push(work)
  }
}
