import { hasEnded } from '../../../shared/job-phase.ts'
import { ItemBin, type ItemBinParts } from '../../jobs/item-bin.ts'
import type { Ports } from '../../platform.ts'
import type { TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { TranscriptionQueue } from './transcription-queue.ts'
import type { TranscriptionStore } from './transcription-store.ts'

type Ids = readonly string[]

export interface TranscriptsBinParts
  extends Omit<ItemBinParts<Ids>, 'rows' | 'exists' | 'purge' | 'onChange' | 'beforeDelete'>,
    Pick<Ports, 'events' | 'clock'> {
  readonly transcripts: Transcripts
  readonly jobs: TranscriptionJobs
  readonly store: TranscriptionStore
  readonly queue: TranscriptionQueue
}

/** Returns the bin of transcripts. Purging a transcript also removes its recording if nothing else refers to it. */
export function transcriptsBin(parts: TranscriptsBinParts): ItemBin<Ids> {
  const { clock, database, events, jobs, queue, store, transcripts } = parts
  return new ItemBin<Ids>({
    ...parts,
    rows: transcripts,
    exists: (id) => transcripts.findTranscript(id) !== null,
    onChange(ids) {
      for (const transcriptId of ids) events.emit('transcripts.changed', { transcriptId })
    },
    // a running transcription is cancelled, so that deleted work costs nothing more
    beforeDelete(ids) {
      const jobIds = ids.flatMap((id) => transcripts.findTranscript(id)?.jobId ?? [])
      return () => {
        for (const jobId of jobIds) if (!hasEnded(store.findJob(jobId)?.status ?? 'done')) queue.cancelJob({ jobId })
      }
    },
    purge(before) {
      const gone = database.transaction(() => {
        // an unsuccessful job is removed with its transcript
        for (const jobId of transcripts.purgeTranscripts(before)) {
          const job = jobs.findJob(jobId)
          if (job && hasEnded(job.status)) jobs.updateJob({ ...job, dismissedAt: job.dismissedAt ?? clock.now() }, job)
        }
        return jobs.purgeJobs(before)
      })
      for (const id of gone.jobs) store.gone(id)
      return gone.media
    },
  })
}
