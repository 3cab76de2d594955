import { fail } from '../../../shared/errors.ts'
import type { RecipeStep } from '../../../shared/recipe.ts'
import type { TranscriptionRequest } from '../../../shared/transcript.ts'
import type { TranscriptSegments } from '../../storage/transcript-segments.ts'
import type { TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { TranscriptionQueue } from '../transcription/transcription-queue.ts'
import { outcomeOfJob, type StepWork } from './step-work.ts'

export interface RecordingStepParts {
  readonly queue: Pick<TranscriptionQueue, 'retryTranscription'>
  readonly jobs: Pick<TranscriptionJobs, 'findJob'>
  readonly transcripts: Pick<Transcripts, 'ofJob'>
  readonly segments: Pick<TranscriptSegments, 'segmentsOf'>
}

export type TranscribingStep = Extract<RecipeStep, { kind: 'transcribe' }>

export function transcriptionRequest({
  connectionId,
  language,
  model,
  prompt,
}: TranscribingStep): TranscriptionRequest {
  const words = prompt.trim()
  return { connectionId, model, language, prompt: words === '' ? null : words, temperature: null }
}

/** A job of the transcription queue. The call that begins the run hands it the recording. */
export function recordingStep(
  { connectionId, model }: TranscribingStep,
  { jobs, queue, segments, transcripts }: RecordingStepParts,
): StepWork {
  return {
    outcomeOf(itemId) {
      const job = jobs.findJob(itemId)
      return job && outcomeOfJob(job)
    },
    begin: async () => fail('step_file_lost', 'the recording was not received'),
    canSendAgain: (itemId) => (jobs.findJob(itemId)?.sourceId ?? null) !== null,
    async sendAgain(itemId) {
      queue.retryTranscription({ jobId: itemId, target: { connectionId, model } })
    },
    textOf(itemId) {
      const transcript = transcripts.ofJob(itemId)
      if (transcript === null) return null
      return segments
        .segmentsOf(transcript.id)
        .map(({ speaker, text }) => (speaker === null ? text.trim() : `${speaker}: ${text.trim()}`))
        .join('\n')
        .trim()
    },
    pictureOf: () => null,
    placeOf(itemId) {
      const transcript = transcripts.ofJob(itemId)
      return transcript && { kind: 'transcript', id: transcript.id }
    },
  }
}
