import type { Clock } from '../../src/main/platform.ts'

interface Timer {
  readonly due: number
  readonly run: () => void
}

/**
 * Time that moves only on demand, with clocks that can be wrong. `elapsed` never jumps, but a clock's reading can.
 * Timers follow `elapsed`.
 */
export class SimulatedTime {
  elapsed = 0
  /** Reading of the clocks at `elapsed` 0, ms since 1970. */
  private shown: number
  private readonly timers = new Set<Timer>()

  constructor(start = 1_800_000_000_000) {
    this.shown = start
  }

  /** Correct reading at the start. */
  readonly start = 1_800_000_000_000

  /** Sets the clock by an offset in ms, as a user or network time does. */
  setClock(by: number): void {
    this.shown += by
  }

  at(ms: number, run: () => void): () => void {
    const timer = { due: this.elapsed + Math.max(0, ms), run }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }

  /** Advances to the next timer and runs it; false, at `end`, when there is none before `end` (of `elapsed`). */
  step(end: number): boolean {
    let next: Timer | null = null
    for (const timer of this.timers) if (next === null || timer.due < next.due) next = timer
    if (next === null || next.due > end) {
      this.elapsed = Math.max(this.elapsed, end)
      return false
    }
    this.timers.delete(next)
    this.elapsed = Math.max(this.elapsed, next.due)
    next.run()
    return true
  }

  /** A clock for one process; killing the process cancels its timers. */
  clock(): Clock & { readonly kill: () => void } {
    const own = new Set<() => void>()
    let alive = true
    return {
      now: () => this.shown + Math.round(this.elapsed),
      after: (ms, run) => {
        if (!alive) return () => undefined
        const undo = this.at(ms, () => {
          own.delete(undo)
          run()
        })
        own.add(undo)
        return () => {
          own.delete(undo)
          undo()
        }
      },
      kill: () => {
        alive = false
        for (const undo of own) undo()
        own.clear()
      },
    }
  }
}
