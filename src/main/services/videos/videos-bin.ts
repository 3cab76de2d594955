import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { Bin } from '../../jobs/bin.ts'
import type { Clock, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { VideoJobs } from '../../storage/video-jobs.ts'
import type { Erasure } from '../app/erasure.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { hasEnded } from './video-progress.ts'
import type { VideoStore } from './video-store.ts'

export interface VideosBinParts {
  readonly database: Database
  readonly jobs: VideoJobs
  readonly store: VideoStore
  readonly remover: MediaRemover
  readonly erasure: Erasure
  readonly clock: Clock
  readonly log: Log
}

/** Deleted videos: hidden at once, gone after thirty days, and with them the files that nothing else refers to. */
export class VideosBin {
  private readonly parts: VideosBinParts
  private readonly bin: Bin

  constructor(parts: VideosBinParts) {
    this.parts = parts
    const { database, jobs } = parts
    this.bin = new Bin({
      ...parts,
      oldest: () => jobs.oldestDeletion(),
      purge: (before) => database.transaction(() => jobs.purge(before)),
    })
  }

  /** Empties it of what is past its time, and goes on doing so. */
  start(): void {
    this.bin.start()
  }

  delete({ jobIds }: CallInput<'videos.delete'>): null {
    const { store, clock, database, jobs } = this.parts
    store.flush()
    if (jobIds.some((id) => hasEnded(store.find(id)?.status ?? 'done') === false))
      fail('busy', 'the video is on its way')
    if (database.durably(() => jobs.delete(jobIds, clock.now())) > 0) store.tellCounts()
    this.bin.schedule()
    return null
  }

  restore({ jobIds }: CallInput<'videos.restore'>): null {
    const { store, database, jobs } = this.parts
    if (database.durably(() => jobs.restore(jobIds)) > 0) store.tellCounts()
    else if (!jobIds.some((id) => jobs.find(id))) fail('not_found', 'nothing to restore')
    return null
  }

  /** Removes all that is in it. */
  empty(): void {
    this.bin.empty()
  }

  /** Files whose videos are gone already are removed to the last. */
  async close(): Promise<void> {
    await this.bin.close()
  }
}
