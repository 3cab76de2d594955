import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { Bin } from '../../jobs/bin.ts'
import type { Clock, EventSink, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { ImageJobs } from '../../storage/image-jobs.ts'
import type { Images } from '../../storage/images.ts'
import type { Erasure } from '../app/erasure.ts'
import type { MediaRemover } from '../media/media-remover.ts'

export interface GalleryBinParts {
  readonly database: Database
  readonly images: Images
  readonly jobs: ImageJobs
  readonly remover: MediaRemover
  readonly erasure: Erasure
  readonly events: EventSink
  readonly clock: Clock
  readonly log: Log
}

/** Deleted images: hidden at once, gone after thirty days, and with them the files that nothing else refers to. */
export class GalleryBin {
  private readonly parts: GalleryBinParts
  private readonly bin: Bin

  constructor(parts: GalleryBinParts) {
    this.parts = parts
    const { database, images, jobs } = parts
    this.bin = new Bin({
      ...parts,
      oldest: () => images.oldestDeletion(),
      purge: (before) => database.transaction(() => [...images.purge(before), ...jobs.purge(before)]),
    })
  }

  /** Empties it of what is past its time, and goes on doing so. */
  start(): void {
    this.bin.start()
  }

  delete({ imageIds }: CallInput<'images.delete'>): null {
    const { clock, database, images } = this.parts
    if (database.durably(() => images.delete(imageIds, clock.now())) > 0) this.changed()
    this.bin.schedule()
    return null
  }

  restore({ imageIds }: CallInput<'images.restore'>): null {
    if (this.parts.database.durably(() => this.parts.images.restore(imageIds)) > 0) this.changed()
    else if (!imageIds.some((id) => this.parts.images.find(id))) fail('not_found', 'nothing to restore')
    return null
  }

  /** Removes all that is in it. */
  empty(): void {
    this.bin.empty()
  }

  /** Files whose images are gone already are removed to the last. */
  async close(): Promise<void> {
    await this.bin.close()
  }

  private changed(): void {
    this.parts.events.emit('images.changed', { collections: true })
  }
}
