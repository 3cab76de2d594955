import { faultPlace } from '../faults.ts'
import type { Ports } from '../platform.ts'
import type { Erasure } from '../services/app/erasure.ts'
import type { MediaRemover } from '../services/media/media-remover.ts'
import { copying } from '../storage/items-under-way.ts'

const dayMs = 24 * 60 * 60_000
/** How long deleted items can be restored, in ms. */
export const binMs = 30 * dayMs
/** Pause after a failed removal, in ms. Without it, a due item would be retried in an endless loop. */
export const retryMs = 60 * 60_000

export interface BinParts extends Pick<Ports, 'clock' | 'log'> {
  /** Deletion time of the oldest item, ms since 1970; null when the bin is empty. */
  readonly oldest: () => number | null
  /** Removes items deleted at or before a time; returns the ids of their media. */
  readonly purge: (before: number) => readonly string[]
  /**
   * Removes in steps the items that `purge` only marked, because removing them all at once would block main. Yields the
   * media of each step.
   */
  readonly purgeSteps?: () => AsyncIterable<readonly string[]>
  readonly remover: Pick<MediaRemover, 'removeUnreferenced'>
  readonly erasure: Pick<Erasure, 'removing'>
  /** The time used for expiry, ms since 1970; absent means the clock's. */
  readonly agedNow?: () => number
}

/** Deleted items: hidden immediately, purged after thirty days along with files that nothing else references. */
export class Bin {
  private readonly parts: BinParts
  private cancel: () => void = () => undefined
  private readonly removals = new Set<Promise<number>>()
  /** The removal of marked items; null if none runs. */
  private sweeping: Promise<number> | null = null
  private closed = false

  constructor(parts: BinParts) {
    this.parts = parts
  }

  /** Removes expired items now and whenever more expire. Never throws, because a timer calls it. */
  start(): void {
    try {
      void this.purgeExpired(this.agedNow() - binMs).catch(() => {
        if (!this.closed) this.checkIn(retryMs)
      })
    } catch {
      // already logged
      if (!this.closed) this.checkIn(retryMs)
    }
  }

  /** Schedules the next check; call it after an item was added. */
  schedule(): void {
    const { clock, oldest } = this.parts
    this.cancel()
    const first = this.closed ? null : oldest()
    if (first === null) return
    const left = first + binMs - clock.now()
    // the clock jumped ahead and is not trusted yet
    if (left <= 0 && first > this.agedNow() - binMs) this.checkIn(retryMs)
    else this.checkIn(Math.max(0, left))
  }

  /**
   * Removes all items permanently. Throws if the database fails: then they still exist. Removes large items in steps:
   * resolves when rows and files are gone, rejects if a step fails. Then no item remains visible, and a later check
   * removes the rest.
   */
  empty(): Promise<void> {
    // items of a running import or copy are hidden, but not in the bin
    return this.purgeExpired(copying - 1)
  }

  /** Resolves when all unreferenced files are removed. */
  async close(): Promise<void> {
    this.closed = true
    this.cancel()
    await Promise.allSettled([...this.removals, this.sweeping])
  }

  private agedNow(): number {
    const { agedNow, clock } = this.parts
    return agedNow?.() ?? clock.now()
  }

  private checkIn(ms: number): void {
    this.cancel()
    // timers wait for at most 24 days, and a daily check is enough
    this.cancel = this.parts.clock.after(Math.min(dayMs, ms), () => this.start())
  }

  private purgeExpired(before: number): Promise<void> {
    const { erasure, log, remover } = this.parts
    let removal: Promise<number>
    try {
      removal = remover.removeUnreferenced(erasure.removing(() => this.parts.purge(before)))
      this.removals.add(removal)
      void removal.finally(() => this.removals.delete(removal))
      this.schedule()
    } catch (cause) {
      log('warn', 'the bin could not be emptied', faultPlace(cause))
      throw cause
    }
    return Promise.all([removal, this.swept()]).then(() => undefined)
  }

  /** Removes marked items, one run at a time. */
  private async swept(): Promise<void> {
    const { log } = this.parts
    const sweeping = this.sweeping ?? this.removeMarked()
    this.sweeping = sweeping
    try {
      await sweeping
    } catch (cause) {
      log('warn', 'the bin could not be emptied', faultPlace(cause))
      throw cause
    } finally {
      if (this.sweeping === sweeping) this.sweeping = null
    }
  }

  private async removeMarked(): Promise<number> {
    const { purgeSteps, remover } = this.parts
    let removed = 0
    if (purgeSteps === undefined) return removed
    for await (const media of purgeSteps()) {
      removed += await remover.removeUnreferenced(media)
      if (this.closed) break
    }
    return removed
  }
}
