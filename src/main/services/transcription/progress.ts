import type { Clock } from '../../platform.ts'

/** Shortest interval between progress reports, in ms: smooth for a bar, cheap for a thousand jobs. */
const pauseMs = 200

/** Throttles progress reports; the last one is always sent. */
export class Progress {
  private readonly clock: Clock
  private readonly tell: (value: number) => void
  private toldAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, tell: (value: number) => void) {
    this.clock = clock
    this.tell = tell
  }

  at(value: number, isEnd: boolean): void {
    const now = this.clock.now()
    if (!isEnd && now - this.toldAt < pauseMs) return
    this.toldAt = now
    this.tell(value)
  }
}
