import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { Clock, EventSink, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { MediaRemover } from '../media-remover.ts'
import type { TranscriptionBook } from './transcription-book.ts'
import { hasEnded } from './transcription-machine.ts'
import type { TranscriptionQueue } from './transcription-queue.ts'

/** How long a deleted transcript can be restored, in ms. */
const binMs = 10 * 60_000

export interface TranscriptsBinParts {
  readonly database: Database
  readonly transcripts: Transcripts
  readonly jobs: TranscriptionJobs
  readonly book: TranscriptionBook
  readonly queue: TranscriptionQueue
  readonly remover: MediaRemover
  readonly events: EventSink
  readonly clock: Clock
  readonly log: Log
}

/** Deleted transcripts: hidden at once, gone after ten minutes, and with them the recordings that nothing else refers to. */
export class TranscriptsBin {
  private readonly parts: TranscriptsBinParts
  private cancel: (() => void) | null = null
  private readonly removals = new Set<Promise<number>>()

  constructor(parts: TranscriptsBinParts) {
    this.parts = parts
  }

  /** Empties it of what is past its time, and goes on doing so. */
  start(): void {
    this.purge()
  }

  /** A recording that is still being transcribed is stopped: nobody wants to pay for what they threw away. */
  delete({ transcriptIds }: CallInput<'transcripts.delete'>): null {
    const { book, clock, database, queue, transcripts } = this.parts
    const jobs = transcriptIds.flatMap((id) => transcripts.find(id)?.jobId ?? [])
    const hidden = database.durably(() => transcripts.delete(transcriptIds, clock.now()))
    for (const jobId of jobs) if (!hasEnded(book.find(jobId)?.status ?? 'done')) queue.stop({ jobId })
    this.changed(hidden)
    this.schedule()
    return null
  }

  restore({ transcriptIds }: CallInput<'transcripts.restore'>): null {
    const { database, transcripts } = this.parts
    const shown = database.durably(() => transcripts.restore(transcriptIds))
    if (shown.length === 0 && !transcriptIds.some((id) => transcripts.find(id))) fail('not_found', 'nothing to restore')
    this.changed(shown)
    return null
  }

  /** Files whose transcripts are gone already are removed to the last. */
  async close(): Promise<void> {
    this.cancel?.()
    await Promise.all(this.removals)
  }

  private changed(ids: readonly string[]): void {
    for (const transcriptId of ids) this.parts.events.emit('transcripts.changed', { transcriptId })
  }

  private schedule(): void {
    const { clock, transcripts } = this.parts
    const oldest = transcripts.oldestDeletion()
    this.cancel?.()
    this.cancel = oldest === null ? null : clock.after(Math.max(0, oldest + binMs - clock.now()), () => this.purge())
  }

  /** Never throws: it runs by itself. */
  private purge(): void {
    const { book, clock, database, jobs, log, remover, transcripts } = this.parts
    try {
      const before = clock.now() - binMs
      const gone = database.transaction(() => {
        // one that ended otherwise than well goes with its transcript
        for (const jobId of transcripts.purge(before)) {
          const job = jobs.find(jobId)
          if (job && hasEnded(job.status)) jobs.update({ ...job, dismissedAt: job.dismissedAt ?? clock.now() }, job)
        }
        return jobs.purge(before)
      })
      for (const id of gone.jobs) book.gone(id)
      const removal = remover.removeUnreferenced(gone.media)
      this.removals.add(removal)
      void removal.finally(() => this.removals.delete(removal))
      this.schedule()
    } catch (cause) {
      // what could not be removed is removed at the next start
      log('warn', 'the bin of transcripts could not be emptied', {
        cause: cause instanceof Error ? cause.name : 'unknown',
      })
    }
  }
}
