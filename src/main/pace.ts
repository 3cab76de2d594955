import { setImmediate } from 'node:timers/promises'

/** Longest work before others have their turn, in ms. */
const stepMs = 5

/** Paces long work: lets the event loop run whenever a few ms of work are done. */
export class Pace {
  private since = performance.now()

  /** Call it between small pieces of the work. */
  async rest(): Promise<void> {
    if (performance.now() - this.since < stepMs) return
    await setImmediate()
    this.since = performance.now()
  }
}
