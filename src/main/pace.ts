import { setImmediate } from 'node:timers/promises'

/** Longest work before others have their turn, in ms; well under a frame. */
const stepMs = 5

/** Paces long work: lets the event loop run whenever a few ms of work are done. */
export class Pace {
  private since = performance.now()

  /** True if others should have their turn. */
  get isDue(): boolean {
    return performance.now() - this.since >= stepMs
  }

  /** Lets others have their turn when it is due; call it between small pieces of the work. Rejects once `signal` is aborted. */
  async keep(signal?: AbortSignal): Promise<void> {
    if (this.isDue) await this.rest()
    signal?.throwIfAborted()
  }

  /** Lets others have their turn now. */
  async rest(): Promise<void> {
    await setImmediate()
    this.since = performance.now()
  }
}
