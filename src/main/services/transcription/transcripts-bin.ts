import { fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { Bin } from '../../jobs/bin.ts'
import type { Clock, EventSink, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { Erasure } from '../app/erasure.ts'
import type { MediaRemover } from '../media/media-remover.ts'
import { hasEnded } from './transcription-machine.ts'
import type { TranscriptionQueue } from './transcription-queue.ts'
import type { TranscriptionStore } from './transcription-store.ts'

export interface TranscriptsBinParts {
  readonly database: Database
  readonly transcripts: Transcripts
  readonly jobs: TranscriptionJobs
  readonly store: TranscriptionStore
  readonly queue: TranscriptionQueue
  readonly remover: MediaRemover
  readonly erasure: Erasure
  readonly events: EventSink
  readonly clock: Clock
  readonly log: Log
}

/** Deleted transcripts: hidden at once, gone after thirty days, and with them the recordings that nothing else refers to. */
export class TranscriptsBin {
  private readonly parts: TranscriptsBinParts
  private readonly bin: Bin

  constructor(parts: TranscriptsBinParts) {
    this.parts = parts
    this.bin = new Bin({
      ...parts,
      oldest: () => parts.transcripts.oldestDeletion(),
      purge: (before) => this.purge(before),
    })
  }

  /** Empties it of what is past its time, and goes on doing so. */
  start(): void {
    this.bin.start()
  }

  /** A recording that is still being transcribed is stopped: nobody wants to pay for what they threw away. */
  delete({ transcriptIds }: CallInput<'transcripts.delete'>): null {
    const { store, clock, database, queue, transcripts } = this.parts
    const jobs = transcriptIds.flatMap((id) => transcripts.find(id)?.jobId ?? [])
    const hidden = database.durably(() => transcripts.delete(transcriptIds, clock.now()))
    for (const jobId of jobs) if (!hasEnded(store.find(jobId)?.status ?? 'done')) queue.stop({ jobId })
    this.changed(hidden)
    this.bin.schedule()
    return null
  }

  restore({ transcriptIds }: CallInput<'transcripts.restore'>): null {
    const { database, transcripts } = this.parts
    const shown = database.durably(() => transcripts.restore(transcriptIds))
    if (shown.length === 0 && !transcriptIds.some((id) => transcripts.find(id))) fail('not_found', 'nothing to restore')
    this.changed(shown)
    return null
  }

  /** Removes all that is in it. */
  empty(): void {
    this.bin.empty()
  }

  /** Files whose transcripts are gone already are removed to the last. */
  async close(): Promise<void> {
    await this.bin.close()
  }

  private changed(ids: readonly string[]): void {
    for (const transcriptId of ids) this.parts.events.emit('transcripts.changed', { transcriptId })
  }

  private purge(before: number): readonly string[] {
    const { store, clock, database, jobs, transcripts } = this.parts
    const gone = database.transaction(() => {
      // one that ended otherwise than well goes with its transcript
      for (const jobId of transcripts.purge(before)) {
        const job = jobs.find(jobId)
        if (job && hasEnded(job.status)) jobs.update({ ...job, dismissedAt: job.dismissedAt ?? clock.now() }, job)
      }
      return jobs.purge(before)
    })
    for (const id of gone.jobs) store.gone(id)
    return gone.media
  }
}
