import type { Clock } from '../../platform.ts'

/** Least time between two reports of progress, in ms: often enough for a bar, seldom enough for a thousand jobs. */
const pauseMs = 200

/** Passes on how far something is, now and then, and always its end. */
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
