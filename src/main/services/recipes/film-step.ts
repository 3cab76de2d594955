import type { RecipeStep } from '../../../shared/recipe.ts'
import type { VideoJobs } from '../../storage/video-jobs.ts'
import type { SourceService } from '../images/source-service.ts'
import type { VideoQueue } from '../videos/video-queue.ts'
import { preparedPicture } from './picture-step.ts'
import { filmPrompt } from './step-prompt.ts'
import { outcomeOfJob, type StepWork } from './step-work.ts'

export interface FilmStepParts {
  readonly queue: Pick<VideoQueue, 'retryVideo' | 'submit'>
  readonly jobs: Pick<VideoJobs, 'findJob'>
  readonly sources: Pick<SourceService, 'prepareSource'>
}

/** A job of the video queue. */
export function filmStep(
  { connectionId, duration, model, prompt }: Extract<RecipeStep, { kind: 'video' }>,
  { jobs, queue, sources }: FilmStepParts,
): StepWork {
  return {
    outcomeOf(itemId) {
      const job = jobs.findJob(itemId)
      return job && outcomeOfJob(job)
    },
    async begin(itemId, input) {
      const firstPicture = 'picture' in input ? { mediaId: await preparedPicture(input.picture, sources) } : undefined
      const request = { connectionId, model, duration, prompt: filmPrompt(prompt, input), firstPicture }
      queue.submit({ jobs: [{ jobId: itemId, request }] })
    },
    canSendAgain(itemId) {
      const job = jobs.findJob(itemId)
      return job?.status === 'unknown' && job.request.model === model && job.request.connectionId === connectionId
    },
    async sendAgain(itemId) {
      await queue.retryVideo({ jobId: itemId })
    },
    textOf: () => null,
    pictureOf: () => null,
    placeOf: (itemId) => (jobs.findJob(itemId) === null ? null : { kind: 'video', id: itemId }),
  }
}
