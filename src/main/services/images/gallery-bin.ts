import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { Clock, EventSink, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { ImageJobs } from '../../storage/image-jobs.ts'
import type { Images } from '../../storage/images.ts'
import type { MediaRemover } from '../media-remover.ts'

/** How long a deleted image can be restored, in ms. */
const binMs = 10 * 60_000

export interface GalleryBinParts {
  readonly database: Database
  readonly images: Images
  readonly jobs: ImageJobs
  readonly remover: MediaRemover
  readonly events: EventSink
  readonly clock: Clock
  readonly log: Log
}

/** Deleted images: hidden at once, gone after ten minutes, and with them the files that nothing else refers to. */
export class GalleryBin {
  private readonly parts: GalleryBinParts
  private cancel: (() => void) | null = null
  private readonly removals = new Set<Promise<number>>()

  constructor(parts: GalleryBinParts) {
    this.parts = parts
  }

  /** Empties it of what is past its time, and goes on doing so. */
  start(): void {
    this.purge()
  }

  delete({ imageIds }: CallInput<'images.delete'>): null {
    const { clock, database, images } = this.parts
    if (database.durably(() => images.delete(imageIds, clock.now())) > 0) this.changed()
    this.schedule()
    return null
  }

  restore({ imageIds }: CallInput<'images.restore'>): null {
    if (this.parts.database.durably(() => this.parts.images.restore(imageIds)) > 0) this.changed()
    else if (!imageIds.some((id) => this.parts.images.find(id))) fail('not_found', 'nothing to restore')
    return null
  }

  /** Files whose images are gone already are removed to the last. */
  async close(): Promise<void> {
    this.cancel?.()
    await Promise.all(this.removals)
  }

  private changed(): void {
    this.parts.events.emit('images.changed', { collections: true })
  }

  private schedule(): void {
    const oldest = this.parts.images.oldestDeletion()
    this.cancel?.()
    this.cancel =
      oldest === null
        ? null
        : this.parts.clock.after(Math.max(0, oldest + binMs - this.parts.clock.now()), () => this.purge())
  }

  /** Never throws: it runs by itself. */
  private purge(): void {
    const { clock, database, images, jobs, log, remover } = this.parts
    try {
      const before = clock.now() - binMs
      const media = database.transaction(() => [...images.purge(before), ...jobs.purge(before)])
      const removal = remover.removeUnreferenced(media)
      this.removals.add(removal)
      void removal.finally(() => this.removals.delete(removal))
      this.schedule()
    } catch (cause) {
      // what could not be removed is removed at the next start
      log('warn', 'the bin could not be emptied', { cause: cause instanceof Error ? cause.name : 'unknown' })
    }
  }
}
