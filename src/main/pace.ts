import { setImmediate } from 'node:timers/promises'

/** Longest uninterrupted work, in ms; well under a frame. */
const stepMs = 5

/** Paces long work: yields to the event loop after every few ms of work. */
export class Pace {
  private since = performance.now()

  /** True if it is time to yield. */
  get isDue(): boolean {
    return performance.now() - this.since >= stepMs
  }

  /** Yields to the event loop if it is due; call it between small pieces of work. Rejects once `signal` is aborted. */
  async yieldIfDue(signal?: AbortSignal): Promise<void> {
    if (this.isDue) await this.yieldNow()
    signal?.throwIfAborted()
  }

  /** Yields to the event loop now. */
  async yieldNow(): Promise<void> {
    await setImmediate()
    this.since = performance.now()
  }
}
