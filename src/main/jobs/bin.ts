import type { Ports } from '../platform.ts'
import type { Erasure } from '../services/app/erasure.ts'
import type { MediaRemover } from '../services/media/media-remover.ts'
import { copying } from '../storage/items-under-way.ts'

const dayMs = 24 * 60 * 60_000
/** How long deleted items can be restored, in ms. */
export const binMs = 30 * dayMs

export interface BinParts extends Pick<Ports, 'clock' | 'log'> {
  /** Deletion time of the oldest item, ms since 1970; null when the bin is empty. */
  readonly oldest: () => number | null
  /** Removes items deleted at or before a time; returns the ids of their media. */
  readonly purge: (before: number) => readonly string[]
  readonly remover: Pick<MediaRemover, 'removeUnreferenced'>
  readonly erasure: Pick<Erasure, 'removing'>
}

/** Deleted items: hidden at once, purged after thirty days with files that nothing else references. */
export class Bin {
  private readonly parts: BinParts
  private cancel: () => void = () => undefined
  private readonly removals = new Set<Promise<number>>()
  private closed = false

  constructor(parts: BinParts) {
    this.parts = parts
  }

  /** Removes expired items now and whenever more expire. */
  start(): void {
    this.purge(this.parts.clock.now() - binMs)
  }

  /** Call it after an item was added. */
  schedule(): void {
    const { clock, oldest } = this.parts
    this.cancel()
    const first = this.closed ? null : oldest()
    if (first === null) return
    // timers wait for 24 days at most, and a check a day is enough
    const wait = Math.min(dayMs, Math.max(0, first + binMs - clock.now()))
    this.cancel = clock.after(wait, () => this.start())
  }

  /** Removes all items for good. */
  empty(): void {
    // items of a running import or copy are hidden, but in no bin
    this.purge(copying - 1)
  }

  /** Resolves when all unreferenced files are removed. */
  async close(): Promise<void> {
    this.closed = true
    this.cancel()
    await Promise.all(this.removals)
  }

  /** Never throws, because a timer calls it. */
  private purge(before: number): void {
    const { erasure, log, remover } = this.parts
    try {
      const removal = remover.removeUnreferenced(erasure.removing(() => this.parts.purge(before)))
      this.removals.add(removal)
      void removal.finally(() => this.removals.delete(removal))
    } catch (cause) {
      // a failed removal is tried again later
      log('warn', 'the bin could not be emptied', { cause: cause instanceof Error ? cause.name : 'unknown' })
    }
    this.schedule()
  }
}
