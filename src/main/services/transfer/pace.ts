import { setImmediate } from 'node:timers/promises'

/** The longest that work goes on before everything else has its turn, in ms: well under a frame. */
export const stepMs = 6

/** Lets everything else have its turn now and then, so that long work keeps nobody waiting. */
export class Pace {
  private since = performance.now()

  /** Whether it is time to rest. */
  get isDue(): boolean {
    return performance.now() - this.since >= stepMs
  }

  /** Rests where it is time to. Throws where `signal` is aborted. */
  async keep(signal: AbortSignal): Promise<void> {
    if (this.isDue) await this.rest()
    signal.throwIfAborted()
  }

  /** Resolves when everything else has had its turn. */
  async rest(): Promise<void> {
    await setImmediate()
    this.since = performance.now()
  }
}
