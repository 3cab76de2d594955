import { hasEnded } from '../../../../shared/job-phase.ts'
import type { TranscriptSummary } from '../../../../shared/transcript.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { useTranscription } from '../transcription-store.ts'

/** Returns the note on a transcript that misses part of its recording; null when it is complete. */
export function useCompleteness(summary: TranscriptSummary): string | null {
  const { t } = useTranslation()
  const goesOn = useTranscription((state) =>
    state.queue.jobs.some((job) => job.id === summary.jobId && !hasEnded(job.status)),
  )
  if (summary.complete) return null
  return goesOn ? t('transcription.growing') : t('transcription.partial')
}
