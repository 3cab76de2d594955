import type { Clock } from '../../src/main/platform.ts'

/** A clock that moves only on demand. */
export class ManualClock implements Clock {
  private time: number
  private timers: { readonly due: number; readonly run: () => void }[] = []

  constructor(start = 1_800_000_000_000) {
    this.time = start
  }

  now(): number {
    return this.time
  }

  after(ms: number, run: () => void): () => void {
    const timer = { due: this.time + Math.max(0, ms), run }
    this.timers.push(timer)
    return () => {
      this.timers = this.timers.filter((other) => other !== timer)
    }
  }

  /** Time until the next timer, in ms; null without one. */
  get nextIn(): number | null {
    return this.timers.length === 0 ? null : Math.min(...this.timers.map((timer) => timer.due)) - this.time
  }

  /** Advances the clock and runs due timers in order. */
  advance(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const next = this.timers.filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0]
      if (!next) break
      this.timers = this.timers.filter((timer) => timer !== next)
      this.time = Math.max(this.time, next.due)
      next.run()
    }
    this.time = end
  }
}
