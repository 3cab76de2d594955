import type { RecipeStep } from '../../../shared/recipe.ts'
import type { ImageJobs } from '../../storage/image-jobs.ts'
import type { Images } from '../../storage/images.ts'
import type { ImageQueue } from '../images/image-queue.ts'
import { picturePrompt } from './step-prompt.ts'
import { outcomeOfJob, type StepWork } from './step-work.ts'

export interface PictureStepParts {
  readonly queue: Pick<ImageQueue, 'submit'>
  readonly jobs: Pick<ImageJobs, 'findJob'>
  readonly images: Pick<Images, 'idsOfJob'>
}

/** A job of the image studio. */
export function pictureStep(
  { connectionId, model, prompt, size }: Extract<RecipeStep, { kind: 'image' }>,
  { images, jobs, queue }: PictureStepParts,
): StepWork {
  return {
    outcomeOf(itemId) {
      const job = jobs.findJob(itemId)
      return job && outcomeOfJob(job)
    },
    begin(itemId, text) {
      queue.submit({
        jobId: itemId,
        request: {
          ...{ connectionId, model, prompt: picturePrompt(prompt, text), n: 1, size },
          ...{ quality: null, responseFormat: null, edit: null },
        },
      })
    },
    // a new job replaces it, as in the studio
    canSendAgain: () => false,
    sendAgain: async () => {},
    textOf: () => null,
    placeOf(itemId) {
      const [imageId] = images.idsOfJob(itemId)
      return imageId === undefined ? null : { kind: 'image', id: imageId }
    },
  }
}
