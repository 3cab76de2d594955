import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { Clock, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { VideoJobs } from '../../storage/video-jobs.ts'
import type { MediaRemover } from '../media-remover.ts'
import type { VideoBook } from './video-book.ts'
import { hasEnded } from './video-progress.ts'

/** How long a deleted video can be restored, in ms. */
const binMs = 10 * 60_000

export interface VideosBinParts {
  readonly database: Database
  readonly jobs: VideoJobs
  readonly book: VideoBook
  readonly remover: MediaRemover
  readonly clock: Clock
  readonly log: Log
}

/** Deleted videos: hidden at once, gone after ten minutes, and with them the files that nothing else refers to. */
export class VideosBin {
  private readonly parts: VideosBinParts
  private cancel: (() => void) | null = null
  private readonly removals = new Set<Promise<number>>()

  constructor(parts: VideosBinParts) {
    this.parts = parts
  }

  /** Empties it of what is past its time, and goes on doing so. */
  start(): void {
    this.purge()
  }

  delete({ jobIds }: CallInput<'videos.delete'>): null {
    const { book, clock, database, jobs } = this.parts
    book.keepUnkept()
    if (jobIds.some((id) => hasEnded(book.find(id)?.status ?? 'done') === false))
      fail('busy', 'the video is on its way')
    if (database.durably(() => jobs.delete(jobIds, clock.now())) > 0) book.tellCounts()
    this.schedule()
    return null
  }

  restore({ jobIds }: CallInput<'videos.restore'>): null {
    const { book, database, jobs } = this.parts
    if (database.durably(() => jobs.restore(jobIds)) > 0) book.tellCounts()
    else if (!jobIds.some((id) => jobs.find(id))) fail('not_found', 'nothing to restore')
    return null
  }

  /** Files whose videos are gone already are removed to the last. */
  async close(): Promise<void> {
    this.cancel?.()
    await Promise.all(this.removals)
  }

  private schedule(): void {
    const { clock, jobs } = this.parts
    const oldest = jobs.oldestDeletion()
    this.cancel?.()
    this.cancel = oldest === null ? null : clock.after(Math.max(0, oldest + binMs - clock.now()), () => this.purge())
  }

  /** Never throws: it runs by itself. */
  private purge(): void {
    const { clock, database, jobs, log, remover } = this.parts
    try {
      const media = database.transaction(() => jobs.purge(clock.now() - binMs))
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
