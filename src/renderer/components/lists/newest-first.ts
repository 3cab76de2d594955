/** Work that stops when its signal is aborted. */
export interface Work {
  readonly signal: AbortSignal
  run(): Promise<void>
}

/**
 * Makes a queue that runs at most `atOnce` pieces of work. Newer groups run first, and within a group the earlier work.
 * Aborted work is dropped. It serves grids that scroll fast: visible pictures are drawn before those scrolled past.
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
