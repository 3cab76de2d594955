import type { Ports } from '../platform.ts'
import type { Erasure } from '../services/app/erasure.ts'
import type { MediaRemover } from '../services/media/media-remover.ts'
import { underWay } from '../storage/items-under-way.ts'

const dayMs = 24 * 60 * 60_000
/** How long what was deleted can be restored, in ms. */
export const binMs = 30 * dayMs

export interface BinParts extends Pick<Ports, 'clock' | 'log'> {
  /** When the first of what is in it was deleted, ms since 1970; null where it is empty. */
  readonly oldest: () => number | null
  /** Removes what was deleted at or before a moment; gives the ids of media that it referred to. */
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

  /** Empties it of what is past its time, and goes on doing so. */
  start(): void {
    this.purge(this.parts.clock.now() - binMs)
  }

  /** To be called when something was put in. */
  schedule(): void {
    const { clock, oldest } = this.parts
    this.cancel()
    const first = this.closed ? null : oldest()
    if (first === null) return
    // a timer cannot wait for longer than 24 days, and a day is often enough
    const wait = Math.min(dayMs, Math.max(0, first + binMs - clock.now()))
    this.cancel = clock.after(wait, () => this.start())
  }

  /** Removes all that is in it. */
  empty(): void {
    // what an import is still writing is hidden, and in no bin
    this.purge(underWay - 1)
  }

  /** Files of which nothing is left are removed to the last. */
  async close(): Promise<void> {
    this.closed = true
    this.cancel()
    await Promise.all(this.removals)
  }

  /** Never throws: it runs by itself. */
  private purge(before: number): void {
    const { erasure, log, remover } = this.parts
    try {
      const removal = remover.removeUnreferenced(erasure.removing(() => this.parts.purge(before)))
      this.removals.add(removal)
      void removal.finally(() => this.removals.delete(removal))
    } catch (cause) {
      // what could not be removed is removed another time
      log('warn', 'the bin could not be emptied', { cause: cause instanceof Error ? cause.name : 'unknown' })
    }
    this.schedule()
  }
}
