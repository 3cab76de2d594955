import { setImmediate } from 'node:timers/promises'

/** Longest work before yielding to the event loop, in ms; well under a frame. */
export const stepMs = 6

/** Yields to the event loop regularly, so that long work blocks nobody. */
export class Pace {
  private since = performance.now()

  /** Whether it is time to yield. */
  get isDue(): boolean {
    return performance.now() - this.since >= stepMs
  }

  /** Yields when it is time. Throws when `signal` is aborted. */
  async keep(signal: AbortSignal): Promise<void> {
    if (this.isDue) await this.rest()
    signal.throwIfAborted()
  }

  /** Resolves after the event loop has run other work. */
  async rest(): Promise<void> {
    await setImmediate()
    this.since = performance.now()
  }
}
