import type { Clock } from '../../src/main/platform.ts'

/** A clock on which every wait is over at once: its time moves only by what is waited for. */
export class HastyClock implements Clock {
  private time = 1_800_000_000_000

  now(): number {
    return this.time
  }

  after(ms: number, run: () => void): () => void {
    const due = this.time + Math.max(0, ms)
    const timer = setImmediate(() => {
      this.time = Math.max(this.time, due)
      run()
    })
    return () => clearImmediate(timer)
  }
}
